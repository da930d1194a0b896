package dev.baton.voter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonBuilder;
import dev.baton.cluster.ClusterMismatchException;
import dev.baton.cluster.ClusterSuspendedException;
import dev.baton.cluster.DuplicateMemberException;
import dev.baton.cluster.Hold;
import dev.baton.cluster.net.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two installations of one name that list each other: the table of docs/guide/two-clusters.md. Two
 * rows run with {@code -Dbaton.clusters=true}; with {@code -Plong} as well all others, which takes
 * ten minutes and a machine that has nothing else to do.
 */
@EnabledIfSystemProperty(named = "baton.clusters", matches = "true")
@Tag("slow")
@Timeout(300)
final class TwoClustersTest {

  private static final Path PAGE = Path.of("../docs/guide/two-clusters.md");

  /** Rows that are short, and show all rules but those for several voters. */
  private static final List<String> SAMPLE =
      List.of("disjoint different both empty 1", "disjoint different one kept 1");

  private static final Duration LEASE = Duration.ofSeconds(1);
  private static final long DEADLINE_NANOS = 60_000_000_000L;

  @TempDir Path root;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Process> all = new ArrayList<>();
  private boolean isSecured;

  /**
   * A row of the table.
   *
   * @param first what becomes of the first installation, one of these
   */
  record Row(
      String voters,
      String names,
      String directories,
      int size,
      List<String> first,
      List<String> second) {

    String key() {
      return voters + " " + names + " " + directories + " " + size;
    }

    @Override
    public String toString() {
      return key();
    }
  }

