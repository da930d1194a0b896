package dev.baton.cluster;

/** The name already belongs to a lock or semaphore with other options. */
public final class LockConflictException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  LockConflictException(String message) {
    super(message);
  }
}
