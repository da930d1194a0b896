package dev.baton.cluster.gate;

import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Member;
import java.util.List;
import java.util.function.Consumer;

/** The gate of a lock without an event loop, and what the event loop would do to it. */
final class GateModel {

  /** An event loop whose lease does not end and that does nothing. */
  record Idle(String name, long leaseEnd, long now) implements Lane.Loop {
    Idle() {
      this("a", 1, 0);
    }

    @Override
    public void offer(Consumer<Member> event) {
      // What it would do is done by whoever uses the model.
    }
  }

  private static final long FENCES = 100;

  final Gate gate;
  final Lane lane;
  private int tenures;

  GateModel() {
    this(new Idle());
  }

  /** At the beginning the member has the lock, and nobody is inside. */
  GateModel(Lane.Loop loop) {
    Callbacks callbacks = new Callbacks("a", Meters.NONE, (lock, fence, reason) -> {});
    gate = new Gate(new LockId("x", 1), false, 1, callbacks, List.of(loop));
    lane = gate.lane(0);
    grant();
  }

  /** The member gets the lock. */
  void grant() {
    gate.granted(new Tenure(lane, 0, FENCES * ++tenures, false));
  }

  /** Another member wants it. */
  void want() {
    lane.wanted(FENCES * tenures);
  }

  /** The lease is over, or the member has left its epoch. */
  void lose() {
    lane.lost(FENCES * tenures, "lost");
  }
}
