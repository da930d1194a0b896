package dev.baton.lab.campaign;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonBuilder;
import dev.baton.cluster.BatonListener;
import dev.baton.lab.member.MemberConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * A member as a process that does what its loads say as soon as it has joined, and writes it down.
 * It obeys lines on its standard input:
 *
 * <pre>
 * role     does it lead the consensus                answer: role leader | role WORDS
 * health   collect garbage, count threads            answer: healthy
 * rest     finish what was begun, ask no more        answer: resting
 * leave    leave the cluster, wherever it is         answer: left
 * </pre>
 *
 * When its input ends it is gone at once, so that nobody is left behind.
 */
public final class CampaignWorker {

  private final Baton baton;
  private final Journal journal;
  private final List<Thread> threads = new ArrayList<>();

  @GuardedBy("this")
  private boolean resting;

  @GuardedBy("this")
  private int working;

  private CampaignWorker(Baton baton, Journal journal) {
    this.baton = baton;
    this.journal = journal;
  }

  /**
   * Runs one.
   *
   * @param args its configuration, its journal, the seed of what it draws, and its loads
   */
  public static void main(String[] args) throws IOException {
    run(args, BatonBuilder::join);
  }

  static void run(String[] args, Function<BatonBuilder, Baton> join) throws IOException {
    BlockingQueue<String> orders = new LinkedBlockingQueue<>();
    Thread.ofPlatform().daemon().name("orders").start(() -> listen(orders));
    try {
      MemberConfig config = MemberConfig.read(Path.of(args[0]));
      Journal journal = new Journal(Path.of(args[1]), config.member());
      journal.event(System.nanoTime(), "started");
      Baton baton = join.apply(config.builder());
      journal.event(System.nanoTime(), "joined");
      CampaignWorker worker = new CampaignWorker(baton, journal);
      baton.addListener(worker.new Events());
      // The first look takes longest, and should not when somebody waits for the answer.
      role();
      say("joined");
      worker.begin(Load.parse(List.of(args[3].split(","))), Long.parseLong(args[2]));
      worker.obey(orders);
    } catch (InterruptedException | RuntimeException e) {
      fail(e);
    }
  }

  private static void listen(BlockingQueue<String> orders) {
    try {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        orders.add(line);
      }
    } catch (IOException e) {
      // As if it had ended.
    }
    Runtime.getRuntime().halt(1);
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  private static void fail(Exception e) {
    say("failed " + e.getClass().getSimpleName() + ": " + e.getMessage());
    e.printStackTrace();
    Runtime.getRuntime().halt(1);
  }

  /** What happens to the member, as its application hears it. */
  private final class Events implements BatonListener {

    @Override
    public void onEpoch(long epoch, List<String> members) {
      event("epoch " + epoch + " " + String.join(",", members));
    }

    @Override
    public void onHoldLost(String lock, long fence, String reason) {
      event("hold " + lock + " lost: " + reason);
    }

    @Override
    public void onEvicted() {
      event("evicted");
    }

    @Override
    public void onSuspended() {
      event("suspended");
    }

    @Override
    public void onResumed() {
      event("resumed");
    }

    @Override
    public void onFailed(String reason) {
      event("failed " + reason);
      fail(new IllegalStateException(reason));
    }

    private void event(String text) {
      journal.event(System.nanoTime(), text);
    }
  }

  private void begin(Set<Load> loads, long seed) {
    for (Load load : loads) {
      Line line = new Line(this, load, new Random(seed + load.ordinal()));
      Thread thread = Thread.ofPlatform().daemon().name(load.id()).unstarted(line);
      threads.add(thread);
    }
    synchronized (this) {
      working = threads.size();
    }
    threads.forEach(Thread::start);
    if (loads.contains(Load.ROAMING)) {
      Wanderer wanderer = new Wanderer(this, new Random(seed + Load.values().length));
      Thread.ofPlatform().daemon().name("wanderer").start(wanderer);
    }
  }

  Baton baton() {
    return baton;
  }

  Journal journal() {
    return journal;
  }

  /** Waits between two entries; false if it is to ask no more. */
  synchronized boolean pause(long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (!resting) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return true;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return false;
  }

  synchronized boolean isResting() {
    return resting;
  }

  /** A thread has come to its end because all rest. */
  synchronized void ended() {
    working--;
    if (working == 0) {
      say("resting");
    }
  }

  private void obey(BlockingQueue<String> orders) throws InterruptedException {
    while (true) {
      String line = orders.take();
      switch (line.split(" ")[0]) {
        case "role" -> {
          String role = role();
          journal.event(System.nanoTime(), "role " + role);
          say(line + " " + role);
        }
        case "health" -> health();
        case "rest" -> rest();
        case "leave" -> leave();
        default -> throw new IllegalArgumentException("There is no order '" + line + "'.");
      }
    }
  }

  private synchronized void rest() {
    resting = true;
    notifyAll();
  }

  private void leave() {
    rest();
    baton.close();
    journal.event(System.nanoTime(), "left");
    say("left");
    Runtime.getRuntime().halt(0);
  }

  @SuppressWarnings("SystemGC") // What is left after a collection is what grows, if anything does.
  private void health() {
    System.gc();
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    int count = ManagementFactory.getThreadMXBean().getThreadCount();
    journal.health(System.nanoTime(), count, heap.getUsed());
    say("healthy");
  }

  /**
   * As the consensus library tells everybody who looks at its process. There may be beans of groups
   * that it has left, which never lead.
   */
  private static String role() {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    String role = "none";
    try {
      for (ObjectName name :
          server.queryNames(new ObjectName("Ratis:service=RaftServer,*"), null)) {
        if (String.valueOf(server.getAttribute(name, "Role")).contains("LEADER")) {
          return "leader";
        }
        role = "follower, " + server.getAttribute(name, "LeaderId") + " leads";
      }
    } catch (JMException e) {
      return "none, " + e.getMessage();
    }
    return role;
  }
}
