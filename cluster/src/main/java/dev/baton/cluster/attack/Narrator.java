package dev.baton.cluster.attack;

import dev.baton.cluster.epoch.Effect;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.EpochRecord.LockState;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Frame.Beat;
import dev.baton.cluster.epoch.Frame.LockReport;
import dev.baton.cluster.epoch.Frame.Vote;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Seat;
import dev.baton.core.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says what happens in a world, a line each.
 *
 * <p>Left out is what goes on all the time: heartbeats that say nothing new, acknowledgements, and
 * what a process tells another once more, unless it was lost before.
 */
final class Narrator {

  private static final int LONGEST_MESSAGE = 30;
  private static final String DETAIL = "          ";

  /** What a process tells another; a restarted process is another one. */
  private record Said(int process, int life, Seat as, String to, Frame frame) {}

  /** The beats that a process sends to all voters at once. */
  private record Round(long epoch, long sentAt, List<String> notes, boolean isNews) {}

  /** A line that may grow: the same frame to several receivers. */
  private static final class Line {
    /** Null if it is not a frame. */
    private final @Nullable String from;

    private final List<String> to = new ArrayList<>();
    private final List<String> text;
    private final boolean lost;

    private Line(@Nullable String from, List<String> text, boolean lost) {
      this.from = from;
      this.text = text;
      this.lost = lost;
    }
  }

  private final List<String> told = new ArrayList<>();

  /** Of the event that is under way. */
  private final List<Line> lines = new ArrayList<>();

  /** Whether it has arrived. */
  private final Map<Said, Boolean> said = new HashMap<>();

  /** The last beats of each process. */
  private final Map<Integer, Round> rounds = new HashMap<>();

  private long origin;
  private long now;

  /** From now on times count from here, and what was told before is forgotten. */
  void beginAt(long time) {
    origin = time;
    now = time;
    lines.clear();
    told.clear();
  }

  /** What comes next belongs to another event. */
  void next(long time) {
    finish();
    now = time;
  }

  /** What was told since the last call. */
  List<String> take() {
    finish();
    List<String> all = List.copyOf(told);
    told.clear();
    return all;
  }

  private void finish() {
    for (Line line : lines) {
      String route =
          line.to.isEmpty() ? "" : line.from + " -> " + String.join(", ", line.to) + ": ";
      String first = route + line.text.getFirst() + (line.lost ? " (lost)" : "");
      told.add(String.format(Locale.ROOT, "%6.3f  %s", (now - origin) / 1e6, first));
      line.text.stream().skip(1).forEach(detail -> told.add(DETAIL + detail));
    }
    lines.clear();
  }

  void say(String... text) {
    say(List.of(text));
  }

  private void say(List<String> text) {
    lines.add(new Line(null, text, false));
  }

  // Frames.

  void sent(Process from, Process to, Frame frame, boolean isLost) {
    if (frame instanceof Beat beat) {
      sent(from, to, beat, isLost);
    } else if (!(frame instanceof Frame.Ack) && !(frame instanceof Frame.Got)) {
      Seat as = from.member().seat();
      Frame plain =
          frame instanceof Frame.Call(long epoch, long waited) ? new Frame.Call(epoch, 0) : frame;
      Said what = new Said(from.number, from.life(), as, to.name(), plain);
      Boolean arrived = said.get(what);
      if (arrived == null || !arrived && !isLost) {
        said.put(what, !isLost);
        show(from, to, text(as, frame), isLost);
      }
    }
  }

  private void sent(Process from, Process to, Beat beat, boolean isLost) {
    List<String> notes = notes(from, beat);
    Round round = rounds.get(from.number);
    if (round == null || round.sentAt != beat.sentAt()) {
      List<String> known = round != null && round.epoch == beat.epoch() ? round.notes : List.of();
      round = new Round(beat.epoch(), beat.sentAt(), notes, !notes.equals(known));
      rounds.put(from.number, round);
    }
    if (round.isNews) {
      String what = notes.isEmpty() ? "nothing to report any more" : String.join(", ", notes);
      show(from, to, List.of("BEAT: " + what), isLost);
    }
  }

