package dev.baton.lab.campaign;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.baton.lab.demo.WorkerException;
import dev.baton.lab.demo.WorkerProcess;
import dev.baton.lab.run.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The processes of the members. One that ends without having been told to is started again, as a
 * supervisor of services would do, and that it ended is a violation, unless its disk was broken.
 */
final class Crew implements AutoCloseable {

  /** On a busy machine the first start of all takes more than the usual minute. */
  private static final Duration JOIN_PATIENCE = Duration.ofSeconds(180);

  private static final Duration SHORT_PATIENCE = Duration.ofSeconds(1);
  private static final Duration REST_PATIENCE = Duration.ofSeconds(15);
  private static final Duration ROLE_PATIENCE = Duration.ofSeconds(3);
  private static final int FIRST_LINES = 3;

  /** A member that should run. */
  private static final class Place {
    WorkerProcess process;
    Path journal;
    boolean isExpected;
    boolean isStopped;
    boolean mayEnd;
  }

  private final CampaignSettings settings;
  private final Ground ground;
  private final Path directory;
  private final Class<?> main;
  private final Map<Integer, Path> states;
  private final CampaignKeys certificates;
  private final Map<Integer, Path> clocks = new TreeMap<>();

  @GuardedBy("this")
  private final Map<Integer, Place> places = new TreeMap<>();

  @GuardedBy("this")
  private final List<WorkerProcess> started = new ArrayList<>();

  @GuardedBy("this")
  private final List<String> mishaps = new ArrayList<>();

  /** How often somebody was asked for its role. */
  private int roles;

  @GuardedBy("this")
  private boolean closed;

  Crew(
      CampaignSettings settings,
      Ground ground,
      Path directory,
      Class<?> main,
      Map<Integer, Path> states)
      throws IOException {
    this.settings = settings;
    this.ground = ground;
    this.directory = directory;
    this.main = main;
    this.states = states;
    certificates = settings.tls() ? certificates() : null;
  }

  /** For all that may join, and one more that nobody trusts. */
  private CampaignKeys certificates() throws IOException {
    CampaignKeys made = new CampaignKeys(directory);
    List<String> trusted = new ArrayList<>();
    for (int member = 1; member <= settings.members() + CampaignSettings.GUESTS; member++) {
      made.key(CampaignSettings.name(member), ground.host(member));
      trusted.add(CampaignSettings.name(member));
    }
    made.trust(trusted);
    made.key(FaultDriver.STRANGER, ground.host(settings.places()));
    return made;
  }

  /** Gives a member a wall clock that can be set; before it is started. */
  void setClock(int member, int seconds) throws IOException {
    Path clock = directory.resolve("clock-" + member);
    Files.writeString(clock, (seconds < 0 ? "" : "+") + seconds + "\n");
    clocks.put(member, clock);
  }

  /** The usual configuration of a member that is at a place. */
  List<String> config(int member, int place) {
    String name = CampaignSettings.name(member);
    List<String> lines = new ArrayList<>();
    lines.add("cluster = campaign");
    lines.add("member = " + name);
    lines.add("zone = " + Wanderer.ZONE + (member % 2 + 1));
    lines.add("bind = " + ground.host(place) + ":" + ground.port(place));
    lines.add("consensusPort = " + ground.consensusPort(place));
    lines.add("peers = " + peers());
    lines.add("voters = " + names(settings.voters()));
    if (member <= settings.voters()) {
      lines.add("state = " + states.get(place));
    }
    lines.add("lease = " + settings.lease().toMillis() + "ms");
    for (String pattern : settings.names()) {
      lines.add("algorithm." + pattern + " = " + settings.algorithm());
    }
    lines.add("permitsPerMember = 1");
    lines.add("joinPatience = " + JOIN_PATIENCE.toSeconds() + "s");
    lines.addAll(security(name));
    return lines;
  }

  List<String> security(String name) {
    return certificates == null ? List.of("insecure = true") : certificates.lines(name);
  }

  private String peers() {
    return IntStream.rangeClosed(1, settings.members())
        .mapToObj(member -> ground.host(member) + ":" + ground.port(member))
        .collect(Collectors.joining(", "));
  }

  private static String names(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(CampaignSettings::name)
        .collect(Collectors.joining(", "));
  }

  /** Starts a process that belongs to nobody in particular. */
  synchronized WorkerProcess start(String name, int place, List<String> config) throws IOException {
    if (closed) {
      throw new IOException("the campaign is over");
    }
    int run = started.size() + 1;
    Path file = directory.resolve(name + "." + run + ".properties");
    Files.write(file, config);
    Path journal = WorkerProcess.history(directory, name, run);
    String loads = settings.loads().stream().map(Load::id).collect(Collectors.joining(","));
    long seed = settings.seed() * 1_000 + run;
    ProcessBuilder builder =
        ChildJvm.of(main, List.of(file.toString(), journal.toString(), "" + seed, loads));
    List<String> command = new ArrayList<>(ground.command(place));
    command.addAll(builder.command());
    // An option of the JVM. Why an epoch began is in the log alone.
    command.add(ground.command(place).size() + 1, "-Dorg.slf4j.simpleLogger.log.dev.baton=info");
    builder.command(command);
    if (clocks.containsKey(place)) {
      Clocks.prepare(builder.environment(), clocks.get(place));
    }
    WorkerProcess process =
        new WorkerProcess(builder, name, journal, directory.resolve(name + "." + run + ".log"));
    started.add(process);
    return process;
  }

