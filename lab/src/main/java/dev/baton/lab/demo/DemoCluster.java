package dev.baton.lab.demo;

import dev.baton.cluster.net.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A cluster of workers on this machine, in a directory of its own, with the guarded file, their
 * histories and the state of the voters. Closing it ends all processes.
 */
public final class DemoCluster implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(120);

  /**
   * How many members there are, and how they are set up.
   *
   * @param voters the first of them
   * @param permits 1 for a lock
   * @param security lines of their configurations, with {@link #MEMBER} for the member's name
   */
  public record Plan(
      int members,
      int voters,
      String algorithm,
      int permits,
      Duration lease,
      List<String> security) {

    public static final String MEMBER = "{member}";
    public static final List<String> INSECURE = List.of("insecure = true");
  }

  private final Plan plan;
  private final Class<?> main;
  private final Path directory;
  private final List<Integer> ports;
  private final List<WorkerProcess> started = new CopyOnWriteArrayList<>();

  public DemoCluster(Plan plan) throws IOException {
    this(plan, Worker.class);
  }

  /**
   * Prepares one; nothing runs yet.
   *
   * @param main the class to run, a {@link Worker} or like it
   */
  public DemoCluster(Plan plan, Class<?> main) throws IOException {
    this.plan = plan;
    this.main = main;
    directory = Files.createTempDirectory("baton-demo-");
    ports = Stream.generate(FreePorts::next).limit(2L * places()).toList();
  }

  public Path directory() {
    return directory;
  }

  /** From 1, as people count. */
  public static String name(int member) {
    return "member-" + member;
  }

  /**
   * Starts a process of a member, perhaps not for the first time.
   *
   * @param more lines of its configuration
   */
  public WorkerProcess start(int member, String... more) throws IOException {
    return start(member, member, more);
  }

  /** Starts a process with the name of a member, at another address and with another directory. */
  public WorkerProcess startElsewhere(int member) throws IOException {
    return start(member, plan.members + 1);
  }

  private WorkerProcess start(int member, int place, String... more) throws IOException {
    int run = started.size() + 1;
    List<String> lines = config(member, place);
    lines.addAll(List.of(more));
    Path config = directory.resolve(name(member) + "." + run + ".properties");
    Files.write(config, lines);
    WorkerProcess process =
        new WorkerProcess(main, directory, name(member), run, config, plan.permits);
    started.add(process);
    return process;
  }

  /** Starts all, and waits until they have joined. */
  public List<WorkerProcess> startAll() throws IOException, InterruptedException {
    List<WorkerProcess> all = new ArrayList<>();
    for (int member = 1; member <= plan.members; member++) {
      all.add(start(member));
    }
    for (WorkerProcess process : all) {
      process.await("joined", PATIENCE);
    }
    return all;
  }

  private List<String> config(int member, int place) {
    List<String> lines = new ArrayList<>();
    lines.add("cluster = demo");
    lines.add("member = " + name(member));
    lines.add("zone = zone-" + (member % 2 + 1));
    lines.add("bind = 127.0.0.1:" + port(place));
    lines.add("consensusPort = " + port(places() + place));
    lines.add("peers = " + all(plan.members, it -> "127.0.0.1:" + port(it)));
    lines.add("voters = " + all(plan.voters, DemoCluster::name));
    if (member <= plan.voters) {
      lines.add("state = state-" + place);
    }
    lines.add("lease = " + plan.lease.toMillis() + "ms");
    lines.add("algorithm." + Worker.LOCK + " = " + plan.algorithm);
    lines.add("permitsPerMember = 1");
    plan.security.forEach(line -> lines.add(line.replace(Plan.MEMBER, name(member))));
    return lines;
  }

  private int port(int number) {
    return ports.get(number - 1);
  }

  /** One for each member, and one for a process that does not belong. */
  private int places() {
    return plan.members + 1;
  }

  private static String all(int count, IntFunction<String> text) {
    return IntStream.rangeClosed(1, count).mapToObj(text).collect(Collectors.joining(", "));
  }

  /** Tells the workers to stop entering, and waits until they have. */
  public void rest(List<WorkerProcess> working) throws IOException, InterruptedException {
    for (WorkerProcess process : working) {
      process.tell("rest");
    }
    for (WorkerProcess process : working) {
      process.await("resting", PATIENCE);
    }
  }

  /** Tells the workers to leave the cluster and end, and waits until they have. */
  public void leave(List<WorkerProcess> working) throws IOException, InterruptedException {
    for (WorkerProcess process : working) {
      process.tell("leave");
    }
    for (WorkerProcess process : working) {
      process.await("left", PATIENCE);
    }
  }

  @Override
  public void close() {
    started.forEach(WorkerProcess::close);
  }

  /** Removes all files. */
  public void delete() throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