  static List<Row> rows() throws IOException {
    return Files.readAllLines(PAGE).stream()
        .map(line -> Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
        .filter(cells -> cells.size() == 8 && cells.get(4).matches("[13]"))
        .map(
            cells ->
                new Row(
                    cells.get(1),
                    cells.get(2),
                    cells.get(3),
                    Integer.parseInt(cells.get(4)),
                    ends(cells.get(5)),
                    ends(cells.get(6))))
        .toList();
  }

  private static List<String> ends(String cell) {
    return List.of(cell.replace("`", "").replace(", or ", ", ").split(", "));
  }

  static Stream<Row> sample() throws IOException {
    return rows().stream().filter(row -> SAMPLE.contains(row.key()));
  }

  static Stream<Row> others() throws IOException {
    return rows().stream().filter(row -> !SAMPLE.contains(row.key()));
  }

  /** One process of an installation, which may come and go. */
  private final class Process {
    final String name;
    final Path directory;
    final List<String> voters;
    final int port = FreePorts.next();

    /** Null while it is not running. */
    private volatile Baton baton;

    private volatile Throwable failure;
    private volatile Hold hold;
    private CompletableFuture<Void> joining = new CompletableFuture<>();

    Process(String name, String directory, List<String> voters) {
      this.name = name;
      this.directory = root.resolve(directory);
      this.voters = voters;
      all.add(this);
    }

    private BatonBuilder builder() {
      return Baton.builder()
          .cluster("orders")
          .member(name)
          .bind("127.0.0.1", port)
          .peers(all.stream().map(each -> "127.0.0.1:" + each.port).toArray(String[]::new))
          .voters(voters.toArray(String[]::new))
          .stateDirectory(directory)
          .lease(LEASE);
    }

    private BatonBuilder secured() {
      return isSecured
          ? builder()
              .tls(
                  Voters.keys(name).keyStore(),
                  Voters.keys(name).trustStore(),
                  Voters.keys(name).password().toCharArray())
          : builder().insecure();
    }

    /** Joins, and takes the lock as soon as it can. */
    void start() {
      failure = null;
      joining =
          CompletableFuture.runAsync(
              () -> {
                baton = secured().joinPatience(patience()).join();
                threads.submit(this::take);
              },
              threads);
    }

    /** One whose voters are not there is not waited for. */
    private Duration patience() {
      boolean isThere =
          all.stream().anyMatch(each -> voters.contains(each.name) && voters.equals(each.voters));
      return Duration.ofSeconds(isThere ? 30 : 4);
    }

    private void take() {
      while (!Thread.currentThread().isInterrupted()) {
        try {
          Baton mine = baton;
          if (mine == null) {
            return;
          }
          hold = mine.lock("x").acquire(Duration.ofMillis(500));
          while (hold.isHeld()) {
            LockSupport.parkNanos(10_000_000);
          }
        } catch (RuntimeException e) {
          // Another has it, or nobody can have it.
          LockSupport.parkNanos(10_000_000);
        } catch (InterruptedException e) {
          return;
        }
      }
    }

    void awaitStarted() {
      try {
        joining.join();
      } catch (CompletionException e) {
        failure = e.getCause();
      }
    }

    boolean holds() {
      Hold mine = hold;
      return mine != null && mine.isHeld();
    }

    boolean isSuspended() {
      return StateDirectory.kept(directory).suspension() != null;
    }

    void stop() {
      Baton mine = baton;
      baton = null;
      hold = null;
      if (mine != null) {
        mine.close();
      }
    }
  }

  private static List<String> names(String letters) {
    return Stream.of(letters.split("")).toList();
  }

  /** Its voters, with directories of their own. */
  private List<Process> installation(List<String> names, List<String> voters, int number) {
    return names.stream().map(name -> new Process(name, number + "-" + name, voters)).toList();
  }

  private List<Process> first(Row row) {
    List<String> names = names(row.size == 1 ? "a" : "abc");
    return installation(names, names, 1);
  }

  private List<Process> second(Row row) {
    boolean isOne = row.size == 1;
    List<String> firstVoters = names(isOne ? "a" : "abc");
    boolean isSame = row.names.equals("same");
    return switch (row.voters) {
      case "same" -> installation(isSame ? firstVoters : names("x"), firstVoters, 2);
      case "disjoint" -> {
        List<String> voters = names(isOne ? "b" : "def");
        yield installation(isSame ? firstVoters : voters, voters, 2);
      }
      default -> installation(names(isSame ? "cde" : "de"), names("cde"), 2);
    };
  }

  private static void start(List<Process> processes) {
    processes.forEach(Process::start);
  }

  private static void awaitStarted(List<Process> processes) {
    processes.forEach(Process::awaitStarted);
  }

  private void stop(List<Process> processes) {
    List<CompletableFuture<Void>> closing =
        processes.stream().map(each -> CompletableFuture.runAsync(each::stop, threads)).toList();
    closing.forEach(CompletableFuture::join);
  }

  @Execution(ExecutionMode.CONCURRENT)
  @ParameterizedTest
  @MethodSource("sample")
  void inTheEndOneHolds(Row row) throws Exception {
    run(row);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("others")
  void inTheEndOneHoldsInEveryRow(Row row) throws Exception {
    run(row);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("sample")
  void inTheEndOneHoldsWithTls(Row row) throws Exception {
    isSecured = true;
    run(row);
  }

  private void run(Row row) throws Exception {
    List<Process> first = first(row);
    List<Process> second = second(row);
    switch (row.directories) {
      case "both empty" -> {
        start(first);
        start(second);
      }
      case "one kept" -> {
        start(first);
        awaitStarted(first);
        stop(first);
        start(second);
        if (second.stream().anyMatch(each -> each.voters.contains(each.name))
            && !(row.voters.equals("overlapping") && row.names.equals("different"))) {
          awaitStarted(second);
        }
        start(first);
      }
      case "one old" -> {
        start(second);
        awaitStarted(second);
        stop(second);
        start(first);
        awaitStarted(first);
        second.getFirst().start();
      }
      default -> {
        start(first);
        awaitStarted(first);
        for (int i = 0; i < second.size(); i++) {
          copy(first.get(i).directory, second.get(i).directory);
        }
        start(second);
      }
    }
    awaitStarted(first);
    awaitStarted(second);
    awaitEnd(row, first, second);
    // And it stays like that for longer than a lease.
    long end = System.nanoTime() + 3 * LEASE.toNanos() / 2;
    while (System.nanoTime() < end) {
      assertThat(holders(all)).isLessThanOrEqualTo(1);
      LockSupport.parkNanos(10_000_000);
    }
    awaitEnd(row, first, second);
    checkSentences();
    checkThatItStaysSuspended(second);
  }

  /** Not even a restart brings a cluster back that gave way. */
  private void checkThatItStaysSuspended(List<Process> processes) {
    if (end(processes).equals("gives way")) {
      stop(processes);
      start(processes);
      awaitStarted(processes);
      for (Process each : processes) {
        assertThat(each.failure)
            .isInstanceOf(ClusterMismatchException.class)
            .hasMessageStartingWith("Voter " + each.name + " does not start: Cluster orders (id ")
            .hasMessageContaining(") gave way to another of the same name (id ");
      }
    }
  }

  private static long holders(List<Process> processes) {
    return processes.stream().filter(Process::holds).count();
  }

  /** Both have come to an end that the table has, and somebody holds the lock if anybody can. */
  private boolean isOver(Row row, List<Process> first, List<Process> second) {
    boolean isOneCluster = row.voters.equals("same") && row.names.equals("different");
    if (!isOneCluster && end(first).equals("goes on") && end(second).equals("goes on")) {
      return false;
    }
    boolean isAlive = false;
    for (List<Process> each : List.of(first, second)) {
      boolean goesOn = end(each).equals("goes on");
      isAlive |= goesOn;
      if (!goesOn && holders(each) > 0) {
        return false;
      }
    }
    return row.first.contains(end(first))
        && row.second.contains(end(second))
        && holders(all) == (isAlive ? 1 : 0)
        && (!end(second).equals("gives way") || newest(first) > newest(second));
  }

  /** Fences grow for a store that has seen both. */
  private static long newest(List<Process> processes) {
    return processes.stream()
        .map(each -> each.baton)
        .filter(Objects::nonNull)
        .mapToLong(Baton::epoch)
        .max()
        .orElse(0);
  }

  private void awaitEnd(Row row, List<Process> first, List<Process> second) {
    long deadline = System.nanoTime() + DEADLINE_NANOS;
    while (!isOver(row, first, second)) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError(
            end(first) + ", " + end(second) + ", " + holders(all) + " holders: " + failures());
      }
      LockSupport.parkNanos(10_000_000);
    }
  }

  private List<String> failures() {
    return all.stream().map(each -> each.name + ": " + each.failure).toList();
  }

  /** What has become of an installation. */
  private static String end(List<Process> processes) {
    List<Process> running = processes.stream().filter(each -> each.baton != null).toList();
    if (2 * running.size() <= processes.size()) {
      return processes.stream()
          .filter(each -> each.failure != null)
          .map(each -> each.failure.getClass().getSimpleName())
          .findFirst()
          .orElse("nothing");
    }
    long suspended = running.stream().filter(Process::isSuspended).count();
    return 2 * suspended > processes.size() ? "gives way" : "goes on";
  }

  /** Whoever does not run was told why. */
  private void checkSentences() {
    for (Process each : all) {
      switch (each.failure) {
        case null -> {}
        case ClusterMismatchException e ->
            assertThat(e)
                .hasMessageContaining(" cannot join: its settings differ from those of ")
                .hasMessageContaining(" here, ")
                .hasMessageContaining(" there");
        case DuplicateMemberException e -> assertThat(e).hasMessageContaining("already has a");
        case ClusterSuspendedException e -> assertThat(e).hasMessageContaining(" 30 s: ");
        case IllegalStateException e -> assertThat(e).hasMessageContaining("tate directory");
        default -> throw new AssertionError(each.failure);
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  @AfterEach
  void end() {
    threads.shutdownNow();
    List<Thread> closing = new ArrayList<>();
    all.forEach(each -> closing.add(Thread.ofPlatform().start(each::stop)));
    closing.forEach(
        thread -> {
          try {
            thread.join();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }
}
