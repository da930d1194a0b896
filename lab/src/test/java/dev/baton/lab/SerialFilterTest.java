package dev.baton.lab.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No object is read from bytes in the process of {@code baton member}. */
@Tag("process")
final class SerialFilterTest {

  /** A process of its own: a filter cannot be removed. Prints what reading an object comes to. */
  static final class Reader {
    private Reader() {}

    public static void main(String[] args) throws IOException, ClassNotFoundException {
      SerialFilter.install();
      SerialFilter.install();
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

  private static String read(String... options) throws Exception {
    ProcessBuilder java = new ProcessBuilder();
    java.command().add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : options) {
      java.command().add(option);
    }
    String classes = System.getProperty("java.class.path");
    java.command().addAll(List.of("-cp", classes, Reader.class.getName()));
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
    assertThat(read()).contains("filter status: REJECTED");
  }

  @Test
  void aFilterOfTheOperatorStays() throws Exception {
    assertThat(read("-Djdk.serialFilter=java.lang.*"))
        .contains("read java.lang.IllegalStateException: harmless");
  }
}
