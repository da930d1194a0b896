package dev.baton.benchmarks;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where threads are. A virtual thread is read out of a dump of all: {@link Thread#getStackTrace}
 * spins for ever at one whose timer the JVM had no memory to set (see {@link Alarm}).
 */
final class Stacks {

  private Stacks() {}

  /** One line for each frame; none if it cannot be told. */
  static List<String> of(Thread thread) {
    if (!thread.isVirtual()) {
      return Arrays.stream(thread.getStackTrace()).map(StackTraceElement::toString).toList();
    }
    try {
      Path dump = dump();
      List<String> lines = Files.readAllLines(dump);
      Files.delete(dump);
      Files.delete(dump.getParent());
      return ofThread(thread.threadId(), lines);
    } catch (IOException e) {
      return List.of();
    }
  }

  /** With the name of a file that says where all other threads are. */
  static List<String> withDump(List<String> stack) {
    List<String> lines = new ArrayList<>(stack);
    try {
      lines.add("all threads: " + dump());
    } catch (IOException e) {
      lines.add("no dump of all threads: " + e.getMessage());
    }
    return lines;
  }

  private static Path dump() throws IOException {
    Path dump = Files.createTempDirectory("baton-stacks").resolve("threads.txt");
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
    return dump;
  }

  private static List<String> ofThread(long id, List<String> dump) {
    return dump.stream()
        .dropWhile(line -> !line.startsWith("#" + id + " "))
        .skip(1)
        .takeWhile(line -> !line.isBlank())
        .map(String::strip)
        .toList();
  }

  /**
   * Whether nobody will ever wake a thread up: it is in the middle of parking for a time, but has
   * left its carrier. The JVM does this to virtual threads when there is no memory.
   */
  static boolean isForgotten(Thread thread, List<String> stack) {
    return thread.isVirtual()
        && thread.getState() == Thread.State.RUNNABLE
        && !stack.isEmpty()
        && stack.getFirst().contains("java.lang.VirtualThread.parkNanos(");
  }
}
