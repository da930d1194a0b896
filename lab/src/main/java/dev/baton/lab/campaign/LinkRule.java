package dev.baton.lab.campaign;

import java.util.Locale;

/**
 * What happens to packets on the way from one place to another.
 *
 * @param cut nothing arrives
 * @param loss the share of packets that is lost
 * @param delayMillis how much later each packet arrives
 * @param jitterMillis at most this much more, drawn for each packet
 * @param reordered the share of packets that waits a few milliseconds more, so that later ones
 *     overtake it
 * @param doubled the share of packets that arrives twice
 */
record LinkRule(
    boolean cut, double loss, int delayMillis, int jitterMillis, double reordered, double doubled) {

  static final LinkRule FREE = new LinkRule(false, 0, 0, 0, 0, 0);
  static final LinkRule CUT = new LinkRule(true, 0, 0, 0, 0, 0);

  static LinkRule losing(double share) {
    return new LinkRule(false, share, 0, 0, 0, 0);
  }

  static LinkRule delaying(int millis, int jitter) {
    return new LinkRule(false, 0, millis, jitter, 0, 0);
  }

  static LinkRule reordering(double share) {
    return new LinkRule(false, 0, 0, 0, share, 0);
  }

  static LinkRule doubling(double share) {
    return new LinkRule(false, 0, 0, 0, 0, share);
  }

  /** As words that {@link #parse} reads. */
  String words() {
    return String.format(
        Locale.ROOT,
        "%b %.4f %d %d %.4f %.4f",
        cut,
        loss,
        delayMillis,
        jitterMillis,
        reordered,
        doubled);
  }

  static LinkRule parse(String[] words, int first) {
    return new LinkRule(
        Boolean.parseBoolean(words[first]),
        Double.parseDouble(words[first + 1]),
        Integer.parseInt(words[first + 2]),
        Integer.parseInt(words[first + 3]),
        Double.parseDouble(words[first + 4]),
        Double.parseDouble(words[first + 5]));
  }
}
