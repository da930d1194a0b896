package dev.baton.lab.member;

import java.io.ObjectInputFilter;

/**
 * Refuses every serialized object in this process, which has no use for any. A library must not do
 * this to the process that it is part of; {@code baton member} is a process of its own.
 */
public final class SerialFilter {

  /** What {@code -Djdk.serialFilter} would be given. */
  static final String PATTERN = "!*";

  private SerialFilter() {}

  /** Once per process; a filter that was given on the command line stays. */
  public static void install() {
    if (ObjectInputFilter.Config.getSerialFilter() == null) {
      ObjectInputFilter.Config.setSerialFilter(ObjectInputFilter.Config.createFilter(PATTERN));
    }
  }
}
