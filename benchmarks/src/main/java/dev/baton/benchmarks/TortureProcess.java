package dev.baton.benchmarks;

import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonBuilder;
import dev.baton.cluster.Hold;
import dev.baton.cluster.LocalNetwork;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A JVM of a {@link TortureBenchmark}: members, workers that use them, and what is done to them as
 * its parent says, line by line. Arguments: the directory, the seed, the lease and the patience in
 * milliseconds, what to leave out, what to do wrong, and then "local", for three members of a
 * network inside this JVM, or the number of its only member, and the ports of all.
 */
final class TortureProcess {

  static final int LOCAL_MEMBERS = 3;
  static final String LOCAL = "local";

  private static final int LOCAL_WORKERS = 10;
  private static final int WORKERS = 5;
  private static final Duration FULL_GRACE = Duration.ofSeconds(10);

  /** Longer than a thread without work stays. */
  private static final long IDLE_NANOS = 5_000_000_000L;

  // With which the heap is filled.
  private static final int LARGEST = 1 << 20;
  private static final int SMALLEST = 1 << 8;
  private static final Duration TO_FILL = Duration.ofSeconds(3);

  private final PrintStream out = System.out;
  private final TortureFindings findings = new TortureFindings(out);
  private final Path directory;
  private final long seed;
  private final Duration lease;
  private final Duration patience;
  private final Set<Torment> without;
  private final Set<Sabotage> sabotage;
  private final SharedCounters counters;
  private final CallWatch watch;
  private final Alarm alarm = new Alarm();
  private final List<TortureMember> members = new ArrayList<>();
  private final List<TortureWorker> workers = new ArrayList<>();

  /** Null if members talk over TCP. */
  private LocalNetwork network;

  /** What sabotage keeps. */
  private final List<byte[]> kept = new ArrayList<>();

  /** Threads when it rested first. */
  private int firstThreads;

  private volatile boolean resting;
  private volatile boolean over;
  private volatile boolean isFull;
  private volatile boolean wasEverFull;
  private volatile long fullAt = System.nanoTime() - FULL_GRACE.toNanos();

  private TortureProcess(String[] arguments) throws IOException {
    directory = Path.of(arguments[0]);
    seed = Long.parseLong(arguments[1]);
    lease = Duration.ofMillis(Long.parseLong(arguments[2]));
    patience = Duration.ofMillis(Long.parseLong(arguments[3]));
    without = Torment.parse(arguments[4]);
    sabotage = Sabotage.parse(arguments[5]);
    counters = new SharedCounters(directory.resolve("counters"), TortureWorker.PLACES);
    watch =
        new CallWatch(findings, patience, lease.dividedBy(4), counters::disturb, () -> wasEverFull);
    if (arguments[6].equals(LOCAL)) {
      network = new LocalNetwork();
      for (int number = 1; number <= LOCAL_MEMBERS; number++) {
        BatonBuilder settings = settings(number).patience(lease.dividedBy(4));
        add(number, () -> settings.local(network));
      }
    } else {
      int number = Integer.parseInt(arguments[6]);
      List<String> ports = Arrays.asList(arguments).subList(7, arguments.length);
      BatonBuilder settings =
          settings(number)
              .bind("127.0.0.1", Integer.parseInt(ports.get(number - 1)))
              .peers("127.0.0.1:" + ports.getFirst())
              .voters(name(1))
              .stateDirectory(directory.resolve(name(number)))
              .insecure();
      add(number, settings::join);
    }
    members.forEach(TortureMember::open);
  }

  static String name(int number) {
    return "member-" + number;
  }

  private BatonBuilder settings(int number) {
    return Baton.builder()
        .cluster("torture")
        .member(name(number))
        .lease(lease)
        .permitsPerMember(TortureWorker.PERMITS)
        .algorithm("x2", "raymond")
        .algorithm("x3", "suzuki-kasami")
        .metrics(
            without.contains(Torment.METERS) ? new SimpleMeterRegistry() : new FailingRegistry());
  }

  private void add(int number, Supplier<Baton> join) {
    members.add(new TortureMember(name(number), this, join));
  }

