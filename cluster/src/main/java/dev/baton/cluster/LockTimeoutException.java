package dev.baton.cluster;

/** A lock or permit could not be acquired in the given time. */
public final class LockTimeoutException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  LockTimeoutException(String message) {
    super(message);
  }
}
