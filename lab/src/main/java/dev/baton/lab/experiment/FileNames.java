package dev.baton.lab.experiment;

import java.util.regex.Pattern;

/**
 * Names that become part of a file's name. They come from files that somebody else may have
 * written, so they are neither paths nor HTML.
 */
final class FileNames {

  private static final Pattern NAME = Pattern.compile("[a-z0-9-]+");

  private FileNames() {}

  /**
   * Refuses a name that could lead out of the directory.
   *
   * @param what what has this name, for the message
   * @throws IllegalArgumentException with one sentence
   */
  static void check(String what, String name) {
    if (name == null || !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "The "
              + what
              + " is named '"
              + printable(name)
              + "': use small letters, digits and hyphens only.");
    }
  }

  private static String printable(String name) {
    return name == null ? "" : name.replaceAll("[^\\x20-\\x7e]", "?");
  }
}
