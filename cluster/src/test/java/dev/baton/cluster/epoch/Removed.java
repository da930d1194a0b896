package dev.baton.cluster.epoch;

/** A rule of the protocol that is taken away, to see that the attack notices. */
public enum Removed {
  QUARANTINE(
      new Rules() {
        @Override
        long quarantine(long rem) {
          return 0;
        }
      }),
  DRIFT_FACTOR(
      new Rules() {
        @Override
        long stretch(Timing timing, long duration) {
          return duration;
        }
      }),
  LEASE_FROM_SENDING(
      new Rules() {
        @Override
        long leaseEnd(Timing timing, long sentAt, long now) {
          return now + timing.lease();
        }
      }),
  SEALED_VOTER_IS_SILENT(
      new Rules() {
        @Override
        boolean acknowledges(boolean sealed) {
          return true;
        }
      }),
  EPOCH_TAG(
      new Rules() {
        @Override
        boolean accepts(long tag, long epoch) {
          return true;
        }
      }),
  ACKNOWLEDGEMENT_AT_OPEN(
      new Rules() {
        @Override
        boolean acknowledgesAtOpen() {
          return false;
        }
      }),
  QUARANTINE_CARRIED(
      new Rules() {
        @Override
        long carried(long left) {
          return 0;
        }
      }),
  LEASE_CHECK(
      new Rules() {
        @Override
        boolean grants(boolean hasLease) {
          return true;
        }
      }),
  WANTED(
      new Rules() {
        @Override
        boolean tells(boolean wanted) {
          return false;
        }
      }),
  EPOCH_IN_FENCE(
      new Rules() {
        @Override
        long firstFence(long epoch) {
          return 0;
        }
      }),
  MAJORITY(
      new Rules() {
        @Override
        int majority(int voters) {
          return 1;
        }
      }),
  CALL_BEFORE_SEAL(
      new Rules() {
        @Override
        boolean callsBeforeSeal() {
          return false;
        }
      }),
  CUT_OFF_IS_LEFT_OUT(
      new Rules() {
        @Override
        boolean leavesOut(boolean isCutOff) {
          return false;
        }
      }),
  LEFT_OUT_COUNTS_AS_EVICTED(
      new Rules() {
        @Override
        boolean counts(boolean isLeftOut) {
          return true;
        }
      }),
  CUT_LINK_IS_HEALED(
      new Rules() {
        @Override
        boolean comesBack(boolean isHealed) {
          return true;
        }
      }),
  SNAPSHOT(
      new Rules() {
        @Override
        boolean keepsWithoutSnapshot() {
          return true;
        }
      }),
  FLOOR(
      new Rules() {
        @Override
        boolean admits(int incarnation, int floor) {
          return true;
        }
      }),
  ANSWER_FOR_OLD_INCARNATIONS(
      new Rules() {
        @Override
        boolean answersForOldIncarnations() {
          return false;
        }
      }),
  OPENING_IS_CONFIRMED(
      new Rules() {
        @Override
        boolean opens(boolean fromVoter, boolean follows) {
          return true;
        }
      }),
  VOTERS_SEAL(
      new Rules() {
        @Override
        boolean seals(boolean votes) {
          return true;
        }
      }),
  ANSWERS_SPEAK_FOR_THEIR_SENDER(
      new Rules() {
        @Override
        boolean speaksForItself(boolean isItself) {
          return true;
        }
      }),
  VOTERS_ACKNOWLEDGE(
      new Rules() {
        @Override
        boolean acknowledgesLeases(boolean votes) {
          return true;
        }
      }),
  VOTERS_REFUSE(
      new Rules() {
        @Override
        boolean refuses(boolean votes) {
          return true;
        }
      }),
  BEATS_OF_MEMBERS(
      new Rules() {
        @Override
        boolean keepsBeat(boolean isKnown) {
          return true;
        }
      }),
  SEATS_IN_A_BEAT(
      new Rules() {
        @Override
        boolean fits(int seats, int members) {
          return true;
        }
      }),
  PACE_OF_ANSWERS(
      new Rules() {
        @Override
        long tellAgainAfter(Timing timing) {
          return 0;
        }
      }),
  CLAIMS_END_WITH_THE_HOLD(
      new Rules() {
        @Override
        boolean claims(boolean holds, boolean hasHeld) {
          return holds || hasHeld;
        }
      }),
  LOSS_BEFORE_LEAVING(
      new Rules() {
        @Override
        boolean losesFirst(boolean leaves) {
          return false;
        }
      }),
  LOSS_AT_EVICTION(
      new Rules() {
        @Override
        boolean losesAtEviction() {
          return false;
        }
      }),
  GIVING_UP_BY_WHO_ROAMS(
      new Rules() {
        @Override
        boolean givesUp(boolean roams) {
          return false;
        }
      });

  private final Rules rules;

  Removed(Rules rules) {
    this.rules = rules;
  }

  /** All rules but this one. */
  public Rules rules() {
    return rules;
  }
}
