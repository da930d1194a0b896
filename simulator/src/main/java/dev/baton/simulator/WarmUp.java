package dev.baton.simulator;

/**
 * MSER-5 (White, Cobb and Spratt 2000): the prefix whose removal makes the estimated error of the
 * mean smallest, among prefixes of whole batches of five that are at most half of the series.
 */
final class WarmUp {

  static final int BATCH = 5;

  private WarmUp() {}

  /** How many values to cut off: a multiple of {@link #BATCH}. */
  static int length(Longs series) {
    int batches = series.size() / BATCH;
    double[] batch = new double[batches];
    for (int b = 0; b < batches; b++) {
      for (int i = 0; i < BATCH; i++) {
        batch[b] += series.get(BATCH * b + i);
      }
    }
    // Whole numbers relative to the last batch: a series that becomes constant gives exact zeros.
    double sum = 0;
    double squares = 0;
    double best = 0;
    int cut = 0;
    for (int b = batches - 1; b >= 0; b--) {
      double x = batch[b] - batch[batches - 1];
      sum += x;
      squares += x * x;
      double left = batches - b;
      double error = (squares - sum * sum / left) / (left * left);
      if (2 * b <= batches && (2 * (b + 1) > batches || error <= best)) {
        best = error;
        cut = b;
      }
    }
    return BATCH * cut;
  }
}
