package dev.baton.cluster.gate;

/** What tests of jcstress share in which a thread is inside and its hold gets lost. */
class InsideStress {

  static final long THREAD = 1;

  final Gate gate = EnterStress.gate();

  InsideStress() {
    gate.enter(THREAD);
  }

  /** As {@code unlock()} does it: 1 if it was inside, −1 if it is told of its loss, 0 otherwise. */
  final int unlock() {
    if (gate.leave(THREAD)) {
      return 1;
    }
    return gate.tellLoss(THREAD) == null ? 0 : -1;
  }
}
