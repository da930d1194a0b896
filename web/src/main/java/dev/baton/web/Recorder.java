package dev.baton.web;

import static dev.baton.web.Recording.NONE;

import dev.baton.algorithms.Catalog;
import dev.baton.core.Algorithm;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.Text;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Schedule;
import dev.baton.core.stage.Stage;
import dev.baton.web.Recording.Moment;
import dev.baton.web.Recording.Sent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Lets events happen on a stage, and keeps what they do. */
public final class Recorder {

  private static final String TOKEN = " token=";

  private final Algorithm algorithm;
  private final Setup setup;
  private final boolean fifo;
  private final Stage stage;
  private final List<String> start = new ArrayList<>();
  private final List<Integer> heldAtStart = new ArrayList<>();
  private final List<Moment> moments = new ArrayList<>();
  private final List<Sent> messages = new ArrayList<>();

  /** The number of each message under way, in the order of the stage. */
  private final List<Integer> underWay = new ArrayList<>();

  private final Set<String> tokens = new TreeSet<>();

  /** The messages that were sent when a permit left their sender. */
  private final Set<Integer> spent = new HashSet<>();

  private final boolean hasToken;

  /** Whether nodes show the token as a field. A permit that is given out of it is not the token. */
  private final boolean keepsToken;

  public Recorder(Algorithm algorithm, Setup setup, boolean fifo) {
    this.algorithm = algorithm;
    this.setup = setup;
    this.fifo = fifo;
    stage = new Stage(algorithm, setup, fifo);
    hasToken = Catalog.entry(CatalogLibrary.baseOf(algorithm.id())).family().hasToken();
    for (int i = 0; i < stage.size(); i++) {
      start.add(Text.of(stage.node(i)));
    }
    keepsToken = start.stream().anyMatch(Recorder::showsToken);
    for (int i = 0; i < stage.size(); i++) {
      heldAtStart.add(held(i));
    }
    noteSent(NONE);
    spent.addAll(underWay);
  }

  /** Records a schedule; the time of each event is its number, from 1. */
  public static Recording of(Schedule schedule) {
    Recorder recorder = new Recorder(schedule.algorithm(), schedule.setup(), schedule.fifo());
    for (Event event : schedule.events()) {
      recorder.step(recorder.moments.size() + 1, event);
    }
    return recorder.recording();
  }

  /** The system as it is now. */
  public Stage stage() {
    return stage;
  }

  /**
   * Lets one event happen.
   *
   * @throws IllegalArgumentException with one sentence, if it cannot happen now
   */
  public void step(double time, Event event) {
    int place =
        switch (event) {
          case Event.Deliver deliver -> stage.inFlight().indexOf(deliver);
          case Event.Miss(int from, int to, Message missed) ->
              stage.inFlight().indexOf(new Event.Deliver(from, to, missed));
          default -> NONE;
        };
    int node = event.node();
    int before = node < 0 || node >= stage.size() ? 0 : held(node);
    stage.step(event);
    int number = moments.size();
    boolean isMissed = event instanceof Event.Miss;
    int ended = place == NONE ? NONE : end(underWay.remove(place), number, isMissed);
    int message = isMissed ? NONE : ended;
    if (event instanceof Event.Leave) {
      loseAll(node, number);
    }
    int firstSent = messages.size();
    noteSent(number);
    int held = held(node);
    if (hasToken) {
      learn(message, before, held, firstSent);
    }
    String state = Text.of(stage.node(node));
    moments.add(new Moment(time, event, message, permit(), held, state, stage.violation()));
  }

  /** What has been recorded so far. */
  public Recording recording() {
    Set<String> carriers = new TreeSet<>(tokens);
    if (mostPermits() > setup.permits() * Math.max(1, setup.neighbourhoods())) {
      carriers.removeIf(type -> !isCalledToken(type));
    }
    return new Recording(
        algorithm, setup, fifo, start, heldAtStart, moments, messages, carriers, ending());
  }

  /** How many permits are at a node; of those that keep the token, 1 for the one that has it. */
  private int held(int node) {
    if (keepsToken) {
      return showsToken(Text.of(stage.node(node))) ? 1 : 0;
    }
    int inside = stage.phase(node) == Stage.Phase.INSIDE ? 1 : 0;
    return stage.node(node).idlePermits() + inside;
  }

  /** Whether a node says that it keeps the token: as a message, or as a flag. */
  private static boolean showsToken(String state) {
    int at = (' ' + state).indexOf(TOKEN);
    if (at < 0) {
      return false;
    }
    String rest = state.substring(at + TOKEN.length() - 1);
    int end = rest.indexOf(' ');
    String value = end < 0 ? rest : rest.substring(0, end);
    boolean isNumber = value.isEmpty() || !Character.isLetter(value.charAt(0));
    return !isNumber && !value.equals("no") && !value.equals("none");
  }

