package dev.baton.lab.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The experiments that there are: one file each, and a list of their names. */
public final class Experiments {

  private static final String PLACE = "/experiments/";

  private Experiments() {}

  public static List<String> names() {
    return read("index.txt").lines().filter(line -> !line.isBlank()).toList();
  }

  /**
   * The experiment of this name, the one in this file, or all for {@code all}.
   *
   * @throws IllegalArgumentException with one sentence, if there is none
   */
  public static List<Experiment> named(String name) {
    List<Experiment> experiments = new ArrayList<>();
    if (name.equals("all")) {
      names().forEach(each -> experiments.add(parse(each, read(each + ".yaml"))));
    } else if (names().contains(name)) {
      experiments.add(parse(name, read(name + ".yaml")));
    } else if (name.endsWith(".yaml") && Files.isReadable(Path.of(name))) {
      experiments.add(file(Path.of(name)));
    } else {
      throw new IllegalArgumentException(
          "There is no experiment '"
              + name
              + "': write all, a file of your own such as mine.yaml, or one of "
              + String.join(", ", names())
              + ".");
    }
    return experiments;
  }

  private static Experiment file(Path file) {
    try {
      String name = file.getFileName().toString().replace(".yaml", "");
      return parse(name, Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Experiment parse(String name, String text) {
    return ExperimentReader.read(name, text);
  }

  private static String read(String file) {
    try (InputStream in = Experiments.class.getResourceAsStream(PLACE + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
