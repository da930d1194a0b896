package dev.baton.lab.experiment;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Constants as the file of an experiment writes them: in small letters. */
final class Constants {

  private Constants() {}

  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /**
   * The constant of this name.
   *
   * @param what what they all are, for the message
   * @throws IllegalArgumentException with one sentence, if there is none
   */
  static <E extends Enum<E>> E constant(E[] all, String what, String name) {
    return Arrays.stream(all)
        .filter(constant -> of(constant).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no "
                        + what
                        + " '"
                        + name
                        + "': write "
                        + Arrays.stream(all).map(Constants::of).collect(Collectors.joining(", "))
                        + "."));
  }
}