  private static List<String> notes(Process from, Beat beat) {
    List<String> notes = new ArrayList<>();
    EpochRecord record = from.member().record();
    if (!beat.suspects().isEmpty()) {
      notes.add("suspects " + seats(beat.suspects()));
    }
    if (!beat.stuck().isEmpty()) {
      notes.add("cannot reach " + seats(beat.stuck()));
    }
    if (beat.leaving()) {
      notes.add("wants to leave");
    }
    if (record != null
        && record.member(from.name()) != null
        && !Objects.equals(beat.neighbourhood(), record.neighbourhoodOf(from.name()))) {
      notes.add("wants to be in " + beat.neighbourhood());
    }
    if (beat.exhausted()) {
      notes.add("needs a new epoch");
    }
    return notes;
  }

  private void show(Process from, Process to, List<String> text, boolean isLost) {
    for (Line line : lines) {
      if (from.name().equals(line.from) && line.text.equals(text) && line.lost == isLost) {
        line.to.add(to.name());
        return;
      }
    }
    Line line = new Line(from.name(), text, isLost);
    line.to.add(to.name());
    lines.add(line);
  }

  private static List<String> text(Seat from, Frame frame) {
    return switch (frame) {
      case Frame.Call(long epoch, long waited) -> List.of("CALL " + epoch);
      case Frame.Here(long epoch) -> List.of("HERE " + epoch);
      case Frame.Probe() -> List.of("PROBE");
      case Frame.Echo() -> List.of("ECHO");
      case Frame.Hears(List<String> names) ->
          List.of("HEARS " + (names.isEmpty() ? "nobody" : String.join(", ", names)));
      case Frame.Seal(long epoch) -> List.of("SEAL " + epoch);
      case Frame.Sealed sealed -> sealed(sealed);
      case Frame.Open(EpochRecord record) -> List.of("OPEN " + record.number());
      case Frame.Ask(long epoch) -> List.of("ASK: knows nothing after epoch " + epoch);
      case Frame.Join(String where) ->
          List.of("JOIN as " + from + (where == null ? "" : ", in " + where));
      case Frame.Refused(int floor) -> List.of("REFUSED: " + floor + " is used up");
      case Frame.Carry carry ->
          List.of(
              shorten(Text.of(carry.message()))
                  + " for "
                  + carry.lock()
                  + " in epoch "
                  + carry.epoch()
                  + ", fence "
                  + fence(carry.fence()));
      case Frame.Confirm(long epoch) -> List.of("CONFIRM: what has followed epoch " + epoch + "?");
      case Frame.Confirmed(List<Frame.Step> steps) ->
          List.of(
              "CONFIRMED: "
                  + (steps.isEmpty()
                      ? "nothing"
                      : steps.stream()
                          .map(step -> String.valueOf(step.number()))
                          .collect(Collectors.joining(", "))));
      case Beat beat -> List.of("BEAT");
      case Frame.Ack ack -> List.of("ACK");
      case Frame.Got got -> List.of("GOT");
    };
  }

  private static List<String> sealed(Frame.Sealed sealed) {
    List<String> text = new ArrayList<>();
    text.add("SEALED " + sealed.epoch() + (sealed.member() == null ? " as a voter only" : ""));
    if (sealed.leaving()) {
      text.add("it leaves");
    }
    for (LockReport lock : sealed.locks()) {
      List<String> parts = new ArrayList<>();
      if (lock.slot() >= 0) {
        parts.add("held" + slot(lock.id(), lock.slot()) + ", fence " + fence(lock.fence()));
      }
      if (lock.waiting()) {
        parts.add("waited for");
      }
      if (!lock.unused().isEmpty()) {
        parts.add("lies here unused");
      }
      if (!parts.isEmpty()) {
        text.add(lock.id() + ": " + String.join(", ", parts));
      }
    }
    if (sealed.vote() != null) {
      vote(sealed.vote(), text);
    }
    return text;
  }

  private static void vote(Vote vote, List<String> text) {
    if (!vote.rem().isEmpty()) {
      text.add(
          "leases may run: "
              + vote.rem().entrySet().stream()
                  .sorted(Map.Entry.comparingByKey(Comparator.comparing(Seat::toString)))
                  .map(each -> each.getKey() + " " + seconds(each.getValue()))
                  .collect(Collectors.joining(", ")));
    }
    vote.left().forEach((lock, left) -> text.add(lock + ": quarantine left " + quarantines(left)));
    if (vote.leftOfOthers() > 0) {
      text.add("any lock not listed: quarantine left " + seconds(vote.leftOfOthers()));
    }
  }

  // Effects.

