package dev.baton.voter;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The threads of one voter, those of Ratis among them, which are started by others of the group. An
 * error ends a thread of Ratis for good, and without it the voter may wait for ever: it is noticed
 * here, and by nobody else, not even by the handler of the application.
 */
final class EngineThreads extends ThreadGroup {

  /** Threads of pools that all users of gRPC share, and that are replaced. */
  private static final String SHARED = "grpc-";

  private final String voter;
  private final VoterLog log;

  /** The first that has ended one of them; null if none has. */
  private final AtomicReference<Throwable> problem = new AtomicReference<>();

  private volatile Consumer<Throwable> listener;

  EngineThreads(String voter, VoterLog log) {
    super("baton-" + voter);
    this.voter = voter;
    this.log = log;
  }

  Thread daemon(String name, Runnable task) {
    return Thread.ofPlatform().group(this).daemon().name(name + voter).unstarted(task);
  }

  /** Tells, without memory, what has ended a thread or will. */
  void onEnded(Consumer<Throwable> listener) {
    this.listener = listener;
    Throwable early = problem.get();
    if (early != null) {
      listener.accept(early);
    }
  }

  @Override
  public void uncaughtException(Thread thread, Throwable e) {
    // What is no error may be how a thread ends that is not needed any more.
    boolean isFatal = e instanceof Error && !thread.getName().startsWith(SHARED);
    if (isFatal && problem.compareAndSet(null, e)) {
      Consumer<Throwable> told = listener;
      if (told != null) {
        told.accept(e);
      }
    }
    log.complain(voter, "a thread has ended with an error", e);
  }
}
