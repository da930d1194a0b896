package dev.baton.voter;

import dev.baton.cluster.seat.LogLines;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a voter has to say. The thread that says it does not write it: a log may block.
 *
 * @param writer writes lines, and holds nobody up
 */
record VoterLog(Executor writer, Logger log) {

  static VoterLog of(String voter) {
    Logger log = LoggerFactory.getLogger(RatisEpochStore.class);
    return new VoterLog(new LogLines(voter, log)::run, log);
  }

  /** Does not wait. There may be no memory for it. */
  void say(Consumer<Logger> line) {
    writer.execute(() -> line.accept(log));
  }

  /** Says that something has failed which nobody waits for; what cannot be said is left out. */
  void complain(String voter, String what, Throwable problem) {
    try {
      say(log -> log.error("{}: {}", voter, what, problem));
    } catch (OutOfMemoryError e) {
      // Nor is there for anything else.
    }
  }
}
