package dev.baton.lab.run;

/** Something to do if the JVM is told to end, by a signal or Ctrl-C, before this is closed. */
public final class ShutdownHook implements AutoCloseable {

  private final Thread thread;

  public ShutdownHook(Runnable work) {
    thread = new Thread(work, "baton-shutdown");
    Runtime.getRuntime().addShutdownHook(thread);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException e) {
      // The JVM is already ending, and the work is being done.
    }
  }
}
