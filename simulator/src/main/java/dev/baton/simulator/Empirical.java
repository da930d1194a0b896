package dev.baton.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The distribution that a file says. Either its lines are times that were measured, one in each, of
 * which every one is equally likely:
 *
 * <pre>
 * 12.5
 * 13.1    # as often as 12.5
 * </pre>
 *
 * <p>or they are points of a distribution function, a probability from 0 to 1 and the time that is
 * not exceeded with it, with straight lines in between:
 *
 * <pre>
 * 0     10
 * 0.5   12
 * 0.99  40
 * 1     200
 * </pre>
 */
final class Empirical implements Distribution {

  private final String file;

  /** In millionths; null if all times are equally likely. */
  private final long[] probability;

  /** Ascending. */
  private final long[] ticks;

  private final double mean;

  private Empirical(String file, long[] probability, long[] ticks) {
    this.file = file;
    this.probability = probability;
    this.ticks = ticks;
    double sum = 0;
    for (int i = 0; i < ticks.length; i++) {
      if (probability == null) {
        sum += ticks[i];
      } else if (i > 0) {
        sum += (probability[i] - probability[i - 1]) * 0.5 * ((double) ticks[i] + ticks[i - 1]);
      }
    }
    mean = Ticks.toUnits(sum / (probability == null ? ticks.length : Ticks.PER_UNIT));
  }

  /**
   * Reads what a file says.
   *
   * @throws IllegalArgumentException with one sentence that says what to write
   */
  static Empirical parse(String file, String text) {
    List<long[]> rows = new ArrayList<>();
    for (String line : text.split("\n")) {
      String content = line.replaceFirst("#.*", "").strip();
      if (content.isEmpty()) {
        continue;
      }
      String[] words = content.split("[\\s,;]+");
      long[] row = new long[words.length];
      for (int i = 0; i < words.length; i++) {
        row[i] = Ticks.parse(words[i]);
      }
      boolean isLikeTheFirst = rows.isEmpty() || rows.getFirst().length == row.length;
      if (row.length > 2 || !isLikeTheFirst || Arrays.stream(row).anyMatch(it -> it < 0)) {
        throw new IllegalArgumentException(
            "'"
                + content
                + "' in "
                + file
                + ": write a time in each line, such as 12.5, or in each a probability and a time,"
                + " such as 0.5 12, with at most six decimals.");
      }
      rows.add(row);
    }
    if (rows.isEmpty()) {
      throw new IllegalArgumentException(file + " has no times: write one in each line.");
    }
    return rows.getFirst().length == 1 ? ofTimes(file, rows) : ofPoints(file, rows);
  }

  private static Empirical ofTimes(String file, List<long[]> rows) {
    long[] ticks = rows.stream().mapToLong(row -> row[0]).toArray();
    Arrays.sort(ticks);
    return new Empirical(file, null, ticks);
  }

  private static Empirical ofPoints(String file, List<long[]> rows) {
    boolean isWhole = rows.getFirst()[0] == 0 && rows.getLast()[0] == Ticks.PER_UNIT;
    boolean ascends = true;
    for (int i = 1; i < rows.size(); i++) {
      ascends &= rows.get(i)[0] > rows.get(i - 1)[0] && rows.get(i)[1] >= rows.get(i - 1)[1];
    }
    if (!isWhole || !ascends) {
      throw new IllegalArgumentException(
          file
              + " is not a distribution function: write lines from probability 0 to probability 1,"
              + " in ascending order of probabilities and of times.");
    }
    return new Empirical(
        file,
        rows.stream().mapToLong(row -> row[0]).toArray(),
        rows.stream().mapToLong(row -> row[1]).toArray());
  }

  @Override
  public double mean() {
    return mean;
  }

  @Override
  public long sample(long random) {
    double fraction = RandomStream.fraction(random);
    if (probability == null) {
      return ticks[(int) (fraction * ticks.length)];
    }
    double millionths = fraction * Ticks.PER_UNIT;
    int low = 0;
    int high = probability.length - 1;
    while (high - low > 1) {
      int middle = low + high >>> 1;
      if (probability[middle] <= millionths) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double part = (millionths - probability[low]) / (probability[high] - probability[low]);
    return ticks[low] + (long) (part * (ticks[high] - ticks[low]) + 0.5);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Empirical it
        && file.equals(it.file)
        && Arrays.equals(probability, it.probability)
        && Arrays.equals(ticks, it.ticks);
  }

  @Override
  public int hashCode() {
    return file.hashCode() + 31 * Arrays.hashCode(ticks);
  }

  @Override
  public String toString() {
    return "empirical:" + file;
  }
}
