package dev.baton.lab.campaign;

import dev.baton.lab.demo.Stay;
import dev.baton.lab.demo.Stay.Ended;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What all processes of a campaign have written, read again; {@link Journal} has the lines. */
final class Journals {

  /**
   * A lock, or a semaphore of one neighbourhood, and which of its permits.
   *
   * @param slot 0 for a lock
   */
  record Slot(String lock, int slot) implements Comparable<Slot> {
    @Override
    public int compareTo(Slot other) {
      int byLock = lock.compareTo(other.lock);
      return byLock != 0 ? byLock : Integer.compare(slot, other.slot);
    }
  }

  /**
   * A call that asked for a lock.
   *
   * @param answered when it was answered; the largest value if the journal does not say
   */
  record Wait(Path journal, String member, String lock, long asked, long answered) {}

  /** What a process said of itself. */
  record Health(Path journal, String member, long time, int threads, long heap) {}

  /** Something that happened to a member. */
  record Event(String member, long time, String text) {}

  /** In the order of entries. */
  final Map<Slot, List<Stay>> stays = new TreeMap<>();

  /** Fences of holds that were lost before they were looked at. */
  final Map<Slot, List<Long>> lateFences = new TreeMap<>();

  /** Those that waited for long, or have no answer. */
  final List<Wait> waits = new ArrayList<>();

  final List<Health> health = new ArrayList<>();
  final List<Event> events = new ArrayList<>();
  private final long longWait;

  private Journals(long longWait) {
    this.longWait = longWait;
  }

  /**
   * Reads all journals of a directory.
   *
   * @param longWait calls that were answered within this time are forgotten
   */
  static Journals read(Path directory, long longWait) throws IOException {
    Journals all = new Journals(longWait);
    try (var paths = Files.newDirectoryStream(directory, "*.history")) {
      for (Path path : paths) {
        all.new OneJournal(path).read();
      }
    }
    for (List<Stay> stays : all.stays.values()) {
      stays.sort(Comparator.comparingLong(Stay::entered));
    }
    all.events.sort(Comparator.comparingLong(Event::time));
    return all;
  }

  /** Every entry there was. */
  List<Stay> all() {
    return stays.values().stream().flatMap(List::stream).toList();
  }

  /** The fences of one slot, and among them those that were given twice. */
  Set<Long> reused(Slot slot) {
    Set<Long> seen = new HashSet<>();
    Set<Long> twice = new HashSet<>();
    for (Stay stay : stays.getOrDefault(slot, List.of())) {
      if (!seen.add(stay.fence())) {
        twice.add(stay.fence());
      }
    }
    for (long fence : lateFences.getOrDefault(slot, List.of())) {
      if (!seen.add(fence)) {
        twice.add(fence);
      }
    }
    return twice;
  }

  /** Where a thread is in its journal. */
  private static final class Thread {
    String lock;
    long asked;
    boolean waits;
    Slot slot;
    Stay inside;
    long valid;
  }

  private final class OneJournal {

    private final Path path;
    private final Map<String, Thread> threads = new HashMap<>();
    private final String member;

    OneJournal(Path path) {
      this.path = path;
      String name = path.getFileName().toString();
      // Not as it calls itself: a stranger may use the name of a member.
      member = name.substring(0, name.indexOf('.'));
    }

    void read() throws IOException {
      try (BufferedReader in = Files.newBufferedReader(path, StandardCharsets.UTF_8)) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          try {
            line(line.split(" "), line);
          } catch (IndexOutOfBoundsException | NumberFormatException | NullPointerException e) {
            // A process that is killed while it writes leaves half a line, and only the last one.
            if (in.readLine() != null) {
              throw new IOException(path + " has a line that cannot be read: " + line, e);
            }
          }
        }
      }
      threads.values().forEach(this::end);
    }

    private void line(String[] words, String line) {
      switch (words[0]) {
        case "member" -> {
          // The name of the file says it.
        }
        // The parent's word; what a hold is worth is what the process itself last saw.
        case "killed" -> events.add(new Event(member, Long.parseLong(words[1]), "killed"));
        case "health" ->
            health.add(
                new Health(
                    path,
                    member,
                    Long.parseLong(words[1]),
                    Integer.parseInt(words[2]),
                    Long.parseLong(words[3])));
        case "event" ->
            events.add(
                new Event(
                    member,
                    Long.parseLong(words[1]),
                    line.substring(words[0].length() + words[1].length() + 2)));
        default -> line(words, threads.computeIfAbsent(words[1], name -> new Thread()));
      }
    }

    private void line(String[] words, Thread thread) {
      switch (words[0]) {
        case "ask" -> {
          long time = Long.parseLong(words[3]);
          Long.parseLong(words[4]);
          thread.lock = words[2];
          thread.asked = time;
          thread.waits = true;
        }
        case "none" -> answer(thread, Long.parseLong(words[2]));
        case "in", "late" -> {
          Slot slot = new Slot(words[2], Integer.parseInt(words[3]));
          long fence = Long.parseLong(words[4]);
          long time = Long.parseLong(words[5]);
          answer(thread, time);
          if (words[0].equals("late")) {
            lateFences.computeIfAbsent(slot, key -> new ArrayList<>()).add(fence);
            return;
          }
          thread.slot = slot;
          thread.inside = Stay.begun(member, slot.slot(), fence, 0, thread.asked, time);
          thread.valid = time;
        }
        case "valid" -> thread.valid = Long.parseLong(words[2]);
        case "out" -> end(thread, Ended.LEFT, Long.parseLong(words[2]));
        case "lost" -> end(thread, Ended.LOST, Long.parseLong(words[2]));
        default -> throw new NumberFormatException(words[0]);
      }
    }

    private void answer(Thread thread, long time) {
      if (time - thread.asked > longWait) {
        waits.add(new Wait(path, member, thread.lock, thread.asked, time));
      }
      thread.waits = false;
    }

    /** It says no more: its hold counts for as long as it is known to have been valid. */
    private void end(Thread thread) {
      if (thread.inside != null) {
        end(thread, Ended.KILLED, thread.valid);
      }
      if (thread.waits) {
        waits.add(new Wait(path, member, thread.lock, thread.asked, Long.MAX_VALUE));
      }
    }

    private void end(Thread thread, Ended how, long time) {
      stays
          .computeIfAbsent(thread.slot, key -> new ArrayList<>())
          .add(thread.inside.ended(how, time));
      thread.inside = null;
    }
  }
}
