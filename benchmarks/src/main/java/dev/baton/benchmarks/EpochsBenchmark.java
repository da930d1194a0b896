package dev.baton.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The epoch store on three voters of this machine, each in a process of its own: how long a
 * proposal takes, how long the others need when the leader is killed or hangs, and what a voter
 * costs.
 */
final class EpochsBenchmark implements AutoCloseable {

  private static final int VOTERS = 3;
  private static final int WARM_UP = 300;
  private static final int PROPOSALS = 1000;
  private static final int ROUNDS = 5;

  private final Path root;
  private final String[] ports = new String[VOTERS];
  private final Voter[] voters = new Voter[VOTERS];

  private EpochsBenchmark() throws IOException {
    root = Files.createTempDirectory("baton-epochs");
    List<ServerSocket> sockets = new ArrayList<>();
    for (int i = 0; i < VOTERS; i++) {
      sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      ports[i] = String.valueOf(sockets.get(i).getLocalPort());
    }
    for (ServerSocket socket : sockets) {
      socket.close();
    }
  }

  static void run() {
    Table.title("Epoch store, three voters on this machine: wall time in ms");
    try (EpochsBenchmark benchmark = new EpochsBenchmark()) {
      benchmark.measure();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void measure() throws IOException, InterruptedException {
    Table.progress("three processes");
    double[] first = startAll();
    double[] cpu = Stream.of(voters).mapToDouble(Voter::cpuMillis).toArray();
    Voter leader = leader();
    Voter follower = voters[leader.number % VOTERS];
    Table.progress("proposals");
    leader.propose(WARM_UP);
    double[] atLeader = leader.propose(PROPOSALS);
    follower.propose(WARM_UP);
    double[] atFollower = follower.propose(PROPOSALS);
    String[] size = leader.ask("size").split("\t");
    Table.progress("leaders that are killed, and leaders that hang");
    double[] killed = new double[ROUNDS];
    double[] restarted = new double[ROUNDS];
    double[] hung = new double[ROUNDS];
    for (int r = 0; r < ROUNDS; r++) {
      Voter gone = leader();
      gone.process.destroyForcibly().waitFor();
      killed[r] = voters[gone.number % VOTERS].timed("propose 1");
      voters[gone.number - 1] = new Voter(gone.number);
      restarted[r] = voters[gone.number - 1].started();
      voters[gone.number - 1].propose(WARM_UP);
      Voter silent = leader();
      signal(silent, "STOP");
      hung[r] = voters[silent.number % VOTERS].timed("propose 1");
      signal(silent, "CONT");
    }

    Table table = new Table("what", "p50", "p99", "largest");
    row(table, "a proposal, at the leader", atLeader);
    row(table, "a proposal, at another voter", atFollower);
    row(table, "a question and a proposal, the leader just killed", killed);
    row(table, "a question and a proposal, the leader just stopped", hung);
    row(table, "start of a process to its first answer, all three new", first);
    row(table, "the same in CPU time", cpu);
    row(table, "start of a process to its first answer, again", restarted);
    table.print();
    System.out.printf(
        "%nA voter's process: %s threads, %s MiB of heap in use, %s MiB resident (-Xmx256m).%n",
        (Object[]) size);
  }

  private static void row(Table table, String what, double[] millis) {
    double[] sorted = millis.clone();
    Arrays.sort(sorted);
    table.row(
        what,
        Table.number(sorted[sorted.length / 2]),
        sorted.length < 100 ? "" : Table.number(sorted[sorted.length * 99 / 100]),
        Table.number(sorted[sorted.length - 1]));
  }

  private double[] startAll() throws IOException {
    for (int i = 0; i < VOTERS; i++) {
      voters[i] = new Voter(i + 1);
    }
    double[] millis = new double[VOTERS];
    for (int i = 0; i < VOTERS; i++) {
      millis[i] = voters[i].started();
    }
    return millis;
  }

  /** The voter that all take for the leader. */
  private Voter leader() throws IOException {
    while (true) {
      String name = voters[0].ask("leader");
      int agree = 0;
      for (Voter voter : voters) {
        agree += voter.ask("leader").equals(name) ? 1 : 0;
      }
      for (Voter voter : voters) {
        if (agree == VOTERS && voter.name.equals(name)) {
          return voter;
        }
      }
    }
  }

  private static void signal(Voter voter, String signal) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + signal, String.valueOf(voter.process.pid())).start().waitFor();
  }

  @Override
  public void close() throws IOException {
    for (Voter voter : voters) {
      if (voter != null) {
        voter.process.destroyForcibly();
        voter.process.onExit().join();
      }
    }
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** A {@link VoterProcess}, seen from here. */
  private final class Voter {
    final int number;
    final String name;
    final Process process;
    private final PrintStream to;
    private final BufferedReader from;

    Voter(int number) throws IOException {
      this.number = number;
      name = "voter-" + number;
      List<String> command =
          new ArrayList<>(
              List.of(
                  Fork.java(),
                  "-Xmx256m",
                  "-XX:+UseSerialGC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  VoterProcess.class.getName(),
                  name,
                  root.resolve(name).toString()));
      command.addAll(List.of(ports));
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      to = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
      from =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    double cpuMillis() {
      return process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L) * 1e-6;
    }

    double started() throws IOException {
      return Double.parseDouble(line());
    }

    String ask(String question) throws IOException {
      to.println(question);
      return line();
    }

    private String line() throws IOException {
      String line = from.readLine();
      if (line == null) {
        throw new IOException(name + " has ended.");
      }
      return line;
    }

    double[] propose(int times) throws IOException {
      return Stream.of(ask("propose " + times).split("\t"))
          .mapToDouble(nanos -> Long.parseLong(nanos) * 1e-6)
          .toArray();
    }

    double timed(String question) throws IOException {
      long before = System.nanoTime();
      ask(question);
      return (System.nanoTime() - before) * 1e-6;
    }
  }
}
