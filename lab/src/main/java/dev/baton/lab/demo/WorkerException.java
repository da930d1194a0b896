package dev.baton.lab.demo;

/** A process did not do what it was told. */
public final class WorkerException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public WorkerException(String message) {
    super(message);
  }
}
