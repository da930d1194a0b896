package dev.baton.lab.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Members at work while one fault after the other happens to them, then judged. */
public final class Campaign implements AutoCloseable {

  private static final Duration LOOK = Duration.ofMillis(200);

  /** How long to wait for those that were started again to have joined. */
  private static final Duration BETWEEN_FAULTS = Duration.ofSeconds(20);

  private static final Duration BEFORE_THE_LAST_CALM = Duration.ofSeconds(60);

  /** The machine itself stood still if this process was not woken up for so long. */
  private static final long STALL_NANOS = Duration.ofMillis(300).toNanos();

  /**
   * What it came to.
   *
   * @param where namespaces or loopback
   * @param leftOut one sentence for each group of faults that was wanted but is not possible here
   * @param stalls when the machine itself stood still: from, to
   */
  public record Outcome(
      CampaignSettings settings,
      String where,
      List<String> leftOut,
      List<PlannedFault> plan,
      CampaignJudge.Course course,
      CampaignJudge.Findings findings,
      List<String> violations,
      List<long[]> stalls) {

    public boolean isFine() {
      return violations.isEmpty();
    }
  }

  private final CampaignSettings settings;
  private final Path directory;
  private final Class<?> main;
  private final Consumer<String> progress;
  private final List<String> leftOut = new ArrayList<>();
  private final List<long[]> stalls = new ArrayList<>();
  private Ground ground;
  private Disks disks;
  private Crew crew;
  private FaultDriver driver;
  private volatile boolean closed;

  public Campaign(CampaignSettings settings, Path directory, Consumer<String> progress) {
    this(settings, directory, CampaignWorker.class, progress);
  }

  /**
   * Prepares one; nothing runs yet.
   *
   * @param directory where everything is written
   * @param main the class to run, a {@link CampaignWorker} or like it
   */
  public Campaign(
      CampaignSettings settings, Path directory, Class<?> main, Consumer<String> progress) {
    this.settings = settings;
    this.directory = directory;
    this.main = main;
    this.progress = progress;
  }

  /** Runs it. */
  public Outcome run() throws IOException, InterruptedException {
    Set<FaultKind> possible = makeGround();
    List<PlannedFault> plan = FaultPlan.draw(settings, possible);
    tell(plan);
    Map<Integer, Path> states = makeStates(plan);
    synchronized (this) {
      checkOpen();
      crew = new Crew(settings, ground, directory, main, states);
      driver = new FaultDriver(settings, ground, crew, disks, directory);
    }
    for (PlannedFault fault : plan) {
      if (fault.kind() == FaultKind.CLOCK) {
        crew.setClock(Integer.parseInt(fault.victim().substring("member-".length())), 0);
      }
    }
    CampaignJudge.Course course = work(plan);
    crew.rest();
    crew.close();
    CampaignJudge.Findings findings = CampaignJudge.judge(settings, course, directory);
    List<String> violations = new ArrayList<>(findings.violations());
    crew.mishaps().forEach(mishap -> violations.add(mishap + " (it should not have)"));
    return new Outcome(
        settings, ground.name(), leftOut, plan, course, findings, violations, stalls);
  }

  // Before.

  /** Finds out what is possible, and says what is not. */
  private synchronized Set<FaultKind> makeGround() throws IOException {
    checkOpen();
    Set<FaultKind> possible = EnumSet.noneOf(FaultKind.class);
    possible.addAll(settings.faults().kinds());
    Map<FaultKind.Need, String> obstacles = new EnumMap<>(FaultKind.Need.class);
    String obstacle = settings.isLocal() ? "--local" : Namespaces.obstacle();
    if (obstacle == null) {
      try {
        ground = Namespaces.make(settings.places(), settings.seed());
      } catch (IOException e) {
        obstacle = e.getMessage();
      }
    }
    if (obstacle != null) {
      ground = new Ground.Loopback(settings.places());
      obstacles.put(FaultKind.Need.NETWORK, obstacle);
    }
    obstacle = settings.isLocal() ? "--local" : Disks.obstacle();
    if (obstacle != null) {
      obstacles.put(FaultKind.Need.DISKS, obstacle);
    } else if (!Disks.canFail()) {
      leaveOut(possible, EnumSet.of(FaultKind.DISK_FAILING), "there is no perl");
    }
    obstacle = possible.contains(FaultKind.CLOCK) ? Clocks.obstacle(directory) : null;
    if (obstacle != null) {
      obstacles.put(FaultKind.Need.CLOCKS, obstacle);
    }
    obstacles.forEach(
        (need, why) -> {
          Set<FaultKind> without = EnumSet.noneOf(FaultKind.class);
          for (FaultKind kind : possible) {
            if (kind.need() == need) {
              without.add(kind);
            }
          }
          leaveOut(possible, without, why);
        });
    return possible;
  }