  void told(Process process, Effect effect) {
    String who = process.name();
    switch (effect) {
      case Effect.Propose(long expected, EpochRecord record) -> say(proposal(who, record));
      case Effect.ReadLatest() -> say(who + " reads the epoch store");
      case Effect.Granted granted ->
          say(
              who
                  + " holds "
                  + granted.lock()
                  + slot(granted.lock(), granted.slot())
                  + ", fence "
                  + fence(granted.fence()));
      case Effect.Full(LockId lock, int inUse) -> say(who + " may not ask for " + lock);
      case Effect.Wanted(LockId lock, long fence) ->
          say(who + " hears that " + lock + " is wanted");
      case Effect.Lost(LockId lock, int slot, long fence) ->
          say(who + " has lost " + lock + ", fence " + fence(fence));
      case Effect.Moved(LockId lock, int slot, long fence) ->
          say(who + " gives up " + lock + ", fence " + fence(fence));
      case Effect.Opened(EpochRecord record, int carried) -> {
        boolean isIn = record.member(who) != null && process.member().isMember();
        say(who + (isIn ? " opens epoch " : " hears of epoch ") + record.number());
      }
      case Effect.Evicted(Seat seat) -> say(seat + " is not a member any more");
      case Effect.Left() -> say(who + " has left");
      case Effect.Contradicted(LockId lock, int slot, Seat believed, Seat denied) ->
          say(who + " finds slot " + slot + " of " + lock + " at " + believed + " and " + denied);
      case Effect.Malformed(LockId lock, Seat from, String why) ->
          say(who + " drops a message of " + from + " for " + lock + ": " + why);
      case Effect.MalformedRecord(long number, String why) ->
          say(who + " does not install epoch " + number + ": " + why);
      case Effect.Ignored(Seat from, String what) -> say(who + " ignores " + what + " of " + from);
      case Effect.FarAway(long roundTrip, long longest) ->
          say(who + " finds the voters far away: " + seconds(roundTrip));
      case Effect.Suspended() -> say(who + " has no lease any more");
      case Effect.Resumed() -> say(who + " has a lease");
      case Effect.Send send -> {}
      case Effect.SendAgain again -> {}
    }
  }

  private static List<String> proposal(String who, EpochRecord record) {
    List<String> text = new ArrayList<>();
    String why = record.reasons().stream().map(Object::toString).collect(Collectors.joining(", "));
    text.add(who + " proposes epoch " + record.number() + (why.isEmpty() ? "" : ": " + why));
    text.add(
        "members "
            + record.members().stream()
                .map(seat -> seat + in(record.neighbourhoodOf(seat.name())))
                .collect(Collectors.joining(", "))
            + "; voters "
            + String.join(", ", record.voters()));
    for (LockState lock : record.locks()) {
      List<String> parts = new ArrayList<>();
      lock.holders()
          .forEach(
              it ->
                  parts.add(
                      "held by "
                          + it.seat()
                          + slot(lock.id(), it.slot())
                          + ", fence "
                          + fence(it.fence())));
      if (!lock.waiters().isEmpty()) {
        parts.add("waited for by " + seats(lock.waiters()));
      }
      if (lock.quarantines().stream().anyMatch(left -> left > 0)) {
        parts.add("quarantine " + quarantines(lock.quarantines()));
      }
      text.add(lock.id() + ": " + (parts.isEmpty() ? "free" : String.join("; ", parts)));
    }
    if (record.quarantine() > 0) {
      text.add("any lock not listed: quarantine " + seconds(record.quarantine()));
    }
    return text;
  }

  // Words.

  /** The messages of some algorithms carry half of its state, which is not the subject here. */
  private static String shorten(String message) {
    return message.length() <= LONGEST_MESSAGE
        ? message
        : message.substring(0, message.indexOf('(')) + "(…)";
  }

  private static String in(@Nullable String neighbourhood) {
    return neighbourhood == null ? "" : " in " + neighbourhood;
  }

  private static String seats(List<Seat> seats) {
    return seats.stream().map(Seat::toString).collect(Collectors.joining(", "));
  }

  private static String slot(LockId lock, int slot) {
    return lock.permits() == 1 ? "" : " by slot " + slot;
  }

  private static String quarantines(List<Long> slots) {
    return slots.stream().map(Narrator::seconds).collect(Collectors.joining(", "));
  }

  /** The epoch and the counter. */
  static String fence(long fence) {
    return (fence >>> 32) + ":" + (fence & 0xFFFF_FFFFL);
  }

  static String seconds(long micros) {
    return String.format(Locale.ROOT, "%.3f s", micros / 1e6);
  }
}
