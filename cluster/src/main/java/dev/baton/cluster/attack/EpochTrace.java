package dev.baton.cluster.attack;

import dev.baton.algorithms.Catalog;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Rules;
import dev.baton.cluster.epoch.Timing;
import dev.baton.core.stage.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A scenario file of the epoch protocol: a script of what is done to a cluster, and below each
 * step, indented, what happens.
 *
 * <pre>
 * algorithm naimi-trehel
 * voters a b c
 * members a b c
 *
 * d starts
 * 1 s passes
 *     0.061  d -> a, b, c: JOIN as d/1
 *     0.062  a -> b, c: SEAL 1
 * </pre>
 *
 * Head lines: {@code algorithm}, {@code voters}, {@code members} (who has joined when time begins)
 * and {@code lease} (3 s by default). Steps: those of {@link #STEPS}, with one name or several, as
 * in {@code a, b and c start}. A lock is written {@code x}, a semaphore {@code x*2}, that of a
 * neighbourhood {@code x*2 in north}. A line that begins with # is a comment.
 */
public final class EpochTrace {

  private static final long MILLI = 1_000;
  private static final long SECOND = 1_000_000;

  private static final String STEPS =
      "'A starts', 'A starts in N', 'A requests X', 'A releases X', 'A leaves', 'A roams to N', 'A"
          + " crashes', 'A crashes after its SEAL', 'A pauses for 2 s', 'A is cut off from B',"
          + " 'the network is whole again', 'A replaces the voter B', '2 s pass' or 'show'";

  /** What a step says of its processes, of one and of several. */
  private static final List<String> VERBS =
      List.of(
          "starts",
          "start",
          "requests",
          "request",
          "releases",
          "release",
          "leaves",
          "leave",
          "roams to",
          "roam to",
          "crashes",
          "crash",
          "pauses for",
          "pause for",
          "is cut off from",
          "are cut off from",
          "replaces the voter");

  private final Script script;
  private String algorithm;
  private List<String> voters = List.of();
  private List<String> members = List.of();
  private long lease = 3 * SECOND;

  private EpochTrace(String file, String text) {
    script = new Script(file, text);
    script.readHead(this::readSetting);
    if (algorithm == null || voters.isEmpty()) {
      throw script.missing(
          "the head must say 'algorithm ID' and 'voters A B C' before the first step.");
    }
    long present = voters.stream().filter(members::contains).count();
    if (!members.isEmpty() && 2 * present <= voters.size()) {
      throw script.wrongHead("a majority of the voters must be among the members.");
    }
  }

  /** Whether a scenario file is one of epochs, by its head. */
  public static boolean isOne(String text) {
    return ("\n" + text).contains("\nvoters ");
  }

  /**
   * Reads a scenario.
   *
   * @throws Script.WrongLine if its head is wrong
   */
  public static EpochTrace parse(String file, String text) {
    return new EpochTrace(file, text);
  }

  private boolean readSetting(int line, String key, String value) {
    switch (key) {
      case "algorithm" -> {
        try {
          algorithm = Catalog.entry(value).live().id();
        } catch (IllegalArgumentException e) {
          throw script.wrong(line, e.getMessage());
        }
      }
      case "voters" -> voters = List.of(value.split(" +"));
      case "members" -> members = List.of(value.split(" +"));
      case "lease" -> lease = duration(line, value);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** In microseconds. */
  private long duration(int line, String text) {
    String[] words = text.split(" ");
    boolean isMillis = words.length == 2 && words[1].equals("ms");
    if (words.length != 2 || !isMillis && !words[1].equals("s")) {
      throw script.wrong(line, "a time is written '2 s' or '500 ms', not '" + text + "'.");
    }
    return script.number(line, words[0]) * (isMillis ? MILLI : SECOND);
  }

  /**
   * Runs the steps and compares what happens with the indented lines.
   *
   * @throws Script.WrongLine if a line asks for something that cannot happen
   */
  public Script.Result run() {
    return run(Rules.ALL);
  }

  Script.Result run(Rules rules) {
    // As live, in microseconds.
    Timing timing = Timing.forLease(lease, MILLI);
    ScriptedWorld world = new ScriptedWorld(algorithm, voters, timing, rules);
    world.begin(members);
    return script.run(
        new Script.Steps() {
          @Override
          public List<String> run(int line, String text) {
            try {
              return step(world, line, text);
            } catch (Violation e) {
              List<String> lines = new ArrayList<>(world.take());
              lines.add("violation: " + e.getMessage());
              return lines;
            }
          }

          @Override
          public boolean isEvent(String text) {
            return !text.startsWith("show");
          }
        });
  }

  private List<String> step(ScriptedWorld world, int line, String text) {
    if (text.endsWith(" pass") || text.endsWith(" passes")) {
      world.pass(duration(line, text.substring(0, text.lastIndexOf(' '))));
    } else if (text.equals("the network is whole again")) {
      world.heal();
    } else if (text.equals("show") || text.startsWith("show ")) {
      return show(world, line, text.substring("show".length()).strip());
    } else {
      sentence(world, line, text);
    }
    return world.take();
  }

  /** Subject, verb, object. */
  private void sentence(ScriptedWorld world, int line, String text) {
    for (String verb : VERBS) {
      int at = (text + " ").indexOf(" " + verb + " ");
      if (at > 0) {
        String object = text.substring(at + 1 + verb.length()).strip();
        apply(world, line, names(text.substring(0, at)), verb, object);
        return;
      }
    }
    throw script.wrong(line, "'" + text + "' is not a step: write " + STEPS + ".");
  }

  private void apply(
      ScriptedWorld world, int line, List<String> names, String verb, String object) {
    switch (verb) {
      case "start", "starts" -> names.forEach(name -> start(world, line, name, object));
      case "replaces the voter" -> replace(world, line, names.getFirst(), object);
      case "is cut off from", "are cut off from" -> {
        for (String one : names) {
          for (String other : names(object)) {
            world.cut(known(world, line, one), known(world, line, other));
          }
        }
      }
      default -> {
        Consumer<Process> action = action(world, line, verb, object);
        names.forEach(name -> action.accept(alive(world, line, name)));
      }
    }
  }

  private Consumer<Process> action(ScriptedWorld world, int line, String verb, String object) {
    return switch (verb) {
      case "request", "requests" -> {
        LockId lock = lock(line, object);
        yield process -> world.request(process, lock);
      }
      case "release", "releases" -> {
        LockId lock = lock(line, object);
        yield process -> {
          if (!world.release(process, lock)) {
            throw script.wrong(line, process + " does not hold " + lock + ".");
          }
        };
      }
      case "leave", "leaves" -> world::leave;
      case "roam to", "roams to" -> process -> world.roam(process, object);
      case "pause for", "pauses for" -> {
        long time = duration(line, object);
        yield process -> world.pause(process, time);
      }
      default -> {
        if (!object.isEmpty() && !object.equals("after its SEAL")) {
          throw script.wrong(line, "write 'crashes' or 'crashes after its SEAL'.");
        }
        yield object.isEmpty() ? world::crash : world::crashAfterSeal;
      }
    };
  }

  private void start(ScriptedWorld world, int line, String name, String where) {
    Process process = world.find(name);
    if (process != null && process.isAlive()) {
      throw script.wrong(line, name + " is running already.");
    }
    if (!where.isEmpty() && !where.startsWith("in ")) {
      throw script.wrong(line, "write 'starts' or 'starts in N'.");
    }
    world.start(name, where.isEmpty() ? null : where.substring("in ".length()));
  }

  /** The first voter that is up is told. */
  private void replace(ScriptedWorld world, int line, String name, String lost) {
    if (!world.isVoter(lost)) {
      throw script.wrong(line, lost + " is not a voter.");
    }
    for (Process process : world.processes()) {
      if (process.isAlive() && world.isVoter(process.name())) {
        world.replace(process, lost, name);
        return;
      }
    }
    throw script.wrong(line, "no voter is up.");
  }

  private List<String> show(ScriptedWorld world, int line, String names) {
    return names.isEmpty()
        ? world.processes().stream().map(world::show).toList()
        : names(names).stream().map(name -> world.show(known(world, line, name))).toList();
  }

  private Process known(ScriptedWorld world, int line, String name) {
    Process process = world.find(name);
    if (process == null) {
      throw script.wrong(line, "there is no process " + name + ": let it start.");
    }
    return process;
  }

  private Process alive(ScriptedWorld world, int line, String name) {
    Process process = known(world, line, name);
    if (!process.isAlive()) {
      throw script.wrong(line, name + " is down.");
    }
    return process;
  }

  /** Of {@code a, b and c}. */
  private static List<String> names(String text) {
    return List.of(text.replace(" and ", ", ").split(", "));
  }

  private LockId lock(int line, String text) {
    int in = text.indexOf(" in ");
    String what = in < 0 ? text : text.substring(0, in);
    int star = what.indexOf('*');
    String name = star < 0 ? what : what.substring(0, star);
    if (name.isEmpty() || name.contains(" ")) {
      throw script.wrong(line, "a lock is written 'x', 'x*2' or 'x in north', not '" + text + "'.");
    }
    int permits = star < 0 ? 1 : script.number(line, what.substring(star + 1));
    return new LockId(name, permits, in < 0 ? null : text.substring(in + " in ".length()));
  }
}
