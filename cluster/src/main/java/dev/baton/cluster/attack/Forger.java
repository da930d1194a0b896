package dev.baton.cluster.attack;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Frame.Step;
import dev.baton.cluster.epoch.Frame.Vote;
import dev.baton.cluster.epoch.Seat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes frames that their sender is not entitled to. It knows everything that is known anywhere;
 * only its name is its own: that of a member that is not a voter, or that of a process which is
 * connected and in no record.
 */
final class Forger {

  /** What is forged. */
  enum Kind {
    /** A record that follows the receiver's. */
    OPEN,
    /** A record that follows nothing. */
    OPEN_FAR,
    SEAL,
    /** An answer to SEAL in the name of another member. */
    SEALED_MEMBER,
    /** An answer to SEAL in the name of a voter. */
    SEALED_VOTE,
    ACK,
    REFUSED,
    CONFIRMED,
    /** Beats of many that are not members. */
    BEAT,
    /** A beat that lists more seats than there are. */
    LONG_BEAT,
    /** Much of an epoch long gone, at once. */
    STALE,
    /** A message of an algorithm that somebody else has sent. */
    CARRY
  }

  /** In no record, although it can be reached. */
  private static final String OUTSIDER = "mallory";

  private static final int NAMES = 12;
  private static final int BURST = 8;

  /** A frame, and as whom it is sent. */
  record Letter(Seat from, Frame frame) {}

  private final Chance chance;

  Forger(long seed) {
    chance = new Chance(seed, "forger");
  }

  /** From one forged frame to the next. */
  long pause() {
    return chance.between(20_000, 200_000);
  }

  long delay() {
    return chance.between(50, 300);
  }

  /** Who sends: the process, or somebody outside if it is null or down. */
  static Seat sender(@Nullable Process process) {
    return process == null || !process.isAlive() ? outsider(0) : process.member().seat();
  }

  private static Seat outsider(int number) {
    return new Seat(number == 0 ? OUTSIDER : OUTSIDER + "~" + (number + 1), 1, number);
  }

  /** What is sent to a process out of the blue. */
  List<Letter> forge(Kind kind, Seat from, EpochRecord known) {
    return switch (kind) {
      case OPEN -> List.of(new Letter(from, new Frame.Open(next(known, known.hash(), 1))));
      case OPEN_FAR -> List.of(new Letter(from, new Frame.Open(next(known, 0, 1L << 40))));
      case SEAL -> List.of(new Letter(from, new Frame.Seal(known.number())));
      case REFUSED -> List.of(new Letter(from, new Frame.Refused(1_000_000)));
      case CONFIRMED -> {
        EpochRecord next = next(known, known.hash(), 1);
        yield ofAll(
            new Frame.Confirmed(List.of(new Step(next.number(), next.hash(), next.voters()))));
      }
      case BEAT -> ofAll(beat(known.number(), List.of()));
      case LONG_BEAT -> {
        List<Seat> seats = Collections.nCopies(known.members().size() * 2 + 1, from);
        yield List.of(new Letter(from, beat(known.number(), seats)));
      }
      case STALE -> Collections.nCopies(BURST, new Letter(from, beat(-1, List.of())));
      case SEALED_MEMBER, SEALED_VOTE, ACK, CARRY -> List.of();
    };
  }

  /** What is sent to a process that has sent a frame, before anybody answers. */
  List<Letter> answer(Kind kind, Seat from, Frame frame, EpochRecord known) {
    if (frame instanceof Frame.Seal(long epoch) && epoch == known.number()) {
      if (kind == Kind.SEALED_MEMBER) {
        // What it says of itself has to be believed.
        return known.members().stream()
            .filter(seat -> !seat.name().equals(from.name()))
            .map(seat -> new Letter(from, sealed(known, seat, null)))
            .toList();
      }
      if (kind == Kind.SEALED_VOTE) {
        return known.voters().stream()
            .map(voter -> new Letter(from, sealed(known, null, vote(known, voter))))
            .toList();
      }
    }
    return kind == Kind.ACK && frame instanceof Frame.Beat beat
        ? ofAll(new Frame.Ack(beat.epoch(), beat.sentAt()))
        : List.of();
  }

  private static Frame sealed(EpochRecord known, @Nullable Seat member, @Nullable Vote vote) {
    String where = member == null ? null : known.neighbourhoodOf(member.name());
    return new Frame.Sealed(known.number(), member, false, where, List.of(), vote);
  }

  private static Vote vote(EpochRecord known, String voter) {
    Map<Seat, Long> rem = new HashMap<>();
    known.members().forEach(member -> rem.put(member, 0L));
    return new Vote(voter, Map.copyOf(rem), Map.of(), 0, 0);
  }

  /** Somebody can have many seats, and speak for each. */
  private static List<Letter> ofAll(Frame frame) {
    List<Letter> letters = new ArrayList<>();
    for (int i = 0; i < NAMES; i++) {
      letters.add(new Letter(outsider(i), frame));
    }
    return letters;
  }

  private static Frame beat(long epoch, List<Seat> suspects) {
    return new Frame.Beat(epoch, 0, suspects, List.of(), false, null, false);
  }

  /** In which nobody holds anything, and nothing is in quarantine. */
  private static EpochRecord next(EpochRecord known, long previous, long later) {
    return new EpochRecord(
        known.number() + later,
        previous,
        known.members(),
        known.neighbourhoods(),
        known.voters(),
        known.choices(),
        new TreeMap<>(known.floor()),
        List.of(),
        0);
  }
}
