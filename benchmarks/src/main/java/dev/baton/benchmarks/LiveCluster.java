package dev.baton.benchmarks;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Members on this machine, each a {@link MemberProcess}, numbered from 1; the first three are the
 * voters. When it is closed, or after some minutes at most, all are killed.
 */
final class LiveCluster implements AutoCloseable {

  static final int VOTERS = 3;
  private static final int MOST_MEMBERS = 6;
  private static final int LIMIT_MINUTES = 10;

  private final int leaseSeconds;
  private final boolean hasTls;
  private final Path root;
  private List<String> options = List.of();
  private String classPath = System.getProperty("java.class.path");
  private final List<String> ports = new ArrayList<>();

  @GuardedBy("this")
  private final Map<Integer, Child> members = new TreeMap<>();

  @GuardedBy("this")
  private final List<Child> others = new ArrayList<>();

  /** Starts so many members, and waits until all have joined. */
  LiveCluster(int count, int leaseSeconds) throws IOException {
    this(count, leaseSeconds, false, LIMIT_MINUTES);
  }

  /**
   * @param hasTls whether they have certificates, which are made first, for one more member than
   *     are started
   */
  LiveCluster(int count, int leaseSeconds, boolean hasTls, int limitMinutes) throws IOException {
    this.leaseSeconds = leaseSeconds;
    this.hasTls = hasTls;
    root = Files.createTempDirectory("baton-live");
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    CompletableFuture.delayedExecutor(limitMinutes, TimeUnit.MINUTES).execute(this::killAll);
    try {
      if (hasTls) {
        Certificates.make(root, count + 1);
      }
      choosePorts();
      for (int i = 1; i <= count; i++) {
        start(i).tell("join");
      }
      for (int i = 1; i <= count; i++) {
        member(i).answer();
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Below those that the system gives to connections; the next port is for the consensus. */
  private void choosePorts() {
    while (ports.size() < MOST_MEMBERS) {
      ports.add("" + freePort(ports));
    }
  }

  /** One that is not among these, and neither is the next. */
  static int freePort(List<String> taken) {
    Random random = new Random();
    while (true) {
      int port = 20_000 + 2 * random.nextInt(6_000);
      if (!taken.contains("" + port) && isFree(port) && isFree(port + 1)) {
        return port;
      }
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** Members that are started from now on are run by a JVM with these options. */
  void use(List<String> javaOptions, String javaClassPath) {
    options = javaOptions;
    classPath = javaClassPath;
  }

  /** A process that has not joined yet; it may be the successor of one that was killed. */
  synchronized Child start(int number) throws IOException {
    String name = "member-" + number;
    List<String> arguments = new ArrayList<>();
    arguments.add("" + number);
    arguments.add("" + leaseSeconds);
    arguments.add(root.resolve(name).toString());
    arguments.add(hasTls ? root.toString() : MemberProcess.NO_TLS);
    arguments.addAll(ports);
    Child child =
        new Child(
            List.of(), options, classPath, name, errors(number), MemberProcess.class, arguments);
    members.put(number, child);
    return child;
  }

  /**
   * Another process beside the members, which is killed with them. Its first argument is the
   * directory of the certificates.
   *
   * @param launcher as in {@link Child}
   */
  synchronized Child startBeside(List<String> launcher, Class<?> program) throws IOException {
    Path errors = root.resolve(program.getSimpleName() + ".err");
    Child child =
        new Child(launcher, program.getSimpleName(), errors, program, List.of(root.toString()));
    others.add(child);
    return child;
  }

  /** What the last process of a member has said on standard error. */
  Path errors(int number) {
    return root.resolve("member-" + number + ".err");
  }

  /** Where a member listens; its consensus port is the next one. */
  int port(int number) {
    return Integer.parseInt(ports.get(number - 1));
  }

  synchronized Child member(int number) {
    return members.get(number);
  }

  /** Members of these numbers do something at the same time; their answers, in order. */
  List<long[]> all(int first, int last, String command) throws IOException {
    for (int i = first; i <= last; i++) {
      member(i).tell(command);
    }
    List<long[]> answers = new ArrayList<>();
    for (int i = first; i <= last; i++) {
      answers.add(member(i).numbers());
    }
    return answers;
  }

  private synchronized void killAll() {
    members.values().forEach(Child::kill);
    others.forEach(Child::kill);
  }

  /** Also called when the benchmark is interrupted. */
  @Override
  public synchronized void close() {
    killAll();
    if (Files.exists(root)) {
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
