package dev.baton.lab.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.algorithms.Catalog;
import dev.baton.page.PageServer;
import dev.baton.web.CatalogLibrary;
import dev.baton.web.Desk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The engine of the page, which TeaVM has compiled to JavaScript, answers under Node.js as on the
 * JVM, for every algorithm.
 */
@Tag("process")
@Execution(ExecutionMode.CONCURRENT)
class EngineTest {

  /** Every law, and loads and faults that depend on more chance than others. */
  private static final List<String> LOADS =
      List.of(
          "--workload think:lognormal:5,0.8 --delay weibull:1,0.7 --hold gamma:1,0.5",
          "--workload open:gamma:20,4 --delay pareto:1,2.2 --demand zipf:0.9",
          "--workload on-off:40,60,9 --delay gamma:1,3 --demand weights:1,2,3,4,5,6,7",
          "--workload isolated --delay lognormal:1,0.2 --demand zipf:1 --crash 6@5",
          "--workload think:50 --delay exponential:1 --loss 0.01 --duplicate 0.01");

  private static final String RUN =
      """
      const fs = require("fs");
      globalThis.self = globalThis;
      new Function("define", "exports", fs.readFileSync("engine.js", "utf8"))();
      const check = words => self.check(words, 1e9, () => {});
      for (const line of fs.readFileSync("questions.txt", "utf8").split("\\n").filter(Boolean)) {
        const [name, words] = line.split(": ");
        console.log(name === "check" ? check(words) : self[name](words));
      }
      """;

  @Test
  void everyAlgorithmIsSimulatedAndCheckedAsOnTheJvm(@TempDir Path directory)
      throws IOException, InterruptedException {
    List<String> questions = new ArrayList<>();
    for (Catalog.Entry algorithm : Catalog.entries()) {
      questions.add(
          "measure: "
              + algorithm.id()
              + " --nodes 7 --workload think:5 --delay exponential:1 --entries 500 --seed 42");
      questions.add("check: " + algorithm.id() + " --nodes 3 --requests 1");
    }
    questions.add("measure: klme --nodes 20 --neighbourhoods 6 --churn 0.1 --entries 500");
    questions.add(
        "measure: klme --nodes 20 --neighbourhoods 6 --mobility waypoint:0.05,0.3,1 --entries 500");
    for (String options : LOADS) {
      questions.add("measure: naimi-trehel --nodes 7 --entries 500 --seed 42 " + options);
    }
    List<String> answers = answers(questions, directory);
    assertThat(answers).hasSameSizeAs(questions);
    Desk desk = new Desk(new CatalogLibrary());
    for (int i = 0; i < answers.size(); i++) {
      String[] question = questions.get(i).split(": ");
      String expected =
          question[0].equals("check")
              ? desk.check(question[1], 1_000_000_000, (states, frontier, depth) -> {})
              : desk.measure(question[1]);
      assertThat(answers.get(i)).as(questions.get(i)).isEqualTo(expected);
    }
  }

  private static List<String> answers(List<String> questions, Path directory)
      throws IOException, InterruptedException {
    Files.write(directory.resolve("engine.js"), PageServer.file("engine.js"));
    Files.writeString(directory.resolve("questions.txt"), String.join("\n", questions));
    Files.writeString(directory.resolve("run.cjs"), RUN);
    Path output = directory.resolve("answers.txt");
    Process node;
    try {
      node =
          new ProcessBuilder("node", "run.cjs")
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
    } catch (IOException e) {
      System.err.println("EngineTest: skipped, because node is not installed.");
      assumeTrue(false, "node is not installed");
      throw e;
    }
    int code = node.waitFor();
    String printed = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(code).as(printed).isZero();
    return printed.lines().toList();
  }
}
