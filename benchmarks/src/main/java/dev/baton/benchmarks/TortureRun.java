package dev.baton.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One part of a {@link TortureBenchmark}: its processes, from the first command to the verdict. */
final class TortureRun implements AutoCloseable {

  private static final int TCP_PROCESSES = 3;
  private static final long LOCAL_LEASE_MILLIS = 1000;
  private static final long TCP_LEASE_MILLIS = 2000;
  private static final int PROGRESS_SECONDS = 5;

  /** To start JVMs and form a cluster, on a busy machine. */
  private static final int START_SECONDS = 240;

  /** So long before a process is stopped, whoever enters there stays inside. */
  private static final long TO_ENTER_MILLIS = 20;

  /** What may have grown at the end: by so much, or by a tenth. */
  static final long MORE_THREADS = 6;

  private static final long MORE_HEAP = 6 << 20;

  /** A process, and what it says. */
  private final class Child {
    private final String name;
    private final Process process;
    private final PrintStream to;
    private final BlockingQueue<String[]> answers = new LinkedBlockingQueue<>();
    private volatile long[] counts = new long[TortureFindings.Kind.values().length];
    private volatile long heardAt = System.nanoTime();
    private volatile boolean isStopped;

    /** Threads and heap when they were first measured; null before. */
    private long[] first;

    private Child(String name, Process process) {
      this.name = name;
      this.process = process;
      to = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
      Thread.ofPlatform().daemon().name("torture-of-" + name).start(this::listen);
    }

    private void listen() {
      try (BufferedReader in =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          heardAt = System.nanoTime();
          String[] words = line.split("\t");
          if (line.startsWith(TortureFindings.VIOLATION)) {
            violations.add(name + ": " + line.substring(TortureFindings.VIOLATION.length()));
          } else {
            if (words.length == counts.length + 1) {
              counts = numbers(words);
            }
            if (!words[0].equals("counts")) {
              answers.add(words);
            }
          }
        }
      } catch (IOException e) {
        // It is gone.
      }
    }

    private static long[] numbers(String[] words) {
      return Arrays.stream(words).skip(1).mapToLong(Long::parseLong).toArray();
    }

    void tell(String command) {
      to.println(command);
    }

    /** Null if it does not answer in time, which is a violation. */
    String[] answer(String word, long seconds) throws InterruptedException {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      while (System.nanoTime() < end) {
        String[] words = answers.poll(100, TimeUnit.MILLISECONDS);
        if (words != null && words[0].equals(word)) {
          return words;
        }
        if (!process.isAlive() && answers.isEmpty()) {
          break;
        }
      }
      String what = process.isAlive() ? " does not answer." : " has ended by itself.";
      violations.add("The process of " + name + what);
      return null;
    }

