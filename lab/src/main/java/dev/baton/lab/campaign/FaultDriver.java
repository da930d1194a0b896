package dev.baton.lab.campaign;

import dev.baton.lab.demo.WorkerException;
import dev.baton.lab.demo.WorkerProcess;
import dev.baton.lab.run.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes faults happen, one at a time, and puts everything right again. */
final class FaultDriver {

  static final String STRANGER = "stranger";

  private static final Duration SHORT_PATIENCE = Duration.ofSeconds(10);

  private final CampaignSettings settings;
  private final Ground ground;
  private final Crew crew;
  private final Disks disks;
  private final Path directory;

  // What the fault under way has begun.

  private int victim;
  private String note = "";
  private Flapping flapping;
  private Process noise;
  private WorkerProcess stranger;

  FaultDriver(CampaignSettings settings, Ground ground, Crew crew, Disks disks, Path directory) {
    this.settings = settings;
    this.ground = ground;
    this.crew = crew;
    this.disks = disks;
    this.directory = directory;
  }

  /** Begins a fault, and returns the name of the member meant by a role; empty if none is. */
  String begin(PlannedFault fault) throws IOException, InterruptedException {
    note = "";
    String who = "";
    if (!fault.victim().isEmpty()) {
      victim = victim(fault.victim());
      who =
          fault.victim().equals(CampaignSettings.name(victim)) ? "" : CampaignSettings.name(victim);
    }
    switch (fault.kind()) {
      case KILL -> crew.kill(victim);
      case STOP -> crew.stop(victim, true);
      case ROLLING -> roll(fault.members());
      case CHURN -> {
        for (int guest = 1; guest <= fault.variant(); guest++) {
          crew.start(settings.members() + guest);
        }
      }
      case STRANGERS -> intrude(fault);
      case CUT -> cut(fault);
      case ONE_WAY -> {
        for (int other = 1; other <= settings.places(); other++) {
          boolean isHeard = fault.variant() == 1;
          link(isHeard ? other : victim, isHeard ? victim : other, LinkRule.CUT);
        }
      }
      case BRIDGE -> apart(fault.left(), fault.right());
      case LINK -> apart(fault.members().subList(0, 1), fault.members().subList(1, 2));
      case FLAP -> flapping = new Flapping(fault.variant());
      case DELAY, LOSS, REORDER, DUPLICATE -> all(pair -> true, fault.rule());
      case DISK_FROZEN -> {
        crew.mayEnd(victim);
        disks.freeze(victim);
      }
      case DISK_FULL -> {
        crew.mayEnd(victim);
        disks.fill(victim);
      }
      case DISK_FAILING -> {
        crew.mayEnd(victim);
        disks.fail(victim);
      }
      case DISK_READ_ONLY -> {
        crew.mayEnd(victim);
        disks.makeReadOnly(victim);
      }
      case CLOCK -> crew.setClock(victim, fault.variant());
    }
    return who;
  }

  /** Ends it, and returns what there is to say. */
  String end(PlannedFault fault) throws IOException, InterruptedException {
    switch (fault.kind()) {
      case KILL -> crew.start(victim);
      case STOP -> crew.stop(victim, false);
      case ROLLING -> {
        // Everybody is back already.
      }
      case CHURN -> part(fault.variant());
      case STRANGERS -> expel(fault);
      case CUT, ONE_WAY, BRIDGE, LINK, DELAY, LOSS, REORDER, DUPLICATE ->
          all(pair -> true, LinkRule.FREE);
      case FLAP -> {
        flapping.end();
        all(pair -> true, LinkRule.FREE);
      }
      case DISK_FROZEN -> {
        disks.thaw(victim);
        restartIfEnded();
      }
      case DISK_FULL -> {
        disks.empty(victim);
        restartIfEnded();
      }
      case DISK_FAILING, DISK_READ_ONLY -> {
        add(crew.isAlive(victim) ? "its process went on until it was restarted" : ended());
        crew.kill(victim);
        disks.repair(victim);
        crew.mayNotEnd(victim);
        crew.start(victim);
      }
      case CLOCK -> crew.setClock(victim, 0);
    }
    return note;
  }

  private int victim(String role) throws InterruptedException {
    if (role.equals(PlannedFault.LEADER) || role.equals(PlannedFault.FOLLOWER)) {
      int leader = crew.leader();
      if (leader == 0) {
        note = "nobody said that it leads";
        leader = 1;
      }
      return role.equals(PlannedFault.LEADER) ? leader : leader % settings.voters() + 1;
    }
    return Integer.parseInt(role.substring(role.lastIndexOf('-') + 1));
  }

  private void restartIfEnded() throws IOException, InterruptedException {
    if (!crew.isAlive(victim)) {
      add(ended());
      crew.kill(victim);
      crew.start(victim);
    }
    crew.mayNotEnd(victim);
  }

  private void add(String words) {
    note = note.isEmpty() ? words : note + "; " + words;
  }

  private static String ended() {
    return "its process ended, and was started again";
  }

  /** One after the other leaves and comes back. */
  private void roll(List<Integer> members) throws IOException, InterruptedException {
    for (int member : members) {
      String said = crew.leave(member);
      note = said.isEmpty() ? note : said;
      crew.start(member);
      try {
        crew.awaitJoined(member);
      } catch (WorkerException e) {
        note = e.getMessage();
      }
    }
  }

