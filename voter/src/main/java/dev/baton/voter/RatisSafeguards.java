package dev.baton.voter;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.ratis.util.ExitUtils;

/**
 * Makes Ratis a library that a process can live with: it does not end the process, and says nothing
 * of its own to the console.
 */
final class RatisSafeguards {

  private static final String RELOCATED = "org.apache.ratis.thirdparty.io.";

  /**
   * They bypass SLF4J, with a stack trace per refused connection. Held here so that they stay set.
   */
  private static final List<Logger> LOGGERS =
      List.of(Logger.getLogger(RELOCATED + "grpc"), Logger.getLogger(RELOCATED + "netty"));

  static {
    // Ratis would end the process when its port is taken, and, as soon as this class of it is
    // loaded, when any thread in the process ends with an exception.
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    ExitUtils.disableSystemExit();
    ExitUtils.setTerminateOnUncaughtException(false);
    Thread.setDefaultUncaughtExceptionHandler(before);

    // Native code and Unsafe would make the JVM warn; sockets of the JDK are fast enough here.
    setIfAbsent(RELOCATED + "netty.transport.noNative");
    setIfAbsent(RELOCATED + "netty.noUnsafe");
    for (Logger logger : LOGGERS) {
      if (logger.getLevel() == null) {
        logger.setLevel(Level.SEVERE);
      }
    }
    VoterResolver.register();
  }

  private RatisSafeguards() {}

  private static void setIfAbsent(String property) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, "true");
    }
  }

  /** To be called before anything of Ratis is used. */
  static void apply() {}
}
