package dev.baton.web;

import static dev.baton.web.Recording.NONE;

import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage.Phase;
import dev.baton.web.Recording.Moment;
import dev.baton.web.Recording.Sent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A space-time diagram, not yet drawn: a lane for each node, time to the right, and where on it
 * everything is. Lengths are in pixels; y grows downwards.
 */
public final class SpaceTime {

  public static final double LANE = 58;
  public static final double LEFT = 48;
  public static final double TOP = 26;
  public static final double RIGHT = 22;

  /** Half a letter, and what is kept free around it. */
  private static final double LETTER = 7;

  /** How close a letter may come to a lane, or to another letter above or below it. */
  private static final double CLEAR = 12;

  /**
   * A time during which an application waits or is inside.
   *
   * @param entry which entry of the run it is, from 1; 0 for one that waits
   */
  public record Span(int node, Phase phase, double from, double to, int entry) {}

  /**
   * The way of a message.
   *
   * @param arrives whether its arrow reaches the receiver
   */
  public record Way(
      Sent message, double x1, double y1, double x2, double y2, boolean isToken, boolean arrives) {

    double x(double part) {
      return x1 + (x2 - x1) * part;
    }

    double y(double part) {
      return y1 + (y2 - y1) * part;
    }
  }

  /** A letter on a way. */
  public record Letter(Way way, double x, double y, String letter, String parameter) {}

  /** A stretch of a lane on which permits lie. */
  public record Rest(int node, double from, double to) {

    /** Whether one of them is there when a span begins. */
    boolean isAt(Span span) {
      return span.node() == node && from <= span.from() && span.from() < to;
    }
  }

  private final Recording recording;
  private final Letters letters;
  private final double unit;
  private final double end;
  private final List<Span> spans = new ArrayList<>();
  private final List<Rest> rests = new ArrayList<>();
  private final List<Way> ways = new ArrayList<>();
  private final List<Letter> placed = new ArrayList<>();

  /**
   * @param unit how many pixels a unit of time takes
   */
  public SpaceTime(Recording recording, double unit) {
    this.recording = recording;
    this.unit = unit;
    letters = new Letters(recording);
    end = recording.time(recording.moments().size() - 1) + 1;
    findSpans();
    findRests();
    recording.messages().forEach(this::findWay);
    placeLetters();
  }

  public Recording recording() {
    return recording;
  }

  public Letters letters() {
    return letters;
  }

  public List<Span> spans() {
    return spans;
  }

  public List<Rest> rests() {
    return rests;
  }

  public List<Way> ways() {
    return ways;
  }

  public List<Letter> placed() {
    return placed;
  }

  /** Where a moment is. */
  public double x(double time) {
    return LEFT + time * unit;
  }

  /** Where the lane of a node is. */
  public double y(int node) {
    return TOP + LANE * node + LANE / 2;
  }

  /** Where the lanes end. */
  public double right() {
    return x(end);
  }

  public double width() {
    return right() + RIGHT;
  }

  /** Down to the last lane. */
  public double height() {
    return TOP + LANE * recording.size();
  }

  // Waiting and inside.

  private void findSpans() {
    int n = recording.size();
    Phase[] phases = new Phase[n];
    double[] since = new double[n];
    int[] entries = new int[n];
    Arrays.fill(phases, Phase.IDLE);
    int entry = 0;
    for (Moment moment : recording.moments()) {
      int i = moment.node();
      Phase next = after(phases[i], moment);
      if (next != phases[i] || moment.enters()) {
        close(i, phases[i], since[i], moment.time(), entries[i]);
        phases[i] = next;
        since[i] = moment.time();
        if (next == Phase.INSIDE) {
          entries[i] = ++entry;
        }
      }
    }
    for (int i = 0; i < n; i++) {
      close(i, phases[i], since[i], end, entries[i]);
    }
  }

  private static Phase after(Phase phase, Moment moment) {
    if (moment.enters()) {
      return Phase.INSIDE;
    }
    return switch (moment.event()) {
      case Event.Request request -> Phase.WAITING;
      case Event.Exit exit -> Phase.IDLE;
      case Event.Crash crash -> Phase.IDLE;
      case Event.Leave leave -> phase == Phase.INSIDE ? Phase.WAITING : phase;
      default -> phase;
    };
  }

  private void close(int node, Phase phase, double from, double to, int entry) {
    if (phase != Phase.IDLE && (to > from || phase == Phase.INSIDE)) {
      spans.add(new Span(node, phase, from, to, phase == Phase.INSIDE ? entry : 0));
    }
  }

  // The token.

  private void findRests() {
    int n = recording.size();
    int[] held = new int[n];
    double[] since = new double[n];
    Arrays.setAll(held, recording.held()::get);
    if (!recording.hasToken()) {
      return;
    }
    for (Moment moment : recording.moments()) {
      int i = moment.node();
      if (held[i] > 0 && moment.held() == 0) {
        rests.add(new Rest(i, since[i], moment.time()));
      } else if (held[i] == 0 && moment.held() > 0) {
        since[i] = moment.time();
      }
      held[i] = moment.held();
    }
    for (int i = 0; i < n; i++) {
      if (held[i] > 0) {
        rests.add(new Rest(i, since[i], end));
      }
    }
  }

  // Messages.

  private void findWay(Sent message) {
    if (message.from() == message.to()) {
      return;
    }
    double x1 = x(recording.time(message.sentBy()));
    double y1 = y(message.from());
    double y2 = y(message.to());
    boolean arrives = message.endedBy() != NONE && !message.isLost();
    double x2 =
        message.endedBy() == NONE ? right() + RIGHT / 2 : x(recording.time(message.endedBy()));
    boolean isToken = recording.isToken(message);
    Way whole = new Way(message, x1, y1, x2, y2, isToken, arrives);
    // What is under way at the end has come half of its way.
    double part = message.endedBy() == NONE ? 0.6 : 1;
    ways.add(new Way(message, x1, y1, whole.x(part), whole.y(part), isToken, arrives));
  }

  /** Each letter takes the first free place on its way: not on a lane, not on another letter. */
  private void placeLetters() {
    List<double[]> taken = new ArrayList<>();
    for (Span span : spans) {
      if (span.entry() > 0) {
        taken.add(new double[] {(x(span.from()) + x(span.to())) / 2, y(span.node()) - 15, LETTER});
      }
    }
    List<Way> inOrder = new ArrayList<>(ways);
    inOrder.sort(Comparator.comparing(way -> !way.isToken()));
    for (Way way : inOrder) {
      double[] tries =
          way.isToken()
              ? new double[] {.5, .42, .58, .36, .64}
              : new double[] {.4, .32, .5, .24, .6, .68, .18, .76};
      double part = tries[0];
      for (double each : tries) {
        if (isFree(taken, way.x(each), way.y(each))) {
          part = each;
          break;
        }
      }
      taken.add(new double[] {way.x(part), way.y(part), LETTER});
      placed.add(
          new Letter(
              way,
              way.x(part),
              way.y(part),
              letters.of(way.message()),
              Letters.parameter(way.message())));
    }
  }

  private boolean isFree(List<double[]> taken, double x, double y) {
    for (int i = 0; i < recording.size(); i++) {
      if (Math.abs(y(i) - y) <= CLEAR) {
        return false;
      }
    }
    for (double[] other : taken) {
      boolean isBeside = Math.abs(other[0] - x) > LETTER + other[2];
      if (!isBeside && Math.abs(other[1] - y) <= CLEAR) {
        return false;
      }
    }
    return true;
  }
}
