package dev.baton.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.net.FreePorts;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class InvoicesTest {

  @TempDir private Path shared;

  @Test
  void threeProcessesNumberInvoicesWithoutGaps() throws Exception {
    List<String> places = Stream.generate(() -> "127.0.0.1:" + FreePorts.next()).limit(3).toList();
    List<Process> processes = new ArrayList<>();
    try {
      for (int i = 1; i <= 3; i++) {
        processes.add(start(i, places.get(i - 1), places));
      }
      for (int i = 1; i <= 3; i++) {
        assertThat(processes.get(i - 1).waitFor()).as(said(i)).isZero();
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    List<String> printed = Files.readAllLines(shared.resolve("printer"));
    assertThat(printed.stream().map(line -> Long.parseLong(line.split(" ")[1])))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 300).boxed().toList());
    assertThat(printed.stream().map(line -> line.split(" ")[3]).distinct()).hasSize(3);
  }

  private Process start(int number, String place, List<String> places) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-ea",
            "-cp",
            System.getProperty("java.class.path"),
            Invoices.class.getName(),
            "app-" + number,
            place,
            String.join(",", places),
            shared.toString(),
            shared.resolve("state-" + number).toString())
        .redirectErrorStream(true)
        .redirectOutput(log(number).toFile())
        .start();
  }

  private Path log(int number) {
    return shared.resolve("app-" + number + ".log");
  }

  private String said(int number) throws IOException {
    return Files.readString(log(number));
  }

  @Test
  void twoInsideThePrinterAreNoticed() throws IOException {
    Printer printer = new Printer(shared.resolve("printer"));
    printer.print("first");
    Files.createFile(shared.resolve("printer.occupied"));
    assertThatThrownBy(() -> printer.print("second"))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void anOldFenceIsRefused() throws IOException {
    Numbers numbers = new Numbers(shared.resolve("numbers"));
    assertThat(numbers.next(5)).isEqualTo(1);
    assertThat(numbers.next(7)).isEqualTo(2);
    assertThat(numbers.next(7)).as("the same holder again").isEqualTo(3);
    assertThatThrownBy(() -> numbers.next(6)).hasMessage("fence 6 is old: 7 was here");
    assertThat(numbers.next(8)).isEqualTo(4);
  }
}