  private int permit() {
    for (String effect : stage.effects()) {
      int enters = effect.indexOf(" enters");
      if (enters > 0) {
        int with = effect.indexOf(" with permit ");
        return with < 0 ? 0 : Integer.parseInt(effect.substring(with + " with permit ".length()));
      }
    }
    return NONE;
  }

  // Messages.

  /** Those that the stage has more than before were sent by this event. */
  private void noteSent(int event) {
    List<Event.Deliver> inFlight = stage.inFlight();
    for (int i = underWay.size(); i < inFlight.size(); i++) {
      Event.Deliver deliver = inFlight.get(i);
      Message message = deliver.message();
      String text = Text.of(message);
      int bracket = text.indexOf('(');
      String type = bracket < 0 ? text : text.substring(0, bracket);
      underWay.add(messages.size());
      messages.add(new Sent(deliver.from(), deliver.node(), type, text, event, NONE, false));
    }
  }

  private int end(int number, int event, boolean isLost) {
    Sent sent = messages.get(number);
    messages.set(
        number,
        new Sent(sent.from(), sent.to(), sent.type(), sent.text(), sent.sentBy(), event, isLost));
    return number;
  }

  /** Whoever leaves misses what was under way to it. */
  private void loseAll(int node, int event) {
    for (int i = underWay.size() - 1; i >= 0; i--) {
      if (messages.get(underWay.get(i)).to() == node) {
        end(underWay.remove(i), event, true);
      }
    }
  }

  // The token.

  /**
   * Which types of messages carry permits is seen by what comes of them: there is a permit less at
   * the sender and one more at the receiver. One that goes on at once is told by its name.
   */
  private void learn(int arrived, int before, int after, int firstSent) {
    if (arrived != NONE && after > before && spent.contains(arrived)) {
      tokens.add(messages.get(arrived).type());
    }
    Set<String> sent = new TreeSet<>();
    for (int i = firstSent; i < messages.size(); i++) {
      sent.add(messages.get(i).type());
      if (after < before) {
        spent.add(i);
      }
    }
    boolean isAlone = after < before && sent.size() == 1;
    boolean goesOn = arrived != NONE && carries(arrived) + before > after;
    if (isAlone || after < before || goesOn) {
      sent.stream().filter(type -> isAlone || isCalledToken(type)).forEach(tokens::add);
    }
  }

  /**
   * The most permits at nodes and under way at any time, if each of these types carries one. More
   * than there are shows that one of them was mistaken: a permit may rest where it cannot be seen.
   */
  private int mostPermits() {
    int[] held = new int[stage.size()];
    Arrays.setAll(held, heldAtStart::get);
    int most = 0;
    int underWay = 0;
    int next = 0;
    for (int event = 0; event < moments.size(); event++) {
      Moment moment = moments.get(event);
      held[moment.node()] = moment.held();
      for (; next < messages.size() && messages.get(next).sentBy() <= event; next++) {
        underWay += carries(next);
      }
      underWay -= moment.message() == NONE ? 0 : carries(moment.message());
      if (moment.event() instanceof Event.Leave || moment.event() instanceof Event.Miss) {
        for (int i = 0; i < next; i++) {
          boolean isLost = messages.get(i).isLost() && messages.get(i).endedBy() == event;
          underWay -= isLost ? carries(i) : 0;
        }
      }
      most = Math.max(most, Arrays.stream(held).sum() + underWay);
    }
    return most;
  }

  private int carries(int message) {
    return tokens.contains(messages.get(message).type()) ? 1 : 0;
  }

  private static boolean isCalledToken(String type) {
    String name = type.toUpperCase(Locale.ROOT);
    return name.contains("TOK") || name.contains("PRIVILEGE");
  }

  // The end.

  private String ending() {
    List<String> waiting = new ArrayList<>();
    for (int i = 0; i < stage.size(); i++) {
      if (stage.phase(i) == Stage.Phase.WAITING && stage.neighbourhood(i) != Node.NONE) {
        waiting.add(Integer.toString(i));
      }
    }
    if (stage.violation() != null) {
      return stage.violation();
    }
    int inFlight = stage.inFlight().size();
    String who = waiting.isEmpty() ? "Nobody waits" : String.join(" and ", waiting) + " still wait";
    String verb = waiting.size() == 1 ? "s" : "";
    boolean isStuck =
        !waiting.isEmpty()
            && stage.enabled().stream().allMatch(event -> event instanceof Event.Request);
    String rest =
        isStuck
            ? ", and nothing can happen any more."
            : inFlight == 0
                ? ", no message is under way."
                : inFlight == 1
                    ? ", one message is under way."
                    : ", " + inFlight + " messages are under way.";
    return who + verb + rest;
  }
}
