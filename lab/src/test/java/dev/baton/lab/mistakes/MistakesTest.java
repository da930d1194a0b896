package dev.baton.lab.mistakes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Check;
import dev.baton.checker.Progress;
import dev.baton.checker.Report;
import dev.baton.checker.Workers;
import dev.baton.core.Algorithm;
import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.lab.mistakes.Beginner.Mistake;
import dev.baton.lab.run.ExplainedSearch;
import dev.baton.lab.run.Handlers;
import dev.baton.simulator.Scenario;
import dev.baton.simulator.Simulation;
import dev.baton.simulator.ViolationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The guide's table of mistakes says what checker and simulator say of each of them. */
class MistakesTest {

  private static final Path GUIDE = Path.of("../docs/guide/mistakes.md");
  private static final String HEAD = "|---|---|---|\n";

  private static final Setup SETUP = Setup.of(Graph.complete(3));
  private static final long MEMORY = 16 << 20;
  private static final long EVENTS = 1_000_000;

  /** Rewrites the table with {@code -Dbaton.update=true}. */
  @Test
  @Tag("slow")
  void theTableOfTheGuideIsWhatTheySay() throws IOException {
    List<String> rows = new ArrayList<>();
    for (Mistake mistake : Mistake.values()) {
      rows.add("| %s | %s | %s |".formatted(mistake, checked(mistake), simulated(mistake)));
    }
    String guide = Files.readString(GUIDE);
    int begin = guide.indexOf(HEAD) + HEAD.length();
    int end = guide.indexOf("\n\n", begin);
    String table = String.join("\n", rows);
    if (Boolean.getBoolean("baton.update")) {
      Files.writeString(GUIDE, guide.substring(0, begin) + table + guide.substring(end));
    } else {
      assertThat(guide.substring(begin, end)).isEqualTo(table);
    }
  }

  private static String checked(Mistake mistake) {
    Beginner.reset(false);
    Check check = Check.of(Beginner.with(mistake), SETUP).withRequests(2).withMemory(MEMORY);
    ExplainedSearch search = ExplainedSearch.run(check, Workers.ALONE, Progress.NONE);
    Beginner.reset(true);
    Report report = search.report();
    assertThat(report.verdict()).as(mistake.name()).isNotEqualTo(Report.Verdict.HOLDS);
    String what = report.property() == null ? report.verdict().toString() : "" + report.property();
    String hint = search.hint() == null ? "" : " " + search.hint();
    return plain(mistake, what + ": " + report.message() + hint);
  }

  private static String simulated(Mistake mistake) {
    Beginner.reset(false);
    Algorithm algorithm = Beginner.with(mistake);
    try {
      String doubt = ExplainedSearch.doubt(algorithm, SETUP, true);
      Beginner.reset(false);
      return plain(mistake, (doubt == null ? "" : "warning: " + doubt + " ") + ran(algorithm));
    } catch (IllegalArgumentException e) {
      return plain(mistake, e.getMessage());
    } finally {
      Beginner.reset(true);
    }
  }

  private static String ran(Algorithm algorithm) {
    Scenario scenario = Scenario.of(algorithm, SETUP).workload("saturated").entries(30);
    try {
      boolean goesOn = Simulation.start(scenario, 0, null).advance(EVENTS);
      return goesOn ? "(does not end)" : "(measures it)";
    } catch (ViolationException e) {
      String place = e.getCause() == null ? null : Handlers.place(e.getCause());
      return e.getMessage() + (place == null ? "" : " In " + place + ".");
    }
  }

  /** Without what is another number each time. */
  private static String plain(Mistake mistake, String sentence) {
    String text =
        sentence.replaceAll("java:\\d+", "java:…").replaceAll("grown to \\d+", "grown to …");
    return mistake == Mistake.RANDOM ? text.replaceAll("at '.*'\\. A", "at …. A") : text;
  }
}
