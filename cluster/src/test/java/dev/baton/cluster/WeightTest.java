package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.join.VoterStoreProvider;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

/** What a member that does not vote has on its class path; the build writes down what that is. */
final class WeightTest {

  private static final long LIMIT = 4_000_000;

  private static List<Path> classPath() throws IOException {
    List<Path> entries = new ArrayList<>(List.of(Path.of("target/classes")));
    for (String each : Files.readString(Path.of("target/class-path")).split(File.pathSeparator)) {
      entries.add(Path.of(each));
    }
    return entries;
  }

  /** Of a jar; of a directory, about that of the jar that it will be. */
  private static long size(Path entry) throws IOException {
    if (!Files.isDirectory(entry)) {
      return Files.size(entry);
    }
    long size = 0;
    try (Stream<Path> files = Files.walk(entry).filter(Files::isRegularFile)) {
      for (Path file : files.toList()) {
        // Its name is in a jar twice, in headers of 76 bytes.
        size += compressed(file) + 2L * entry.relativize(file).toString().length() + 76;
      }
    }
    return size;
  }

  private static long compressed(Path file) throws IOException {
    long[] count = {0};
    OutputStream counter =
        new OutputStream() {
          @Override
          public void write(int b) {
            count[0]++;
          }
        };
    try (OutputStream out = new DeflaterOutputStream(counter)) {
      Files.copy(file, out);
    }
    return count[0];
  }

  @Test
  void aMemberIsLightAndHasNoRatis() throws IOException {
    long sum = 0;
    StringBuilder table = new StringBuilder();
    for (Path entry : classPath()) {
      long size = size(entry);
      sum += size;
      table.append("%n%,11d  %s".formatted(size, entry));
      assertThat(entry.toString()).doesNotContain("ratis", "grpc", "netty");
    }
    assertThat(sum).as("bytes on the class path:%s", table).isBetween(1_000_000L, LIMIT);
    assertThat(VoterStoreProvider.find()).isEmpty();
  }
}
