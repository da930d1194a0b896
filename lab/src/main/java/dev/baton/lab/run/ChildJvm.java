package dev.baton.lab.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a JVM of its own is started: small and quick, with the class path of this one. */
public final class ChildJvm {

  private ChildJvm() {}

  /** A process that will run the main method of a class. */
  public static ProcessBuilder of(Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-ea", "-XX:-UsePerfData"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    return new ProcessBuilder(command);
  }
}
