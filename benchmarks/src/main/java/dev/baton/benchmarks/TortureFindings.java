package dev.baton.benchmarks;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a process of a {@link TortureBenchmark} has found: how often what happened, and one line for
 * each thing that must not happen, printed at once.
 */
final class TortureFindings {

  enum Kind {
    VISITS,
    /** Those in which a loss would have been a violation. */
    UNDISTURBED_VISITS,
    LOSSES,
    TIME_OUTS,
    INTERRUPTS,
    CANCELS,
    CLOSED,
    OVERFLOWS,
    FULL_HEAPS,
    FAILED_MEMBERS,
    /** Virtual threads that the JVM lost when there was no memory. */
    FORGOTTEN_THREADS
  }

  /** The beginning of a line that says what must not be. */
  static final String VIOLATION = "violation\t";

  private static final int MOST = 20;

  private final PrintStream out;
  private final Map<Kind, AtomicLong> counts = new EnumMap<>(Kind.class);

  /** One line for each sentence, whatever its numbers are. */
  private final Set<String> said = ConcurrentHashMap.newKeySet();

  TortureFindings(PrintStream out) {
    this.out = out;
    for (Kind kind : Kind.values()) {
      counts.put(kind, new AtomicLong());
    }
  }

  void count(Kind kind) {
    counts.get(kind).incrementAndGet();
  }

  /** The counts, in the order of their kinds. */
  long[] counts() {
    return counts.values().stream().mapToLong(AtomicLong::get).toArray();
  }

  /**
   * @param sentence which is printed once
   * @param details the stack that belongs to it
   */
  void violation(String sentence, StackTraceElement... details) {
    violation(sentence, Arrays.asList(details));
  }

  void violation(String sentence, List<?> details) {
    if (said.size() < MOST && said.add(sentence.replaceAll("[0-9]+", ""))) {
      StringBuilder line = new StringBuilder(VIOLATION).append(sentence);
      for (Object element : details) {
        line.append('\t').append(element);
      }
      out.println(line);
    }
  }
}
