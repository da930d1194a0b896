package dev.baton.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.algorithms.Catalog;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The words of the command line give the same system here, or are refused as they are there. */
class OptionsTest {

  private static final long MEMORY = 1L << 30;

  private final Desk desk = new Desk(new CatalogLibrary());

  private String check(String words) {
    return desk.check(words, MEMORY, (states, frontier, depth) -> {});
  }

  /** States and transitions as {@code baton check} counts them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          suzuki-kasami --nodes 3 --requests 2                          | 10645 |  27442
          suzuki-kasami --nodes 3 --requests 2 --no-reduction           | 14028 |  44524
          --nodes=3 --requests=2 --sweep suzuki-kasami                  | 10645 |  27442
          klme --nodes 3 --requests 1 --joins 1 --leaves 1              | 66929 | 232395
          lamport --nodes 3 --requests 1 --channels any                 |  1622 |   3537
          ricart-agrawala --nodes 3 --requests 2 --property bypass:0    |   223 |    336
          ricart-agrawala --nodes 3 --requests 2 --property safety,bypass | 26866 | 59223
          """)
  void aCheckCountsTheSame(String words, long states, long transitions) {
    assertThat(check(words))
        .contains("\"states\":" + states + ",", "\"transitions\":" + transitions + ",");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --nodes 3 --requests 2                          | An algorithm is missing
          raymond --requests 2                            | The number of nodes is missing
          raymond --nodes 3                               | The number of requests per node is missing
          raymond --nodes 3 --requests -1                 | is not a number of requests
          raymond --nodes three --requests 1              | is not a whole number
          raymond --nodes 101 --requests 1                | No search finishes with 101 nodes
          lamport --nodes 3 --requests unbounded          | has too many states
          raymond --nodes 3 --requests 1 --channels fiffo | Channels cannot be 'fiffo'
          raymond --nodes 3 --requests 1 --chanels any    | There is no option '--chanels' here
          raymond --nodes 3 --requests 1 --seed 3         | There is no option '--seed' here
          raymond --nodes 3 --requests 1 --memory 4g      | --memory is for the command line alone
          raymond --nodes 3 --requests 1 --nodes 4        | --nodes appears twice
          raymond --nodes 3 --requests 1 --sweep=yes      | --sweep takes no value
          raymond --nodes --requests 1                    | --nodes needs a value
          raymond maekawa --nodes 3 --requests 1          | There is no argument 'maekawa' here
          raymond --nodes 3 --requests 1 --joins 1        | has a fixed membership
          reverse-link --nodes 3 --requests 1 --leaves 1  | has a fixed membership
          raymond --nodes 3 --requests 1 --link-changes 1 | has fixed links
          raymond --nodes 3 --requests 1 --groups 2       | does not divide the nodes into groups
          raymond --nodes 3 --requests 1 --clusters 2     | has no clusters
          raysuz --nodes 3 --requests 1 --clusters 0      | Clusters are at least 1 deep
          raymond --nodes 3 --requests 1 --k 2            | has one permit
          raymond --nodes 3 --requests 1 --property live  | is not a property
          raymond --nodes 3 --requests 1 --structure ring | needs a tree
          raymond --nodes 3 --requests 1 --topology edges:0-1 | does not connect all 3 nodes
          """)
  void whatDoesNotFitIsRefused(String words, String why) {
    assertThat(check(words)).startsWith("{\"error\":").contains(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          raymond --nodes 9 --churn 1                     | has a fixed membership
          klme --nodes 9 --churn 1 --mobility none        | write one of them
          klme --nodes 9 --neighbourhoods 0               | There must be at least 1 neighbourhood
          raymond --nodes 9 --locality 0.8                | has no clusters
          raymond --nodes 9 --idle-rounds walk            | Idle rounds cannot be 'walk'
          raymond --nodes 9 --trials 2                    | There is no option '--trials' here
          raymond --nodes 9 --delay sites:five.txt        | 'five.txt' would be a file
          raymond --nodes 9 --workload arrivals:a.txt     | 'a.txt' would be a file
          raymond --nodes 9 --hold pareto:1,1             | write pareto:10,2.5
          raymond --nodes 9 --demand zipf:1               | With saturated the load itself decides
          raymond --nodes 9 --demand most                 | is not a demand
          raymond --nodes 9 --loss 2                      | is not a probability below 1
          raymond --nodes 9 --crash 3                     | write --crash 3@500
          klme --nodes 9 --loss 0.1                       | only where nodes stay
          raymond --nodes 9 --requests 2                  | There is no option '--requests' here
          """)
  void whatDoesNotFitARunIsRefused(String words, String why) {
    assertThatThrownBy(() -> Options.parse(words).scenario()).hasMessageContaining(why);
  }

  /** As {@code baton compare} counts them, with the hash that it prints. */
  @Test
  void aMeasureIsARowOfAComparison() {
    assertThat(desk.measure("naimi-trehel --nodes 49 --workload think:9.8 --entries 4900"))
        .isEqualTo(
            "{\"messages\":5.066748,\"delay\":1,\"response\":87.383965,\"bypass\":49,"
                + "\"entries\":4824,\"hash\":\"549b9643ef264c47\"}");
    assertThat(desk.measure("raymond --nodes 9 --trials 0")).contains("at least 1 trial");
  }

  static Stream<String> algorithms() {
    return Catalog.entries().stream().map(Catalog.Entry::id);
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void everyAlgorithmCanBeMeasured(String id) {
    assertThat(desk.measure(id + " --nodes 12 --workload think:20 --entries 100 --trials 2"))
        .startsWith("{\"messages\":");
  }

  @Test
  void aSearchTellsHowFarItHasCome() {
    List<Integer> depths = new ArrayList<>();
    desk.check(
        "raymond --nodes 3 --requests 1", MEMORY, (states, frontier, depth) -> depths.add(depth));
    assertThat(depths).startsWith(1).endsWith(14);
  }
}
