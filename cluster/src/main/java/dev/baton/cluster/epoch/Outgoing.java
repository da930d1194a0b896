package dev.baton.cluster.epoch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a member has to do and to say since it was asked last: effects, and frames to itself. */
final class Outgoing {

  private final String self;
  private final List<Effect> effects = new ArrayList<>();
  private final Deque<Frame> toItself = new ArrayDeque<>();

  Outgoing(String self) {
    this.self = self;
  }

  void tell(Effect effect) {
    effects.add(effect);
  }

  /** A frame to itself does not leave the member. */
  void send(String to, int incarnation, Frame frame) {
    if (to.equals(self)) {
      toItself.addLast(frame);
    } else {
      effects.add(new Effect.Send(to, incarnation, frame));
    }
  }

  /** To the incarnation that a record knows, or to any. */
  void send(EpochRecord record, String to, Frame frame) {
    Seat member = record.member(to);
    send(to, member == null ? Member.ANY : member.incarnation(), frame);
  }

  /** Tells all others who are in a new record, or were in the one before. */
  void announce(EpochRecord next, EpochRecord before) {
    Set<String> others = next.namesWith(before);
    others.remove(self);
    others.forEach(name -> send(name, Member.ANY, new Frame.Open(next)));
  }

  /** The next frame to itself; null if there is none. */
  @Nullable Frame takeToItself() {
    return toItself.pollFirst();
  }

  List<Effect> drain() {
    List<Effect> drained = List.copyOf(effects);
    effects.clear();
    return drained;
  }
}
