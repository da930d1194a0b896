package dev.baton.lab.campaign;

import dev.baton.lab.run.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A network namespace for each place, and one in the middle with a {@link Relay}. In each place a
 * device of type VXLAN carries the addresses that the members use; what is sent there comes out of
 * the other end as UDP, in the middle, where the relay reads it.
 *
 * <pre>
 *   place 1                         middle                        place 2
 *   10.78.0.1 on vx0                                              10.78.0.2 on vx0
 *   10.77.1.2 on eth0 ── 10.77.1.1   relay   10.77.2.1 ── 10.77.2.2 on eth0
 * </pre>
 *
 * All names begin with {@code baton-} and the number of this process, and what is outside of these
 * namespaces stays as it is.
 */
final class Namespaces implements Ground {

  private static final int MEMBER_PORT = 7800;

  private final String prefix;
  private final int places;
  private final List<String> made = Collections.synchronizedList(new ArrayList<>());
  private Process relay;
  private Writer orders;
  private BufferedReader answers;

  private Namespaces(String prefix, int places) {
    this.prefix = prefix;
    this.places = places;
  }

  /** Why there can be none here; null if there can. */
  static String obstacle() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return "this is not Linux";
    }
    if (!Shell.isRoot()) {
      return "not root";
    }
    String missing = Shell.missing("ip", "nsenter");
    return missing == null ? null : "there is no command '" + missing + "'";
  }

  /**
   * Makes them.
   *
   * @throws IOException if the kernel cannot
   */
  static Namespaces make(int places, long seed) throws IOException {
    String prefix = "baton-" + ProcessHandle.current().pid() + "-" + Long.toString(next(), 36);
    Namespaces namespaces = new Namespaces(prefix, places);
    try {
      namespaces.makeAll();
      namespaces.startRelay(seed);
      return namespaces;
    } catch (IOException e) {
      namespaces.close();
      throw e;
    }
  }

  /** Tells campaigns of one process apart. */
  private static long next() {
    return System.nanoTime() / 1_000_000 % 46_656;
  }

  private String space(int place) {
    return prefix + "-" + place;
  }

  private void makeAll() throws IOException {
    add(space(0));
    for (int place = 1; place <= places; place++) {
      String space = space(place);
      add(space);
      String outside = "h" + place;
      ip(0, "link add " + outside + " type veth peer name eth0 netns " + space);
      ip(0, "addr add " + middleAddress(place) + "/30 dev " + outside);
      ip(0, "link set " + outside + " up");
      ip(place, "addr add " + outerAddress(place) + "/30 dev eth0");
      ip(place, "link set eth0 up");
      ip(
          place,
          "link add vx0 address "
              + hardwareAddress(place)
              + " type vxlan id 7 local "
              + outerAddress(place)
              + " remote "
              + middleAddress(place)
              + " dstport "
              + Relay.PORT
              + " dev eth0 nolearning");
      // One packet is one packet: the relay could not pass on what the kernel has lumped together.
      ip(place, "link set vx0 gso_max_segs 1 up");
      ip(place, "addr add " + host(place) + "/24 dev vx0");
    }
    for (int place = 1; place <= places; place++) {
      for (int other = 1; other <= places; other++) {
        if (other != place) {
          String neighbour = host(other) + " lladdr " + hardwareAddress(other);
          ip(place, "neigh add " + neighbour + " dev vx0 nud permanent");
        }
      }
    }
  }

  private void add(String space) throws IOException {
    Shell.run("ip netns add " + space);
    made.add(space);
    Shell.run("ip -n " + space + " link set lo up");
  }

  private void ip(int place, String words) throws IOException {
    Shell.run("ip -n " + space(place) + " " + words);
  }

  private void startRelay(long seed) throws IOException {
    ProcessBuilder builder = ChildJvm.of(Relay.class, List.of("" + places, "" + seed));
    List<String> command = new ArrayList<>(command(0));
    command.addAll(builder.command());
    // Warnings of a JVM are not answers.
    relay = builder.command(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    orders = relay.outputWriter(StandardCharsets.UTF_8);
    answers = relay.inputReader(StandardCharsets.UTF_8);
    String ready = answers.readLine();
    if (!"ready".equals(ready)) {
      throw new IOException("the relay does not start: " + ready);
    }
  }

  private static String middleAddress(int place) {
    return "10.77." + place + ".1";
  }

  /** Where the relay reaches a place. */
  static String outerAddress(int place) {
    return "10.77." + place + ".2";
  }

  private static String hardwareAddress(int place) {
    return String.format("02:00:00:00:00:%02x", place);
  }

  @Override
  public String name() {
    return "network namespaces";
  }

  @Override
  public String host(int place) {
    return "10.78.0." + place;
  }

  @Override
  public int port(int place) {
    return MEMBER_PORT;
  }

  @Override
  public int consensusPort(int place) {
    return MEMBER_PORT + 1;
  }

  /** Without a namespace for mounts, as {@code ip netns exec} would make one: disks come and go. */
  @Override
  public List<String> command(int place) {
    return List.of("nsenter", "--net=/run/netns/" + space(place));
  }

  @Override
  public synchronized void rule(int from, int to, LinkRule rule) throws IOException {
    orders.write("rule " + from + " " + to + " " + rule.words() + "\n");
    orders.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("the relay has ended");
    }
  }

  @Override
  public void close() {
    if (relay != null) {
      relay.destroyForcibly().onExit().join();
    }
    // The devices go with their namespaces.
    for (String space : List.copyOf(made)) {
      Shell.tryRun("ip netns del " + space);
      made.remove(space);
    }
  }
}
