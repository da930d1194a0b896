package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.net.FreePorts;
import dev.baton.lab.member.SerialFilter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No object is read from bytes in the process of {@code baton member}. */
@Tag("process")
final class SerialFilterTest {

  /** A process of its own: a filter cannot be removed. Prints what reading an object comes to. */
  static final class Reader {
    private Reader() {}

    /**
     * @param args what {@code baton} does before; nothing to install the filter twice
     */
    public static void main(String[] args) throws IOException, ClassNotFoundException {
      if (args.length > 0) {
        BatonCommand.run(new PrintWriter(System.out), new PrintWriter(System.err), args);
      } else {
        SerialFilter.install();
        SerialFilter.install();
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(new IllegalStateException("harmless"));
      }
      try (ObjectInputStream in =
          new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
        System.out.println("read " + in.readObject());
      } catch (InvalidClassException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  private static String read(List<String> options, String... args) throws Exception {
    ProcessBuilder java = new ProcessBuilder();
    java.command().add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    java.command().addAll(options);
    String classes = System.getProperty("java.class.path");
    java.command().addAll(List.of("-cp", classes, Reader.class.getName()));
    java.command().addAll(List.of(args));
    Process process = java.redirectErrorStream(true).start();
    try {
      String said = new String(process.getInputStream().readAllBytes());
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return said;
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void noObjectIsRead() throws Exception {
    assertThat(read(List.of())).contains("filter status: REJECTED");
  }

  /** It does not find its voter, and ends; what it has done to its process stays. */
  @Test
  void noObjectIsReadWhereAMemberRan(@TempDir Path directory) throws Exception {
    Path config =
        Files.writeString(
            directory.resolve("alone.properties"),
            """
            cluster = orders
            member = app-2
            bind = 127.0.0.1:%d
            peers = 127.0.0.1:%d
            voters = app-1
            insecure = true
            joinPatience = 100ms
            """
                .formatted(FreePorts.next(), FreePorts.next()));
    assertThat(read(List.of(), "member", "--config", config.toString()))
        .contains("filter status: REJECTED");
    assertThat(read(List.of(), "algorithms")).contains("read java.lang.IllegalStateException");
  }

  @Test
  void aFilterOfTheOperatorStays() throws Exception {
    assertThat(read(List.of("-Djdk.serialFilter=java.lang.*")))
        .contains("read java.lang.IllegalStateException: harmless");
  }
}