  /** Starts a member, perhaps not for the first time. */
  synchronized void start(int member) throws IOException {
    int run = started.size() + 1;
    Place place = places.computeIfAbsent(member, key -> new Place());
    place.process = start(CampaignSettings.name(member), member, config(member, member));
    place.journal = WorkerProcess.history(directory, CampaignSettings.name(member), run);
    place.isExpected = true;
    place.isStopped = false;
  }

  void awaitJoined(int member) throws InterruptedException {
    process(member).awaitLine("joined", JOIN_PATIENCE);
  }

  private synchronized WorkerProcess process(int member) {
    return places.get(member).process;
  }

  private synchronized Place place(int member) {
    return places.get(member);
  }

  void kill(int member) throws IOException, InterruptedException {
    synchronized (this) {
      places.get(member).isExpected = false;
    }
    process(member).kill();
  }

  /** Stops it, or lets it continue. */
  void stop(int member, boolean stops) throws IOException, InterruptedException {
    synchronized (this) {
      places.get(member).isStopped = stops;
    }
    process(member).signal(stops ? "STOP" : "CONT");
  }

  /** Closes it in good order; kills it if that takes too long, which is told. */
  String leave(int member) throws IOException, InterruptedException {
    WorkerProcess process = process(member);
    synchronized (this) {
      places.get(member).isExpected = false;
    }
    try {
      process.tell("leave");
      process.awaitLine("left", REST_PATIENCE);
      return "";
    } catch (WorkerException e) {
      process.kill();
      return e.getMessage();
    }
  }

  /** Its disk is broken: it may end, and is not started again before {@link #mayNotEnd}. */
  synchronized void mayEnd(int member) {
    places.get(member).mayEnd = true;
  }

  synchronized void mayNotEnd(int member) {
    places.get(member).mayEnd = false;
  }

  boolean isAlive(int member) {
    return process(member).isAlive();
  }

  /** Starts again whoever has ended without having been told to. */
  synchronized void lookAfter() {
    for (Map.Entry<Integer, Place> entry : places.entrySet()) {
      Place place = entry.getValue();
      if (closed || !place.isExpected || place.mayEnd || place.process.isAlive()) {
        continue;
      }
      mishaps.add(place.process.ended().getMessage());
      try {
        start(entry.getKey());
      } catch (IOException e) {
        mishaps.add(
            CampaignSettings.name(entry.getKey()) + " cannot be started: " + e.getMessage());
        place.isExpected = false;
      }
    }
  }

  /** Something happened that should not have. */
  synchronized void mishap(String what) {
    mishaps.add(what);
  }

  synchronized List<String> mishaps() {
    return List.copyOf(mishaps);
  }

  /** Whether everybody who should run has joined, and is not stopped. */
  synchronized boolean allHaveJoined() throws IOException {
    for (Place place : places.values()) {
      if (place.isExpected && !(place.process.isAlive() && hasJoined(place.journal))) {
        return false;
      }
    }
    return true;
  }

  /** Its first lines say so. */
  private static boolean hasJoined(Path journal) throws IOException {
    if (!Files.exists(journal)) {
      return false;
    }
    try (Stream<String> lines = Files.lines(journal)) {
      return lines.limit(FIRST_LINES).anyMatch(line -> line.matches("event \\d+ joined"));
    }
  }

  /** The voter that leads the consensus; 0 if none says so. */
  int leader() throws InterruptedException {
    for (int member = 1; member <= settings.voters(); member++) {
      if (role(member).endsWith(" leader")) {
        return member;
      }
    }
    return 0;
  }

  private String role(int member) throws InterruptedException {
    try {
      WorkerProcess process = process(member);
      // With a number: an answer that comes too late is none to the next question.
      roles++;
      process.tell("role " + roles);
      return process.awaitLine("role " + roles, ROLE_PATIENCE);
    } catch (WorkerException e) {
      return "none";
    }
  }

  /** Has everybody who can look at itself. */
  void health() throws InterruptedException {
    List<WorkerProcess> asked = new ArrayList<>();
    for (WorkerProcess process : running()) {
      try {
        process.tell("health");
        asked.add(process);
      } catch (WorkerException e) {
        // It has just ended; lookAfter notices.
      }
    }
    for (WorkerProcess process : asked) {
      try {
        process.awaitLine("healthy", SHORT_PATIENCE);
      } catch (WorkerException e) {
        // Not joined yet, or too slow: it is asked again.
      }
    }
  }

  private synchronized List<WorkerProcess> running() {
    return places.values().stream()
        .filter(place -> place.isExpected && !place.isStopped && place.process.isAlive())
        .map(place -> place.process)
        .toList();
  }

  /** The journals of those that run. */
  synchronized Set<Path> journals() {
    return places.values().stream()
        .filter(place -> place.isExpected && place.process.isAlive())
        .map(place -> place.journal)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Tells everybody to finish, and waits for a while. */
  void rest() throws InterruptedException {
    List<WorkerProcess> told = new ArrayList<>();
    for (WorkerProcess process : running()) {
      try {
        process.tell("rest");
        told.add(process);
      } catch (WorkerException e) {
        // As if it had not run.
      }
    }
    for (WorkerProcess process : told) {
      try {
        process.awaitLine("resting", REST_PATIENCE);
      } catch (WorkerException e) {
        // Its journal says what it waits for.
      }
    }
  }

  @Override
  public void close() {
    List<WorkerProcess> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(started);
    }
    all.forEach(WorkerProcess::close);
  }
}
