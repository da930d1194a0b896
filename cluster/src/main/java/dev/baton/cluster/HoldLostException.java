package dev.baton.cluster;

/** A hold is not valid any more although it was not released: somebody else may be inside. */
public final class HoldLostException extends IllegalMonitorStateException {

  private static final long serialVersionUID = 1;

  HoldLostException(String message) {
    super(message);
  }
}