  public static void main(String[] arguments) throws Exception {
    // Nothing of this outlives the benchmark.
    ProcessHandle.current()
        .parent()
        .ifPresent(parent -> parent.onExit().thenRun(() -> Runtime.getRuntime().halt(1)));
    TortureProcess process = new TortureProcess(arguments);
    process.say("joined");
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        process.perform(line.split(" "));
      }
    }
    Runtime.getRuntime().halt(0);
  }

  // For workers and members.

  TortureFindings findings() {
    return findings;
  }

  CallWatch watch() {
    return watch;
  }

  Alarm alarm() {
    return alarm;
  }

  SharedCounters counters() {
    return counters;
  }

  Duration lease() {
    return lease;
  }

  List<TortureMember> members() {
    return members;
  }

  boolean isResting() {
    return resting;
  }

  boolean isOver() {
    return over;
  }

  /** Whether the heap is full, or was a moment ago. */
  boolean wasFull() {
    return isFull || System.nanoTime() - fullAt < FULL_GRACE.toNanos();
  }

  /** Whether something has happened that all members may have suffered from. */
  boolean isExcused(long nanos) {
    return wasFull() || counters.nanosSinceDisturbance() < nanos;
  }

  void disconnect(String member) {
    network.disconnect(member);
  }

  void reconnect(String member) {
    network.reconnect(member);
  }

  /** Whether to do this wrong now: most of it once. */
  boolean sabotages(Sabotage what) {
    if (sabotage.isEmpty()) {
      return false;
    }
    synchronized (sabotage) {
      return what == Sabotage.OVERLAP ? sabotage.contains(what) : sabotage.remove(what);
    }
  }

  // Commands.

  private void say(String word, long... numbers) {
    out.println(
        word
            + LongStream.of(numbers)
                .mapToObj(number -> "\t" + number)
                .collect(Collectors.joining()));
  }

  private TortureMember member(String index) {
    return members.get(Integer.parseInt(index) % members.size());
  }

  private void perform(String[] words) {
    switch (words[0]) {
      case "start" -> start();
      case "reopen" -> {
        TortureMember member = member(words[1]);
        member.later(
            () -> {
              member.close(words[2].equals("interrupted"));
              member.open();
            });
      }
      case "cut" -> {
        TortureMember member = member(words[1]);
        member.later(() -> member.cut(Duration.ofMillis(Long.parseLong(words[2]))));
      }
      case "linger" ->
          members.forEach(it -> it.linger(Duration.ofMillis(Long.parseLong(words[1]))));
      case "look" -> look(member(words[1]));
      case "carriers" -> keepCarriersBusy(Duration.ofMillis(Long.parseLong(words[1])));
      case "heap" -> fill(Duration.ofMillis(Long.parseLong(words[1])));
      case "rest" -> rest();
      case "end" -> {
        over = true;
        boolean isRight = areAllAtRest();
        if (!isRight) {
          findings.violation("Workers are not at an end.");
        }
        if (sabotages(Sabotage.LEAK)) {
          members.getFirst().settled(patience).lock("x0").lock();
        }
        say("ended", isRight ? 1 : 0);
      }
      case "probe" -> probe();
      default -> throw new IllegalArgumentException("'" + words[0] + "' is no command.");
    }
  }

  private void start() {
    Thread.ofPlatform().daemon().name("torture-alarm").start(alarm);
    Random random = new Random(seed);
    int count = network == null ? WORKERS : LOCAL_WORKERS;
    for (int i = 0; i < count; i++) {
      boolean isVirtual = i % 2 == 0;
      boolean isDeep = i == count - 1 && !without.contains(Torment.STACKS);
      String kind = isDeep ? "deep" : isVirtual ? "virtual" : "platform";
      String name = "Worker " + i + " (" + kind + ")";
      TortureWorker worker = new TortureWorker(name, this, random.nextLong(), isDeep);
      workers.add(worker);
      if (isVirtual && !isDeep) {
        Thread.ofVirtual().name(name).start(worker);
      } else {
        Thread.ofPlatform()
            .daemon()
            .name(name)
            .stackSize(isDeep ? DeepStack.BYTES : 0)
            .start(worker);
      }
    }
    if (!without.contains(Torment.INTERRUPTS)) {
      Thread.ofPlatform().daemon().name("torture-interrupts").start(() -> interrupt(random));
    }
    Thread.ofPlatform().daemon().name("torture-counts").start(this::report);
  }

  private void interrupt(Random random) {
    while (!over) {
      LockSupport.parkNanos(random.nextInt(4_000_000));
      workers.get(random.nextInt(workers.size())).interrupt();
    }
  }

  private void report() {
    while (!over) {
      LockSupport.parkNanos(1_000_000_000);
      try {
        say("counts", findings.counts());
      } catch (OutOfMemoryError e) {
        // It says so a second later.
      }
    }
  }

  /** Somebody who only looks. */
  private void look(TortureMember member) {
    Baton baton = member.baton();
    if (baton != null) {
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  baton.locks();
                  for (int i = 0; i < TortureWorker.LOCKS; i++) {
                    baton.lock("x" + i).isHeld();
                  }
                } catch (IllegalStateException | OutOfMemoryError e) {
                  // It was closed meanwhile.
                }
              });
    }
  }

  private static void keepCarriersBusy(Duration time) {
    for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
      Thread.ofVirtual()
          .start(
              () -> {
                long end = System.nanoTime() + time.toNanos();
                while (System.nanoTime() < end) {
                  Thread.onSpinWait();
                }
              });
    }
  }

  /** Fills the heap, and keeps it full for a while. */
  private void fill(Duration time) {
    byte[][] all = new byte[100_000][];
    isFull = true;
    long end = System.nanoTime() + TO_FILL.toNanos();
    int count = 0;
    int size = LARGEST;
    while (count < all.length && System.nanoTime() - end < 0) {
      try {
        all[count] = new byte[size];
        count++;
      } catch (OutOfMemoryError e) {
        if (size > SMALLEST) {
          size /= 16;
          end = System.nanoTime() + time.toNanos();
        }
      }
    }
    Arrays.fill(all, null);
    fullAt = System.nanoTime();
    isFull = false;
    wasEverFull = true;
  }

  /** Waits for it. */
  private boolean areAllAtRest() {
    long end = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() < end) {
      if (workers.stream().allMatch(TortureWorker::isResting)) {
        return true;
      }
      LockSupport.parkNanos(5_000_000);
    }
    return false;
  }

  /** How many there are; some end by themselves when they have had nothing to do for seconds. */
  private int threads() {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    if (firstThreads == 0) {
      firstThreads = bean.getThreadCount();
    }
    long start = System.nanoTime();
    while (bean.getThreadCount() > firstThreads + TortureRun.MORE_THREADS
        && System.nanoTime() - start < IDLE_NANOS) {
      LockSupport.parkNanos(100_000_000);
    }
    return bean.getThreadCount();
  }

  /** Measures what is there while nobody does anything. */
  private void rest() {
    members.forEach(member -> member.settled(patience));
    resting = true;
    if (!areAllAtRest()) {
      workers.stream().filter(worker -> !worker.isResting()).forEach(TortureWorker::accuse);
    }
    LockSupport.parkNanos(500_000_000);
    System.gc();
    System.gc();
    long heap = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      MemoryUsage usage = pool.getCollectionUsage();
      heap += usage == null ? 0 : usage.getUsed();
    }
    say("rested", threads(), heap);
    resting = false;
    if (sabotages(Sabotage.THREADS)) {
      IntStream.range(0, 50)
          .forEach(i -> Thread.ofPlatform().daemon().start(() -> LockSupport.park(this)));
    }
    if (sabotages(Sabotage.HEAP)) {
      IntStream.range(0, 30).forEach(i -> kept.add(new byte[1 << 20]));
    }
  }

  /** All members are back, and each can get each lock. */
  private void probe() {
    for (TortureMember member : members) {
      Baton baton = member.settled(patience);
      for (int i = 0; i < TortureWorker.LOCKS && baton != null; i++) {
        try (Hold hold = baton.lock("x" + i).acquire(patience)) {
          hold.check();
        } catch (RuntimeException | InterruptedException e) {
          findings.violation(
              "Nobody does anything any more, but "
                  + member.name()
                  + " cannot get x"
                  + i
                  + ": "
                  + e.getMessage());
        }
      }
      if (baton == null) {
        findings.violation("Member " + member.name() + " has not come back.");
      }
    }
    say("probed", findings.counts());
  }
}
