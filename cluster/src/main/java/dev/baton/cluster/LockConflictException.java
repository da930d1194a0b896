package dev.baton.cluster;

/** A name stands for a lock or semaphore with other options already. */
public final class LockConflictException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  LockConflictException(String message) {
    super(message);
  }
}
