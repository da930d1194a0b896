package dev.baton.algorithms;

import dev.baton.checker.Check;
import dev.baton.checker.Moment;
import dev.baton.checker.Property;
import dev.baton.checker.Report;
import dev.baton.checker.Search;
import dev.baton.checker.Workers;
import dev.baton.core.Algorithm;
import dev.baton.core.Hash;
import dev.baton.core.Text;
import dev.baton.simulator.Outcome;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Judges the mutants of one class by the checker, in small systems: those of the table of
 * exhaustive checks and those of the hand-written mutants, of every algorithm that uses the class.
 */
final class MutantJudge {

  private static final Path SOURCES = Path.of("src/main/java/dev/baton/algorithms");

  /** A mutant may have so many times the states of the right algorithm, or so many states. */
  private static final int MORE = 5;

  private static final long ENOUGH = 200_000;

  /** In larger systems bypasses are not counted, and states not compared one by one. */
  private static final long FEW_STATES = 20_000;

  /** In the simulations the right algorithms take fewer. */
  private static final long MOST_EVENTS = 1_000_000;

  /**
   * A small system, and what the search finds in it if nothing is changed.
   *
   * @param bypass the worst, or {@link #NOT_COUNTED}
   */
  private record Size(
      Catalog.Entry entry,
      String name,
      Function<Algorithm, Check> check,
      long states,
      String numbers,
      int bypass) {}

  private static final int NOT_COUNTED = -1;

  /**
   * What became of a mutant.
   *
   * @param by the property that notices it; {@link #SURVIVES} if none does
   * @param where the system in which it was noticed, or what is different although none notices
   */
  record Verdict(String by, String where) {
    boolean isSurvivor() {
      return by.equals(SURVIVES);
    }
  }

  static final String REFUSED = "refused";
  static final String FAILS = "fails";
  static final String GROWS = "grows";
  static final String SURVIVES = "survives";