  /** The first guest leaves, the second is killed. */
  private void part(int guests) throws IOException, InterruptedException {
    note = crew.leave(settings.members() + 1);
    if (guests > 1) {
      crew.kill(settings.members() + 2);
    }
  }

  // Strangers.

  private void intrude(PlannedFault fault) throws IOException {
    int place = settings.places();
    List<String> arguments = new ArrayList<>(List.of("" + fault.number()));
    for (int member = 1; member <= settings.members(); member++) {
      arguments.add(ground.host(member) + ":" + ground.port(member));
      if (member <= settings.voters()) {
        arguments.add(ground.host(member) + ":" + ground.consensusPort(member));
      }
    }
    ProcessBuilder builder = ChildJvm.of(Noise.class, arguments);
    List<String> command = new ArrayList<>(ground.command(place));
    command.addAll(builder.command());
    noise =
        builder
            .command(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("noise." + fault.number() + ".log").toFile())
            .start();
    stranger = crew.start(STRANGER, place, strangerConfig(fault, place));
  }

  /** As that of a member, but for one thing. */
  private List<String> strangerConfig(PlannedFault fault, int place) throws IOException {
    // A guest that is not there, so that its certificate is a good one.
    int guest = settings.members() + CampaignSettings.GUESTS;
    List<String> lines = new ArrayList<>(crew.config(guest, place));
    replace(lines, "joinPatience", "5s");
    switch (fault.variant()) {
      case 0 -> replace(lines, "cluster", "another");
      case 1 -> {
        replace(lines, "voters", CampaignSettings.name(guest));
        Path state = Files.createDirectory(directory.resolve("stranger-" + fault.number()));
        lines.add("state = " + state);
      }
      case 2 -> {
        List<Integer> others = new ArrayList<>();
        for (int member = 1; member <= settings.voters(); member++) {
          others.add(settings.members() - settings.voters() + member);
        }
        replace(lines, "voters", PlannedFault.names(others));
      }
      case 3 -> {
        // Not a voter's name, which would need its directory.
        int taken = settings.members();
        lines = new ArrayList<>(crew.config(taken, place));
        replace(lines, "joinPatience", "5s");
        if (taken <= settings.voters()) {
          Path state = Files.createDirectory(directory.resolve("stranger-" + fault.number()));
          replace(lines, "state", state.toString());
        }
      }
      default -> {
        replace(lines, "member", STRANGER);
        for (String line : crew.security(STRANGER)) {
          replace(lines, line.substring(0, line.indexOf(' ')), line.split(" = ", 2)[1]);
        }
      }
    }
    return lines;
  }

  private static void replace(List<String> lines, String key, String value) {
    lines.removeIf(line -> line.startsWith(key + " = "));
    lines.add(key + " = " + value);
  }

  private void expel(PlannedFault fault) throws IOException, InterruptedException {
    noise.destroyForcibly().waitFor();
    try {
      stranger.awaitLine("joined", SHORT_PATIENCE);
      note = "the stranger joined";
      crew.mishap("stranger " + fault.number() + " joined");
    } catch (WorkerException e) {
      note = e.getMessage().replace(STRANGER + " has failed ", "refused: ");
    }
    stranger.kill();
  }

  // The network.

  private void cut(PlannedFault fault) throws IOException {
    if (fault.variant() == 1) {
      all(pair -> true, LinkRule.CUT);
      return;
    }
    List<Integer> side = fault.victim().isEmpty() ? fault.members() : List.of(victim);
    all(pair -> side.contains(pair[0]) != side.contains(pair[1]), LinkRule.CUT);
  }

  /** In both directions. */
  private void apart(List<Integer> left, List<Integer> right) throws IOException {
    all(
        pair ->
            left.contains(pair[0]) && right.contains(pair[1])
                || right.contains(pair[0]) && left.contains(pair[1]),
        LinkRule.CUT);
  }

  private void all(Predicate<int[]> chosen, LinkRule rule) throws IOException {
    for (int from = 1; from <= settings.places(); from++) {
      for (int to = 1; to <= settings.places(); to++) {
        if (from != to && chosen.test(new int[] {from, to})) {
          link(from, to, rule);
        }
      }
    }
  }

  private void link(int from, int to, LinkRule rule) throws IOException {
    if (from != to) {
      ground.rule(from, to, rule);
    }
  }

  /** Cuts all links of the victim, and lets them be, again and again. */
  private final class Flapping implements Runnable {

    private final long millis;
    private final Thread thread;

    Flapping(long millis) {
      this.millis = millis;
      thread = Thread.ofPlatform().daemon().name("flapping").start(this);
    }

    @Override
    public void run() {
      try {
        for (boolean cuts = true; ; cuts = !cuts) {
          for (int other = 1; other <= settings.places(); other++) {
            link(victim, other, cuts ? LinkRule.CUT : LinkRule.FREE);
            link(other, victim, cuts ? LinkRule.CUT : LinkRule.FREE);
          }
          Thread.sleep(millis);
        }
      } catch (IOException | InterruptedException e) {
        // It is over.
      }
    }

    void end() throws InterruptedException {
      thread.interrupt();
      thread.join();
    }
  }

  /** Lets go of whatever a fault under way has begun; everything else is its owner's. */
  void abandon() {
    if (noise != null) {
      noise.destroyForcibly().onExit().join();
    }
    if (flapping != null) {
      flapping.thread.interrupt();
    }
  }
}
