package dev.baton.benchmarks;

import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonBuilder;
import dev.baton.cluster.BatonLock;
import dev.baton.cluster.Hold;
import dev.baton.cluster.LockView;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A member in a process of its own, which does what it reads and prints one line of numbers for
 * each command. Arguments: its number, the lease in seconds, its directory, that of the
 * certificates, and the ports of all.
 */
final class MemberProcess {

  /** Locks whose name begins with one of these have that algorithm. */
  static final List<String> ALGORITHMS =
      List.of("naimi-trehel", "suzuki-kasami", "ricart-agrawala", "raymond");

  /** Instead of the directory of the certificates. */
  static final String NO_TLS = "-";

  /** On a busy machine three processes take more than a minute to start. */
  private static final Duration JOIN_PATIENCE = Duration.ofMinutes(3);

  private static final Duration SOON = Duration.ofSeconds(60);

  private final BatonBuilder settings;
  private Baton baton;
  private Hold hold;
  private Token token;
  private Usage usage;
  private HotLock hotLock;

  private MemberProcess(BatonBuilder settings) {
    this.settings = settings;
  }

  public static void main(String[] arguments) throws Exception {
    // Nothing of this outlives the benchmark.
    ProcessHandle.current()
        .parent()
        .ifPresent(parent -> parent.onExit().thenRun(() -> Runtime.getRuntime().halt(1)));
    MemberProcess process = new MemberProcess(settings(arguments));
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        process.perform(line.split(" "));
      }
    }
    Runtime.getRuntime().halt(0);
  }

  private static BatonBuilder settings(String[] arguments) {
    int number = Integer.parseInt(arguments[0]);
    List<String> ports = Arrays.asList(arguments).subList(4, arguments.length);
    BatonBuilder settings =
        Baton.builder()
            .cluster("benchmark")
            .member("member-" + number)
            .bind("127.0.0.1", Integer.parseInt(ports.get(number - 1)))
            .lease(Duration.ofSeconds(Integer.parseInt(arguments[1])))
            .stateDirectory(Path.of(arguments[2]))
            .joinPatience(JOIN_PATIENCE);
    if (arguments[3].equals(NO_TLS)) {
      settings.insecure();
    } else {
      Certificates.use(settings, Path.of(arguments[3]), "member-" + number);
    }
    for (int voter = 1; voter <= LiveCluster.VOTERS; voter++) {
      settings.voters("member-" + voter).peers("127.0.0.1:" + ports.get(voter - 1));
    }
    ALGORITHMS.forEach(id -> settings.algorithm(id + "/*", id));
    return settings;
  }

  private void perform(String[] words) throws Exception {
    switch (words[0]) {
      case "join" -> {
        baton = settings.join();
        print(System.nanoTime());
      }
      case "replace" -> {
        baton = settings.stateDirectory(Path.of(words[1])).replaceLostVoter().join();
        print(System.nanoTime());
      }
      case "close" -> {
        print(System.nanoTime());
        baton.close();
        print(System.nanoTime());
      }
      case "end" -> {
        baton.close();
        // With what a JVM does at its end.
        System.exit(0);
      }
      case "hold" -> {
        hold = baton.lock(words[1]).acquire(SOON);
        print(hold.fence());
      }
      case "wait" -> {
        print(System.nanoTime());
        try (Hold entered = baton.lock(words[1]).acquire(SOON)) {
          print(System.nanoTime(), entered.fence());
        }
      }
      case "turns" -> {
        BatonLock lock = baton.lock(words[1]);
        print(turns(lock::lock, lock::unlock, number(words[2]), number(words[3])));
      }
      case "listen" -> {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
          print(server.getLocalPort());
          token = new Token(server.accept(), true);
        }
      }
      case "connect" -> {
        int port = (int) number(words[1]);
        token = new Token(new Socket(InetAddress.getLoopbackAddress(), port), false);
        print(port);
      }
      case "token" -> print(turns(token::enter, token::leave, number(words[1]), number(words[2])));
      case "contend" -> print(contend(baton.lock(words[1]), number(words[2]), number(words[3])));
      case "count" -> print(count(words[1]));
      case "use" -> {
        usage = new Usage(baton, words[1], (int) number(words[2]), (int) number(words[3]));
        print(0);
      }
      case "gap" -> print(usage.longestGap());
      case "rest" -> {
        usage.end();
        print(0);
      }
      case "heat" -> {
        hotLock = new HotLock(baton.lock(words[1]));
        print(0);
      }
      case "grants" -> print(hotLock.grants(), hotLock.failures());
      case "health" -> print(health());
      case "weight" -> print(weight());
      case "semaphore" -> {
        long start = System.nanoTime();
        baton.semaphore(words[1], (int) number(words[2]));
        print(System.nanoTime() - start);
      }
      default -> throw new IOException("'" + words[0] + "' is no command.");
    }
  }

  private static long number(String word) {
    return Long.parseLong(word);
  }

  static void print(long... numbers) {
    System.out.println(
        LongStream.of(numbers).mapToObj(Long::toString).collect(Collectors.joining("\t")));
  }

  /** For each turn: when it was asked for, when it began and when it ended. */
  private static long[] turns(Runnable enter, Runnable leave, long count, long holdNanos) {
    long[] times = new long[(int) count * 3];
    for (int i = 0; i < times.length; i += 3) {
      times[i] = System.nanoTime();
      enter.run();
      long entered = System.nanoTime();
      while (System.nanoTime() - entered < holdNanos) {
        Thread.onSpinWait();
      }
      times[i + 1] = entered;
      times[i + 2] = System.nanoTime();
      leave.run();
    }
    return times;
  }

  /** How often it has entered, and how often another had been inside between. */
  private static long[] contend(BatonLock lock, long nanos, long holdNanos) {
    long entries = 0;
    long changes = 0;
    long last = 0;
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      long fence = lock.lockAndGetFence();
      LockSupport.parkNanos(holdNanos);
      lock.unlock();
      entries++;
      changes += fence == last + 1 ? 0 : 1;
      last = fence;
    }
    return new long[] {entries, changes};
  }

  /** Bytes of heap in use, threads, and members that should not be there. */
  private long[] health() {
    System.gc();
    return new long[] {
      ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
      ManagementFactory.getThreadMXBean().getThreadCount(),
      baton.members().stream().filter(name -> !name.startsWith("member-")).count()
    };
  }

  /** The threads of Ratis and gRPC; those of a store have its id in their names. */
  private static final Pattern LIBRARY = Pattern.compile(".*~.*|grpc.*|timer\\d+|JvmPause.*");

  /** Ours, and JGroups' threads that read from connections. */
  private static final Pattern OURS = Pattern.compile("baton.*|.*Connection\\.Receiver.*");

  /**
   * CPU time of the process, the time now, threads, and kilobytes in memory; then CPU time of the
   * threads of Baton and of those of the consensus library.
   */
  private static long[] weight() throws IOException {
    long cpu =
        ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime();
    long now = System.nanoTime();
    long resident = 0;
    Path status = Path.of("/proc/self/status");
    if (Files.exists(status)) {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("VmRSS:")) {
          resident = Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    }
    int threads = ManagementFactory.getThreadMXBean().getThreadCount();
    long[] ours = threads(OURS);
    long[] library = threads(LIBRARY);
    return new long[] {cpu, now, threads, resident, ours[1], library[1], ours[0], library[0]};
  }

  /** How many threads have such names, and their CPU time. */
  private static long[] threads(Pattern names) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long count = 0;
    long cpu = 0;
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && names.matcher(thread.getThreadName()).matches()) {
        count++;
        // −1 if it has just ended.
        cpu += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
      }
    }
    return new long[] {count, cpu};
  }

  private long[] count(String lock) {
    // It counts from now on, also for others.
    baton.lock(lock);
    LockView view =
        baton.locks().stream().filter(each -> each.name().equals(lock)).findFirst().orElseThrow();
    return new long[] {view.entries(), view.messages()};
  }
}
