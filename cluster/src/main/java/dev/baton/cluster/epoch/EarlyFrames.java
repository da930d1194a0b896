package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.Frame.Beat;
import dev.baton.cluster.epoch.Frame.Call;
import dev.baton.cluster.epoch.Frame.Carry;
import dev.baton.cluster.epoch.Frame.Seal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Frames of an epoch whose record has not arrived yet: they wait for it, as if they were still
 * under way. Else what the first members of a new epoch say to the last would be said again only
 * after a while.
 */
final class EarlyFrames {

  /** A frame and its envelope. */
  record Letter(Seat from, boolean isKnown, int incarnation, Frame frame) {
    private long epoch() {
      return epochOf(frame);
    }
  }

  /** What comes above this many is lost, and sent again by its sender. */
  private static final int MOST = 10_000;

  /** The most of those whom the record does not know. */
  private static final int MOST_FROM_STRANGERS = 1_000;

  private final List<Letter> letters = new ArrayList<>();

  private int fromStrangers;

  /** Who has spoken of a newer epoch since somebody was asked for it, or null. */
  private @Nullable Seat witness;

  /**
   * Keeps a frame if it is of an epoch after this one.
   *
   * @param isKnown whether the record knows the sender; a member that has just joined is unknown
   */
  void keep(long epoch, Seat from, boolean isKnown, int incarnation, Frame frame) {
    if (epochOf(frame) > epoch) {
      witness = witness == null || isKnown ? from : witness;
      if (letters.size() < MOST && (isKnown || fromStrangers < MOST_FROM_STRANGERS)) {
        fromStrangers += isKnown ? 0 : 1;
        letters.add(new Letter(from, isKnown, incarnation, frame));
      }
    }
  }

  /** Whom to ask for the newest record, or null. */
  @Nullable Seat takeWitness() {
    Seat who = witness;
    witness = null;
    return who;
  }

  boolean isEmpty() {
    return letters.isEmpty() && witness == null;
  }

  /** The letters of an epoch that begins; those of older ones are forgotten. */
  List<Letter> take(long epoch) {
    List<Letter> taken = letters.stream().filter(letter -> letter.epoch() == epoch).toList();
    letters.removeIf(letter -> letter.epoch() <= epoch);
    fromStrangers = (int) letters.stream().filter(letter -> !letter.isKnown).count();
    if (letters.isEmpty()) {
      witness = null;
    }
    return taken;
  }

  private static long epochOf(Frame frame) {
    return switch (frame) {
      // One that lists seats may be long, and comes again with the next heartbeat.
      case Beat beat when beat.suspects().isEmpty() && beat.stuck().isEmpty() -> beat.epoch();
      case Call call -> call.epoch();
      case Seal seal -> seal.epoch();
      case Carry carry -> carry.epoch();
      // These need no record, or answer what was said in an epoch that is known here.
      default -> Long.MIN_VALUE;
    };
  }
}
