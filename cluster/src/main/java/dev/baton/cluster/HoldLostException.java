package dev.baton.cluster;

import dev.baton.cluster.gate.Entry;
import dev.baton.cluster.gate.Gate;

/** A hold is no longer valid although it was not released: somebody else may be inside. */
public final class HoldLostException extends IllegalMonitorStateException {

  private static final long serialVersionUID = 1;

  HoldLostException(Gate gate, Entry entry) {
    super(
        "The hold of "
            + gate.id()
            + " with fence "
            + entry.fence()
            + " was lost: "
            + entry.reason()
            + ". Somebody else may be inside: undo or check what was done under this fence, and"
            + " acquire again.");
  }
}