  private void leaveOut(Set<FaultKind> possible, Set<FaultKind> without, String why) {
    without.retainAll(possible);
    if (!without.isEmpty()) {
      possible.removeAll(without);
      String names = String.join(", ", without.stream().map(FaultKind::id).toList());
      leftOut.add("left out: " + names + " (" + why + ")");
    }
  }

  private void tell(List<PlannedFault> plan) {
    progress.accept(
        settings.members()
            + " members, "
            + settings.voters()
            + " voters, on "
            + ground.name()
            + (settings.tls() ? ", with TLS" : "")
            + ", seed "
            + settings.seed());
    leftOut.forEach(progress);
    progress.accept("plan: " + (plan.isEmpty() ? "no faults" : plan.size() + " faults"));
    plan.forEach(fault -> progress.accept(fault.line()));
  }

  /** Directories of voters, each on a disk of its own if disks are to suffer. */
  private synchronized Map<Integer, Path> makeStates(List<PlannedFault> plan) throws IOException {
    checkOpen();
    boolean ownDisks = plan.stream().anyMatch(fault -> fault.kind().need() == FaultKind.Need.DISKS);
    Map<Integer, Path> states = new TreeMap<>();
    if (ownDisks) {
      disks = new Disks(directory);
    }
    for (int member = 1; member <= settings.members(); member++) {
      states.put(
          member,
          ownDisks && member <= settings.voters()
              ? disks.make(member)
              : Files.createDirectory(directory.resolve("state-" + member)));
    }
    states.put(settings.places(), directory.resolve("state-" + settings.places()));
    return states;
  }

  // The course.

  private CampaignJudge.Course work(List<PlannedFault> plan)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    for (int member = 1; member <= settings.members(); member++) {
      crew.start(member);
    }
    for (int member = 1; member <= settings.members(); member++) {
      crew.awaitJoined(member);
    }
    long start = System.nanoTime();
    progress.accept(String.format("all have joined after %.1f s", (start - began) / 1e9));
    List<CampaignJudge.Done> done = new ArrayList<>();
    List<Long> looks = new ArrayList<>();
    long calmUntil = start + settings.warmUp().toNanos();
    for (PlannedFault fault : plan) {
      pass(Math.max(calmUntil, start + fault.atMillis() * 1_000_000));
      passUntilJoined(BETWEEN_FAULTS);
      looks.add(System.nanoTime());
      crew.health();
      long begin = System.nanoTime();
      String who = driver.begin(fault);
      progress.accept(
          String.format(
              "%6.1f s  %s%s",
              (begin - start) / 1e9, fault.what(), who.isEmpty() ? "" : " (" + who + ")"));
      pass(begin + fault.millis() * 1_000_000);
      String note = driver.end(fault);
      long end = System.nanoTime();
      if (!note.isEmpty()) {
        progress.accept(String.format("%6.1f s    %s", (end - start) / 1e9, note));
      }
      done.add(new CampaignJudge.Done(fault, begin, end, who, note));
      calmUntil = end + settings.calm().toNanos();
    }
    pass(start + settings.time().minus(settings.lastCalm()).toNanos());
    passUntilJoined(BEFORE_THE_LAST_CALM);
    long calm = System.nanoTime();
    progress.accept(String.format("%6.1f s  calm", (calm - start) / 1e9));
    pass(calm + settings.lastCalm().toNanos());
    looks.add(System.nanoTime());
    crew.health();
    long end = System.nanoTime();
    return new CampaignJudge.Course(start, done, looks, calm, end, crew.journals());
  }

  /** On a busy machine a JVM takes long to start, and that is not what the judge is to find. */
  private void passUntilJoined(Duration most) throws IOException, InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    while (!crew.allHaveJoined() && System.nanoTime() < end) {
      pass(System.nanoTime() + LOOK.toNanos());
    }
  }

  /** Lets time pass until a moment, while it looks after the processes and at the machine. */
  private void pass(long until) throws IOException, InterruptedException {
    while (true) {
      if (closed) {
        throw new InterruptedException("the campaign was abandoned");
      }
      long before = System.nanoTime();
      if (before >= until) {
        return;
      }
      long nap = Math.min(LOOK.toNanos(), until - before);
      Thread.sleep(Duration.ofNanos(nap));
      long after = System.nanoTime();
      if (after - before - nap > STALL_NANOS) {
        stalls.add(new long[] {before + nap, after});
      }
      crew.lookAfter();
    }
  }

  private void checkOpen() throws IOException {
    if (closed) {
      throw new IOException("the campaign was abandoned");
    }
  }

  /** Ends all processes, and removes namespaces and disks; the files stay. */
  @Override
  public void close() {
    closed = true;
    synchronized (this) {
      if (disks != null) {
        disks.thawAll();
      }
      if (driver != null) {
        driver.abandon();
      }
      if (crew != null) {
        crew.close();
      }
      if (disks != null) {
        disks.close();
        disks = null;
      }
      if (ground != null) {
        ground.close();
      }
    }
  }
}
