package dev.baton.lab.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberConfigTest {

  private static final String WHOLE =
      """
      # A member of three.
      cluster = orders
      member = app-1
      zone = eu-west
      bind = 127.0.0.1:7800
      consensusPort = 7801
      peers = 127.0.0.1:7800, 127.0.0.1:7810, 127.0.0.1:7820
      voters = app-1, app-2, app-3
      state = var/app-1
      insecure = true
      joinPatience = 30s
      firstStartPatience = 1s
      lease = 2s
      algorithm = raymond
      algorithm.geo/* = raysuz
      handOvers = 4
      permitsPerMember = 2
      """;

  @TempDir private Path directory;

  private MemberConfig read(String text) throws IOException {
    return MemberConfig.read(Files.writeString(directory.resolve("app-1.properties"), text));
  }

  @Test
  void everySettingIsUnderstood() throws IOException {
    MemberConfig config = read(WHOLE);
    assertThat(config.cluster()).isEqualTo("orders");
    assertThat(config.member()).isEqualTo("app-1");
    assertThatCode(config::builder).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cluster = orders            |                        | 'cluster' is missing: write cluster"
            + " = orders.",
        "voters = app-1, app-2, app-3|                        | 'voters' is missing: write voters ="
            + " app-1, app-2, app-3.",
        "zone = eu-west              | zoen = eu-west         | there is no setting 'zoen': the"
            + " settings are cluster, member,",
        "zone = eu-west              | zone =                 | 'zone' has no value: write zone ="
            + " eu-west.",
        "zone = eu-west              | member = app-2         | 'member' is given twice.",
        "bind = 127.0.0.1:7800       | bind = 7800            | 'bind': '7800' is not HOST:PORT.",
        "bind = 127.0.0.1:7800       | bind = localhost:http  | 'bind': 'http' is not a whole"
            + " number.",
        "lease = 2s                  | lease = 2              | 'lease': '2' is not a time: write"
            + " 500ms, 3s or 2m",
        "lease = 2s                  | lease = 2h             | 'lease': A lease must last 1 to 60"
            + " seconds",
        "algorithm = raymond         | algorithm = fly        | 'algorithm': There is no algorithm"
            + " 'fly'",
        "algorithm.geo/* = raysuz    | algorithm.geo/* = fly  | 'algorithm.geo/*': There is no"
            + " algorithm 'fly'",
        "handOvers = 4               | handOvers = many       | 'handOvers': 'many' is not a whole"
            + " number.",
        "insecure = true             |                        | write either insecure = true, or"
            + " all of tls.keyStore,",
        "insecure = true             | tls.keyStore = a.p12   | write either insecure = true, or"
            + " all of tls.keyStore,",
        "insecure = true             | insecure = false       | 'insecure' can only be true",
        "zone = eu-west              | tls.password = x       | write either insecure = true, or"
            + " all of tls.keyStore,",
        "voters = app-1, app-2, app-3| voters = app-1, app-2  | 'voters' names 2 members: write 1,"
            + " 3, 5 or 7.",
        "state = var/app-1           |                        | 'state' is missing: app-1 is a"
            + " voter, and needs a directory: write state = var/app-1.",
        "member = app-1              | member = app-9\\nmembers = web-* | 'members' does not"
            + " admit app-9 itself: add it.",
        "insecure = true             | tls.keyStore = a.p12\\ntls.trustStore = b.p12\\n"
            + "tls.password = x | tls.keyStore, tls.trustStore or tls.password: There is no key"
            + " store"
      })
  void aMistakeIsOneSentenceWithTheKey(String line, String instead, String sentence)
      throws IOException {
    String text =
        WHOLE.replace(
            line.strip() + "\n", instead == null ? "" : instead.translateEscapes() + "\n");
    assertThat(text).isNotEqualTo(WHOLE);
    assertThatThrownBy(() -> read(text).builder())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(directory.resolve("app-1.properties") + ": " + sentence)
        .message()
        .doesNotContain("\n")
        .endsWith(".");
  }

  /** What only the certificate says, and what the others would refuse. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "app-1 | orders | a.p12        | 'tls.keyStore' is not for member 'app-1' of cluster"
            + " 'orders': its certificate is for 'a'.",
        "b     | orders | of-bills.p12 | 'tls.keyStore' is not for member 'b' of cluster 'orders':"
            + " its certificate is for baton://bills/b.",
        "a     | orders | a.p12        |"
      })
  void aCertificateForAnotherIsAMistake(
      String member, String cluster, String keyStore, String sentence) throws IOException {
    Path stores = Path.of("../cluster/src/test/resources/tls").toAbsolutePath();
    String tls =
        "tls.keyStore = %s\ntls.trustStore = %s\ntls.password = for-tests"
            .formatted(stores.resolve(keyStore), stores.resolve("trust.p12"));
    MemberConfig config =
        read(
            WHOLE
                .replace("member = app-1", "member = " + member)
                .replace("cluster = orders", "cluster = " + cluster)
                .replace("insecure = true", tls));
    if (sentence == null) {
      assertThatCode(config::builder).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(config::builder)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(directory.resolve("app-1.properties") + ": " + sentence);
    }
  }

  @Test
  void aFileThatIsNotThereIsOneSentence() {
    assertThatThrownBy(() -> MemberConfig.read(directory.resolve("none")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("There is no configuration " + directory.resolve("none") + ".");
  }

  @Test
  void timesAreReadAndWritten() {
    for (String text : List.of("500ms", "3s", "90s")) {
      assertThat(Durations.text(Durations.parse(text))).isEqualTo(text);
    }
    assertThat(Durations.text(Durations.parse("2m"))).isEqualTo("120s");
    assertThat(Durations.text(Durations.parse("1h"))).isEqualTo("3600s");
    assertThatThrownBy(() -> Durations.parse("-3s")).hasMessageContaining("is not a time");
  }
}
