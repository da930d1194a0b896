package dev.baton.lab.campaign;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The network between the namespaces, as a process in a namespace of its own. Each place sends all
 * its packets here, wrapped in VXLAN, which is UDP and so can be read without anything but the JDK.
 * The relay looks for whom a packet is, and drops it, keeps it for a while, sends it twice, or
 * passes it on. These are packets of IP below TCP, so members see what they would see on a bad
 * network: retransmissions, stalls and timeouts, never an error.
 *
 * <p>It obeys lines on its standard input:
 *
 * <pre>
 * rule FROM TO {@link LinkRule#words}   answer: done
 * count                             answer: count PACKETS DROPPED
 * </pre>
 *
 * When its input ends it is gone at once.
 */
final class Relay {

  static final int PORT = 4789;

  /** Behind the headers of VXLAN and Ethernet. */
  private static final int VXLAN = 8;

  private static final int ETHERNET = 14;
  private static final int LARGEST = 65_536;
  private static final int TCP = 6;
  private static final int TCP_CHECKSUM = 16;

  /** A packet that is overtaken waits up to this long. */
  private static final int OVERTAKEN_MILLIS = 40;

  private record Late(ByteBuffer packet, int to, long due) implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(due, ((Late) other).due);
    }
  }

  private final int places;
  private final DatagramChannel channel;
  private final AtomicReferenceArray<LinkRule> rules;
  private final InetSocketAddress[] addresses;
  private final DelayQueue<Late> late = new DelayQueue<>();
  private final Random random;
  private volatile long packets;
  private volatile long dropped;

  private Relay(int places, long seed) throws IOException {
    this.places = places;
    random = new Random(seed);
    rules = new AtomicReferenceArray<>((places + 1) * (places + 1));
    addresses = new InetSocketAddress[places + 1];
    for (int place = 1; place <= places; place++) {
      addresses[place] = new InetSocketAddress(Namespaces.outerAddress(place), PORT);
    }
    for (int i = 0; i < rules.length(); i++) {
      rules.set(i, LinkRule.FREE);
    }
    channel = DatagramChannel.open().bind(new InetSocketAddress("0.0.0.0", PORT));
  }

  /**
   * Runs it.
   *
   * @param args the number of places, and the seed of what it draws
   */
  public static void main(String[] args) throws IOException {
    Relay relay = new Relay(Integer.parseInt(args[0]), Long.parseLong(args[1]));
    Thread.ofPlatform().daemon().name("relay").start(relay::pass);
    Thread.ofPlatform().daemon().name("late").start(relay::passLate);
    System.out.println("ready");
    relay.obey();
    Runtime.getRuntime().halt(0);
  }

  private void obey() throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ");
      if (words[0].equals("rule")) {
        int from = Integer.parseInt(words[1]);
        int to = Integer.parseInt(words[2]);
        rules.set(index(from, to), LinkRule.parse(words, 3));
        System.out.println("done");
      } else {
        System.out.println("count " + packets + " " + dropped);
      }
    }
  }

  private int index(int from, int to) {
    return from * (places + 1) + to;
  }

  private void pass() {
    ByteBuffer packet = ByteBuffer.allocateDirect(LARGEST);
    while (true) {
      try {
        packet.clear();
        channel.receive(packet);
        packet.flip();
        pass(packet);
      } catch (IOException e) {
        System.err.println("relay: " + e);
      }
    }
  }

  private void pass(ByteBuffer packet) throws IOException {
    if (packet.remaining() < VXLAN + ETHERNET) {
      return;
    }
    // The last byte of an Ethernet address is the number of the place.
    int to = packet.get(VXLAN + 5) & 0xff;
    int from = packet.get(VXLAN + 11) & 0xff;
    if (to < 1 || to > places || from < 1 || from > places) {
      return;
    }
    packets = packets + 1;
    LinkRule rule = rules.get(index(from, to));
    if (rule.cut() || isDrawn(rule.loss())) {
      dropped = dropped + 1;
      return;
    }
    finish(packet);
    send(packet, to, rule);
    if (isDrawn(rule.doubled())) {
      send(packet, to, rule);
    }
  }

  private boolean isDrawn(double share) {
    return share > 0 && random.nextDouble() < share;
  }

  private void send(ByteBuffer packet, int to, LinkRule rule) throws IOException {
    double millis = rule.delayMillis();
    if (rule.jitterMillis() > 0) {
      millis += rule.jitterMillis() * random.nextDouble();
    }
    if (isDrawn(rule.reordered())) {
      millis += 1 + (OVERTAKEN_MILLIS - 1) * random.nextDouble();
    }
    if (millis > 0) {
      ByteBuffer copy = ByteBuffer.allocate(packet.remaining()).put(packet.duplicate()).flip();
      late.add(new Late(copy, to, System.nanoTime() + (long) (millis * 1e6)));
    } else {
      send(packet, to);
    }
  }

  private void send(ByteBuffer packet, int to) throws IOException {
    channel.send(packet.duplicate(), addresses[to]);
  }

  private void passLate() {
    while (true) {
      try {
        Late next = late.take();
        send(next.packet, next.to);
      } catch (IOException e) {
        System.err.println("relay: " + e);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /**
   * Writes the checksum of TCP: the kernel has left it to the device, because it thinks that the
   * packet stays in this machine.
   */
  private static void finish(ByteBuffer packet) {
    int ip = VXLAN + ETHERNET;
    if (packet.limit() < ip + 20 || packet.get(ip) >> 4 != 4 || packet.get(ip + 9) != TCP) {
      return;
    }
    int tcp = ip + (packet.get(ip) & 0xf) * 4;
    int end = ip + (packet.getShort(ip + 2) & 0xffff);
    if (end > packet.limit() || tcp + TCP_CHECKSUM + 2 > end) {
      return;
    }
    packet.putShort(tcp + TCP_CHECKSUM, (short) 0);
    long sum = TCP + end - tcp;
    for (int i = ip + 12; i < ip + 20; i += 2) {
      sum += packet.getShort(i) & 0xffff;
    }
    for (int i = tcp; i < end - 1; i += 2) {
      sum += packet.getShort(i) & 0xffff;
    }
    if ((end - tcp) % 2 == 1) {
      sum += (packet.get(end - 1) & 0xff) << 8;
    }
    while (sum >> 16 != 0) {
      sum = (sum & 0xffff) + (sum >> 16);
    }
    packet.putShort(tcp + TCP_CHECKSUM, (short) ~sum);
  }
}
