package dev.baton.web;

import static dev.baton.web.Recording.NONE;

import dev.baton.web.Recording.Moment;
import dev.baton.web.Recording.Sent;
import java.util.ArrayList;
import java.util.List;

/**
 * A run as a log with vector clocks, which ShiViz reads as it is: two lines for each event, what
 * happened, and where and when.
 */
public final class ShiViz {

  private ShiViz() {}

  /** The log. */
  public static String of(Recording recording) {
    int n = recording.size();
    int[][] clocks = new int[n][n];
    List<int[]> sent = new ArrayList<>();
    StringBuilder log = new StringBuilder();
    int next = 0;
    for (int event = 0; event < recording.moments().size(); event++) {
      Moment moment = recording.moments().get(event);
      int i = moment.node();
      // What was sent before the first event is in the past of nobody's clock.
      for (; next < recording.messages().size() && sentBefore(recording, next, event); next++) {
        Sent message = recording.messages().get(next);
        sent.add(message.sentBy() == NONE ? new int[n] : clocks[message.from()].clone());
      }
      if (moment.message() != NONE) {
        int[] then = sent.get(moment.message());
        for (int j = 0; j < n; j++) {
          clocks[i][j] = Math.max(clocks[i][j], then[j]);
        }
      }
      clocks[i][i]++;
      log.append(moment.event());
      if (moment.enters()) {
        log.append(", and enters");
      }
      log.append('\n').append(name(i)).append(" {");
      String separator = "";
      for (int j = 0; j < n; j++) {
        if (clocks[i][j] > 0) {
          log.append(separator).append('"').append(name(j)).append("\":").append(clocks[i][j]);
          separator = ", ";
        }
      }
      log.append("}\n");
    }
    return log.toString();
  }

  private static boolean sentBefore(Recording recording, int message, int event) {
    return recording.messages().get(message).sentBy() < event;
  }

  private static String name(int node) {
    return "node" + node;
  }
}