    /** As {@code kill -STOP} does. */
    void signal(String signal) throws IOException, InterruptedException {
      isStopped = signal.equals("STOP");
      new ProcessBuilder("kill", "-" + signal, "" + process.pid()).inheritIO().start().waitFor();
      heardAt = System.nanoTime();
    }
  }

  private final TortureBenchmark.Settings settings;
  private final boolean isLocal;
  private final PrintStream progress;
  private final long leaseMillis;
  private final SharedCounters counters;
  private final List<Child> children = new ArrayList<>();
  private final List<String> violations = new CopyOnWriteArrayList<>();
  private final Thread killer = new Thread(this::close);
  private long startedAt = System.nanoTime();
  private long nextProgress;
  private long nextReplacement;

  TortureRun(
      TortureBenchmark.Settings settings, boolean isLocal, Path directory, PrintStream progress)
      throws IOException {
    this.settings = settings;
    this.isLocal = isLocal;
    this.progress = progress;
    leaseMillis = isLocal ? LOCAL_LEASE_MILLIS : TCP_LEASE_MILLIS;
    counters = new SharedCounters(directory.resolve("counters"), TortureWorker.PLACES);
    Runtime.getRuntime().addShutdownHook(killer);
    List<String> where = new ArrayList<>();
    int processes = isLocal ? 1 : TCP_PROCESSES;
    if (!isLocal) {
      for (int i = 0; i < processes; i++) {
        where.add("" + LiveCluster.freePort(where));
      }
    }
    for (int number = 1; number <= processes; number++) {
      String name = isLocal ? "local" : TortureProcess.name(number);
      List<String> command = new ArrayList<>(List.of(Fork.java(), "-Xmx96m", "-XX:+UseSerialGC"));
      command.addAll(List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=off", "-cp"));
      command.add(System.getProperty("java.class.path"));
      command.add(TortureProcess.class.getName());
      command.addAll(List.of(directory.toString(), "" + (settings.seed() + number)));
      command.addAll(List.of("" + leaseMillis, "" + settings.patience().toMillis()));
      command.add(Torment.names(settings.without()));
      // One process that does something wrong is enough.
      command.add(number == processes ? Sabotage.names(settings.sabotage()) : "");
      command.add(isLocal ? TortureProcess.LOCAL : "" + number);
      command.addAll(where);
      Path errors = Path.of(System.getProperty("torture.errors", directory.toString()));
      Process process =
          new ProcessBuilder(command).redirectError(errors.resolve(name + ".err").toFile()).start();
      children.add(new Child(name, process));
    }
  }

  List<String> violations() {
    return violations;
  }

  void run() throws IOException, InterruptedException {
    for (Child child : children) {
      if (child.answer("joined", START_SECONDS) == null) {
        return;
      }
    }
    children.forEach(child -> child.tell("start"));
    startedAt = System.nanoTime();
    long total = settings.length().toMillis();
    long first = Math.min(60_000, total / 3);
    TorturePlan plan = new TorturePlan(settings.seed(), isLocal, children.size(), leaseMillis);
    if (perform(plan.forMillis(first)) && rest() && perform(plan.forMillis(total - first))) {
      rest();
    }
    end();
  }

  /** Returns false if something is wrong by now. */
  private boolean perform(List<TorturePlan.Event> events) throws IOException, InterruptedException {
    for (TorturePlan.Event event : events) {
      pause(event.afterMillis());
      Child child = children.get(event.process() - 1);
      if (settings.without().contains(event.torment())) {
        continue;
      }
      if (event.command().startsWith("stop ")) {
        long millis = Long.parseLong(event.command().substring("stop ".length()));
        child.tell("linger " + millis);
        pause(TO_ENTER_MILLIS);
        child.signal("STOP");
        pause(millis);
        child.signal("CONT");
      } else {
        child.tell(event.command());
      }
      if (isDecided()) {
        return false;
      }
    }
    return true;
  }

  /** Who does something wrong on purpose wants to see all that comes of it. */
  private boolean isDecided() {
    return !violations.isEmpty() && settings.sabotage().isEmpty();
  }

  private void pause(long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() < end && !isDecided()) {
      TimeUnit.NANOSECONDS.sleep(Math.min(end - System.nanoTime(), 50_000_000));
      long seconds = (System.nanoTime() - startedAt) / 1_000_000_000;
      if (seconds >= nextReplacement) {
        counters.replace();
        long all = settings.length().toSeconds();
        nextReplacement = seconds + 1 + all / (SharedCounters.GENERATIONS / 2);
      }
      if (seconds >= nextProgress) {
        progress.println(line(seconds));
        nextProgress = seconds + PROGRESS_SECONDS;
      }
      children.forEach(this::checkAlive);
    }
  }

  private void checkAlive(Child child) {
    long silent = System.nanoTime() - child.heardAt;
    if (!child.process.isAlive()) {
      violations.add("The process of " + child.name + " has ended by itself.");
    } else if (!child.isStopped && silent > settings.patience().toNanos() * 2) {
      violations.add("The process of " + child.name + " is silent.");
    }
  }

  private long[] counts() {
    long[] sum = new long[TortureFindings.Kind.values().length];
    for (Child child : children) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += child.counts[i];
      }
    }
    return sum;
  }

  private String line(long seconds) {
    StringBuilder line =
        new StringBuilder(isLocal ? "local" : "tcp").append(' ').append(seconds).append(" s:");
    long[] counts = counts();
    for (TortureFindings.Kind kind : TortureFindings.Kind.values()) {
      line.append(' ')
          .append(String.format(Locale.ROOT, "%,d", counts[kind.ordinal()]))
          .append(' ')
          .append(kind.name().toLowerCase(Locale.ROOT).replace('_', ' '))
          .append(kind.ordinal() < counts.length - 1 ? "," : "");
    }
    return line.toString();
  }

  /** Measures threads and heap; the second time they are compared with the first. */
  private boolean rest() throws InterruptedException {
    // Until what was done last is over, and everybody is back.
    pause(2 * leaseMillis);
    children.forEach(child -> child.tell("rest"));
    for (Child child : children) {
      String[] answer = child.answer("rested", 4 * settings.patience().toSeconds());
      if (answer == null) {
        return false;
      }
      long[] now = Child.numbers(answer);
      progress.printf(
          Locale.ROOT, "%s: %d threads, %,d KB of heap%n", child.name, now[0], now[1] >> 10);
      if (child.first == null) {
        child.first = now;
      } else {
        compare(child, "threads", child.first[0], now[0], MORE_THREADS);
        compare(child, "bytes of heap", child.first[1], now[1], MORE_HEAP);
      }
    }
    return true;
  }

  private void compare(Child child, String what, long before, long after, long more) {
    if (after > before + Math.max(more, before / 10)) {
      violations.add(child.name + " had " + before + " " + what + ", and has " + after + " now.");
    }
  }

  /** Nobody enters any more, and everything must be free. */
  private void end() throws InterruptedException {
    boolean haveAllTold = true;
    children.forEach(child -> child.tell("end"));
    for (Child child : children) {
      String[] answer = child.answer("ended", 2 * settings.patience().toSeconds());
      haveAllTold &= answer != null && answer[1].equals("1");
    }
    children.forEach(child -> child.tell("probe"));
    int calls = TortureWorker.LOCKS * TortureProcess.LOCAL_MEMBERS;
    for (Child child : children) {
      child.answer("probed", (1 + calls) * settings.patience().toSeconds());
    }
    for (int place = 1; place < TortureWorker.LOCKS && haveAllTold; place += 2) {
      int wrong = counters.sum(place).wrong();
      if (wrong > 0) {
        violations.add(wrong + " plain counters that x" + place + " guards are wrong.");
      }
    }
  }

  void report(PrintStream report) {
    long judged = 0;
    int spoiled = 0;
    for (int place = 1; place < TortureWorker.LOCKS; place += 2) {
      judged += counters.sum(place).judged();
      spoiled += counters.sum(place).spoiled();
    }
    report.println(line((System.nanoTime() - startedAt) / 1_000_000_000));
    report.printf(
        Locale.ROOT,
        "seed %d; plain counters: %,d visits judged, %d counters left out because of lost holds%n",
        settings.seed(),
        judged,
        spoiled);
  }

  @Override
  public void close() {
    for (Child child : children) {
      child.process.destroyForcibly();
      child.process.onExit().join();
    }
    if (!Thread.currentThread().equals(killer)) {
      Runtime.getRuntime().removeShutdownHook(killer);
    }
  }
}
