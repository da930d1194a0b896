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
 * after a while. What there is no room for, or has waited too long, is lost, and sent again by its
 * sender.
 */
final class EarlyFrames {

  /** A frame and its envelope. */
  record Letter(Seat from, boolean isKnown, int incarnation, Frame frame, long since, int weight) {
    private long epoch() {
      return epochOf(frame);
    }
  }

  /** So many bytes are kept, about. */
  static final int MOST = 8 << 20;

  /** Of those whom the record does not know. */
  static final int MOST_FROM_STRANGERS = 1 << 20;

  /** In the order in which they have come. */
  private final List<Letter> letters = new ArrayList<>();

  private int weight;
  private int weightOfStrangers;

  /** Who has spoken of a newer epoch since somebody was asked for it, or null. */
  private @Nullable Seat witness;

  /**
   * Keeps a frame if it is of an epoch after this one.
   *
   * @param isKnown whether the record knows the sender; a member that has just joined is unknown
   */
  void keep(long now, long epoch, Seat from, boolean isKnown, int incarnation, Frame frame) {
    if (epochOf(frame) > epoch) {
      witness = witness == null || isKnown ? from : witness;
      int more = Weight.of(frame);
      if (isKnown ? weight + more <= MOST : weightOfStrangers + more <= MOST_FROM_STRANGERS) {
        letters.add(new Letter(from, isKnown, incarnation, frame, now, more));
        weigh(isKnown, more);
      }
    }
  }

  private void weigh(boolean isKnown, int more) {
    if (isKnown) {
      weight += more;
    } else {
      weightOfStrangers += more;
    }
  }

  /**
   * Whom to ask for the newest record, or null. Forgets what has come before a time: perhaps there
   * is no such epoch.
   */
  @Nullable Seat takeWitness(long oldest) {
    if (!letters.isEmpty() && letters.getFirst().since < oldest) {
      keepOnly(letters.stream().filter(letter -> letter.since >= oldest).toList());
    }
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
    keepOnly(letters.stream().filter(letter -> letter.epoch() > epoch).toList());
    if (letters.isEmpty()) {
      witness = null;
    }
    return taken;
  }

  private void keepOnly(List<Letter> some) {
    letters.clear();
    letters.addAll(some);
    weight = 0;
    weightOfStrangers = 0;
    letters.forEach(letter -> weigh(letter.isKnown, letter.weight));
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
