package dev.baton.checker;

import dev.baton.core.Hash;
import java.util.HashSet;
import java.util.Set;

/** Examines states one at a time, and says what is wrong with them. */
final class Judge {

  /** Something wrong: how the offending state is reached, and what is wrong with it. */
  record Violation(int source, int via, Property property, String message, long fingerprint) {}

  private final Check check;
  private final Locals locals;
  private final Space space;
  private final Set<Check.Claim> seen = new HashSet<>();
  private int maxBypass;

  /** Which property the last violation violates. */
  private Property property;

  Judge(Check check, Locals locals, Space space) {
    this.check = check;
    this.locals = locals;
    this.space = space;
  }

  /** Claims that held in some state. */
  Set<Check.Claim> seen() {
    return seen;
  }

  int maxBypass() {
    return maxBypass;
  }

  /** A handler that threw. */
  Violation failure(int source, int via, int t) {
    String message = locals.failure(t);
    return new Violation(source, via, Property.SAFETY, message, Hash.of(message));
  }

  /** A fair cycle in which a node waits. */
  Violation starvation(int waiting) {
    return new Violation(-1, 0, Property.STARVATION, starvationMessage(waiting), 0);
  }

  static String starvationMessage(int waiting) {
    return waiting + " can wait for ever while the others go on.";
  }

  /** What is wrong with a state, or null. */
  Violation state(int source, int via, long fingerprint, int[] vector, int length) {
    int timers = 0;
    boolean mayRequest = false;
    for (int i = 0; i < locals.n; i++) {
      int local = vector[i];
      mayRequest |= tables().mayRequest(local);
      timers |= tables().timers(local);
    }
    boolean isQuiet = length == space.head() && timers == 0 && !space.isLinkChanging(vector);
    for (int b = 0; b < Math.max(1, check.setup().neighbourhoods()); b++) {
      String wrong = neighbourhood(b, vector, isQuiet, mayRequest);
      if (wrong != null) {
        return new Violation(source, via, property, wrong, fingerprint);
      }
    }
    Violation violation = check.countsBypass() ? bypass(source, via, fingerprint, vector) : null;
    if (violation != null || check.claims().isEmpty()) {
      return violation;
    }
    return claims(source, via, fingerprint, vector, length);
  }

  private Tables tables() {
    return space.tables();
  }

  /** What is wrong in a neighbourhood (the only one, where nobody roams), or null. */
  private String neighbourhood(int b, int[] vector, boolean isQuiet, boolean mayRequest) {
    int inside = 0;
    int waiting = 0;
    int idle = 0;
    for (int i = 0; i < locals.n; i++) {
      int local = vector[i];
      if (tables().neighbourhood(local) == b) {
        inside += tables().phase(local) == Locals.INSIDE ? 1 : 0;
        waiting += tables().phase(local) == Locals.WAITING ? 1 : 0;
        idle += tables().idlePermits(local);
      }
    }
    String message;
    if (inside > check.setup().permits()) {
      property = Property.SAFETY;
      message = inside + " nodes are inside together.";
    } else if (isQuiet && waiting > 0 && inside == 0 && !mayRequest) {
      property = Property.DEADLOCK;
      message = waiting + " wait, and nothing can happen any more.";
    } else if (isQuiet && waiting > 0 && inside == 0) {
      property = Property.STARVATION;
      message = waiting + " wait, and nothing happens unless somebody else requests.";
    } else if (isQuiet && waiting > 0 && (idle > 0 || inside < check.setup().permits())) {
      property = Property.IDLE_PERMIT;
      message = "A permit is idle while " + waiting + " wait.";
    } else {
      return null;
    }
    return check.wants(property) ? message : null;
  }

  private Violation bypass(int source, int via, long fingerprint, int[] vector) {
    for (int i = 0; i < locals.n; i++) {
      int passed = vector[locals.n + i];
      maxBypass = Math.max(maxBypass, passed);
      if (passed > check.bypassBound()) {
        String message = i + " was passed by " + (passed == 1 ? "once." : passed + " times.");
        return new Violation(source, via, Property.BYPASS, message, fingerprint);
      }
    }
    return null;
  }

  private Violation claims(int source, int via, long fingerprint, int[] vector, int length) {
    Moment moment = new Moment(check, locals, space.tables(), vector, space.head(), length);
    for (Check.Claim claim : check.claims()) {
      boolean holds = claim.predicate().test(moment);
      if (!holds && claim.isAlways()) {
        String message = "'" + claim.name() + "' does not hold.";
        return new Violation(source, via, Property.ALWAYS, message, fingerprint);
      }
      if (holds && !claim.isAlways()) {
        seen.add(claim);
      }
    }
    return null;
  }
}