  /** Ends a search that finds too many states. */
  private static final class TooMany extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooMany() {
      super(null, null, false, false);
    }
  }

  private final long mostStates;
  private final List<Catalog.Entry> users;

  /** Rows of the table, the smallest first. */
  private final List<Size> rows = new ArrayList<>();

  /** Where hand-written mutants are noticed; null as long as no mutant has survived the rows. */
  private List<Size> others;

  private final Map<Size, Long> graphs = new HashMap<>();
  private final Map<String, List<Outcome>> outcomes = new HashMap<>();

  /**
   * @param mostStates of the systems that are searched
   */
  MutantJudge(String type, long mostStates) {
    this.mostStates = mostStates;
    users = users(type);
    for (Catalog.Entry entry : users) {
      table()
          .filter(row -> row.algorithm().equals(entry.id()) && row.verdict().startsWith("holds"))
          .filter(row -> Long.parseLong(row.states()) <= mostStates)
          .sorted(Comparator.comparing(row -> Long.parseLong(row.states())))
          .forEach(row -> rows.add(size(entry, row)));
    }
  }

  private static Stream<ExhaustiveTest.Row> table() {
    try {
      return ExhaustiveTest.table();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Size size(Catalog.Entry entry, ExhaustiveTest.Row row) {
    boolean leavesIdle = row.verdict().equals("holds-but-idle");
    return new Size(
        entry,
        row.configuration(),
        algorithm -> leavesIdle ? row.check(algorithm).withIdlePermits() : row.check(algorithm),
        Long.parseLong(row.states()),
        numbers(row.states(), row.transitions(), row.depth()),
        row.bypass().equals("-") ? NOT_COUNTED : Integer.parseInt(row.bypass()));
  }

  private List<Size> others() {
    if (others == null) {
      others = new ArrayList<>();
      Set<String> known = new HashSet<>();
      rows.forEach(size -> known.add(size.entry.id() + " " + size.numbers));
      for (Mutant mutant : Mutants.all()) {
        for (Catalog.Entry entry : users) {
          Report right =
              mutant.id().startsWith(entry.id() + "/")
                  ? search(mutant.check(entry), mostStates)
                  : null;
          boolean holds = right != null && right.verdict() == Report.Verdict.HOLDS;
          if (holds && right.states() <= mostStates && known.add(entry.id() + numbers(right))) {
            others.add(
                new Size(
                    entry,
                    "the system of " + mutant.id(),
                    mutant::check,
                    right.states(),
                    numbers(right),
                    NOT_COUNTED));
          }
        }
      }
    }
    return others;
  }

  // Classes.

  /** All classes with handlers, or with what handlers call. */
  static List<String> types() {
    Set<String> types = new LinkedHashSet<>();
    Catalog.entries().forEach(entry -> types.add(type(entry)));
    types.addAll(List.of("Requests", "Tickets", "TokenQueues"));
    return List.copyOf(types);
  }

  private static String type(Catalog.Entry entry) {
    StringBuilder type = new StringBuilder();
    for (String word : entry.id().split("-")) {
      type.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
    }
    return type.toString();
  }

  /** The algorithms whose code names a class, or names one that does; its own first. */
  private static List<Catalog.Entry> users(String type) {
    List<Catalog.Entry> users = new ArrayList<>();
    for (Catalog.Entry entry : Catalog.entries()) {
      Set<String> reached = new HashSet<>();
      reach(type(entry), reached);
      if (reached.contains(type)) {
        users.add(type(entry).equals(type) ? 0 : users.size(), entry);
      }
    }
    return users;
  }

  private static void reach(String type, Set<String> reached) {
    Path source = SOURCES.resolve(type + ".java");
    if (!Files.exists(source) || !reached.add(type)) {
      return;
    }
    try {
      String code = Files.readString(source).replaceAll("(?s)/\\*.*?\\*/|//[^\n]*", "");
      Pattern.compile("\\b[A-Z]\\w+")
          .matcher(code)
          .results()
          .forEach(word -> reach(word.group(), reached));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // Judging.

  Verdict judge(SourceMutant mutant) {
    MutantLoader loader = MutantLoader.load(mutant);
    if (loader == null) {
      return new Verdict(REFUSED, "");
    }
    Map<Catalog.Entry, Catalog.Entry> changed = new HashMap<>();
    users.forEach(entry -> changed.put(entry, changed(entry, loader)));
    return judge(changed);
  }

  private static Catalog.Entry changed(Catalog.Entry entry, MutantLoader loader) {
    return new Catalog.Entry(
        entry.id(),
        entry.firstId(),
        entry.name(),
        entry.family(),
        entry.paper(),
        entry.network(),
        entry.structure(),
        entry.traits(),
        entry.cost(),
        loader.nodes(type(entry)));
  }

  private Verdict judge(Map<Catalog.Entry, Catalog.Entry> changed) {
    List<Size> grown = new ArrayList<>();
    List<String> different = new ArrayList<>();
    Verdict verdict = judge(changed, rows, grown, different);
    if (verdict == null) {
      verdict = judge(changed, others(), grown, different);
    }
    if (verdict == null) {
      verdict = bypass(changed);
    }
    return verdict != null ? verdict : new Verdict(SURVIVES, differences(changed, different));
  }

  /** Null if nothing is noticed. */
  private static Verdict judge(
      Map<Catalog.Entry, Catalog.Entry> changed,
      List<Size> sizes,
      List<Size> grown,
      List<String> different) {
    for (Size size : sizes) {
      Report report;
      try {
        report = search(size.check.apply(changed.get(size.entry)), size.states * MORE);
      } catch (RuntimeException | AssertionError | StackOverflowError e) {
        // Before the first event: what fails later the checker reports itself, unless it recurs.
        return new Verdict(FAILS, size.name);
      }
      if (report == null) {
        grown.add(size);
        if (grown.size() > 1) {
          break;
        }
      } else if (report.verdict() == Report.Verdict.VIOLATED) {
        boolean fails = report.message().contains(" fails: ");
        return new Verdict(fails ? FAILS : report.property().toString(), size.name);
      } else if (!numbers(report).equals(size.numbers)) {
        different.add(numbers(report) + " instead of " + size.numbers + " in " + size.name);
      }
    }
    return grown.isEmpty() ? null : new Verdict(GROWS, grown.get(0).name);
  }

  private Verdict bypass(Map<Catalog.Entry, Catalog.Entry> changed) {
    for (Size size : rows) {
      if (size.states <= FEW_STATES && size.bypass != NOT_COUNTED) {
        Check check = size.check.apply(changed.get(size.entry)).withBypass(Integer.MAX_VALUE);
        Report report = search(check, ENOUGH);
        if (report == null || report.maxBypass() > size.bypass) {
          return new Verdict(Property.BYPASS.toString(), size.name);
        }
      }
    }
    return null;
  }

  /** Null if there are too many states. */
  private static Report search(Check check, long mostStates) {
    try {
      return Search.run(
          check,
          Workers.ALONE,
          (depth, states, frontier) -> {
            if (states > Math.max(mostStates, ENOUGH)) {
              throw new TooMany();
            }
          });
    } catch (TooMany e) {
      return null;
    }
  }

  private static String numbers(Report report) {
    return numbers(
        Long.toString(report.states()),
        Long.toString(report.transitions()),
        Integer.toString(report.depth()));
  }

  private static String numbers(String states, String events, String depth) {
    return states + " states, " + events + " events, depth " + depth;
  }

  // What is different in a mutant that no property notices.

  private String differences(Map<Catalog.Entry, Catalog.Entry> changed, List<String> different) {
    String states = different.isEmpty() ? null : different.get(0);
    for (Size size : rows) {
      if (states == null && size.states <= FEW_STATES) {
        long right = graphs.computeIfAbsent(size, s -> graph(s.check.apply(s.entry)));
        if (graph(size.check.apply(changed.get(size.entry))) != right) {
          states = "other states in " + size.name;
        }
      }
    }
    List<String> loads = new ArrayList<>();
    users.forEach(entry -> loads.addAll(simulations(entry, changed.get(entry))));
    int systems = rows.size() + others.size();
    return (states == null ? "the same states in " + systems + " systems" : states)
        + "; "
        + (loads.isEmpty() ? "the same events in simulations" : String.join(", ", loads));
  }

  /** The sum of the hashes of all states, so that their order does not count. */
  private static long graph(Check check) {
    long[] sum = new long[1];
    Check seen =
        check.always(
            "is seen",
            moment -> {
              sum[0] += Hash.mix(hash(moment, check.setup().n()));
              return true;
            });
    return search(seen, ENOUGH) == null ? 0 : sum[0];
  }

  private static long hash(Moment moment, int n) {
    long hash = 0;
    for (int i = 0; i < n; i++) {
      hash = Hash.fold(hash, Hash.of(Text.of(moment.node(i))));
      hash = Hash.fold(hash, moment.isWaiting(i) ? 1 : moment.isInside(i) ? 2 : 0);
    }
    for (int j = 0; j < moment.inFlight(); j++) {
      hash = Hash.fold(hash, Hash.of(moment.inFlight(j).toString()));
    }
    return hash;
  }

  private static final String DOES_NOT_END = " does not end";
  private static final String VIOLATES = " is violated: ";

  /** Whether a simulation has noticed a mutant that the checker has not. */
  static boolean isWrong(String differences) {
    return differences.contains(DOES_NOT_END) || differences.contains(VIOLATES);
  }

  /** What is different in the simulations of EventHashTest. */
  private List<String> simulations(Catalog.Entry entry, Catalog.Entry mutant) {
    List<Outcome> right =
        outcomes.computeIfAbsent(
            entry.id(),
            id -> EventHashTest.scenarios(entry).stream().map(s -> Simulation.run(s, 0)).toList());
    List<String> different = new ArrayList<>();
    List<Scenario> scenarios = EventHashTest.scenarios(mutant);
    for (int i = 0; i < scenarios.size(); i++) {
      String load = entry.id() + " " + EventHashTest.name(i);
      try {
        Simulation simulation = Simulation.start(scenarios.get(i), 0, null);
        if (simulation.advance(MOST_EVENTS)) {
          different.add(load + DOES_NOT_END);
          continue;
        }
        Outcome outcome = simulation.outcome();
        if (outcome.eventHash() != right.get(i).eventHash()) {
          different.add(
              String.format(
                  Locale.ROOT,
                  "%s %.2f messages per entry instead of %.2f",
                  load,
                  outcome.messagesPerEntry(),
                  right.get(i).messagesPerEntry()));
        }
      } catch (RuntimeException | AssertionError | StackOverflowError e) {
        different.add(
            load + VIOLATES + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
      }
    }
    return different;
  }
}
