package dev.baton.benchmarks;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The process of those that attack a cluster from outside. Argument: the directory of the
 * certificates. {@code attack PORT…} begins, with ports of members and of the consensus in turn;
 * {@code stop} ends it, and prints what was done.
 */
final class OutsidersProcess {

  private OutsidersProcess() {}

  public static void main(String[] arguments) throws Exception {
    Outsiders outsiders = null;
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        List<String> words = Arrays.asList(line.split(" "));
        if (words.getFirst().equals("attack")) {
          List<Integer> ports =
              words.subList(1, words.size()).stream().map(Integer::valueOf).toList();
          outsiders = new Outsiders(Path.of(arguments[0]), ports);
          System.out.println("0");
        } else if (outsiders != null) {
          MemberProcess.print(outsiders.end().numbers());
        }
      }
    }
    Runtime.getRuntime().halt(0);
  }
}
