package dev.baton.lab.mistakes;

import dev.baton.core.Algorithm;
import dev.baton.core.Fifo;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Random;

/** The coordinator of the guide, with one of the mistakes that are easily made. */
final class Beginner extends Node<Beginner.Msg> {

  /** What is wrong with it, as the guide's table says it. */
  enum Mistake {
    LOST_REQUEST("a request is forgotten while another node is inside"),
    TWO_TOKENS("a second token is made"),
    TOKEN_KEPT("the token is never given back"),
    SEND_TO_NOBODY("a message to NONE"),
    NO_SUCH_NODE("a message to a node that does not exist"),
    ENTERS_TWICE("a handler enters twice"),
    ENTERS_UNASKED("a node enters that has not asked"),
    CIRCLE("messages go in a circle"),
    ARRAY("an array in a message"),
    EXCEPTION("an exception in a handler"),
    NOT_IN_STATE("a field that `state` does not show"),
    NOT_ASSIGNED("a field that `state` shows and does not assign"),
    NOT_IN_SHOW("a field that `show` of a message leaves out"),
    NO_TYPE("a message without a type"),
    RANDOM("a random number"),
    STATIC("a static field"),
    ENDLESS_LOOP("a handler that does not return"),
    UNBOUNDED_COUNTER("a counter without bound");

    private final String text;

    Mistake(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  sealed interface Msg extends Message {}

  record Ask(int attempt) implements Msg {
    @Override
    public void show(State s) {
      s.type("ASK");
      if (attempt > 0) {
        s.counter("attempt", attempt);
      }
    }
  }

  record Busy(int attempt) implements Msg {
    @Override
    public void show(State s) {
      s.type("BUSY");
      s.counter("attempt", attempt);
    }
  }

  record Grant() implements Msg {
    @Override
    public void show(State s) {
      s.type("GRANT");
    }
  }

  /** For one node, told to all. */
  record News(int next) implements Msg {
    @Override
    public void show(State s) {
      s.type("NEWS");
    }
  }

  record Entries(int[] of) implements Msg {
    @Override
    public void show(State s) {
      s.type("ENTRIES");
      s.counters("of", of);
    }
  }

  record Done() implements Msg {
    @Override
    public void show(State s) {
      s.type("DONE");
    }
  }

  record Nameless() implements Msg {
    @Override
    public void show(State s) {}
  }

  /** All nodes have it, which is the mistake. */
  private static boolean someoneIsInside;

  /** Ends the endless loop, after the test. */
  private static volatile boolean isOver;

  private final Mistake mistake;
  private final Fifo queue = new Fifo();
  private final int[] entries;
  private boolean busy;

  private Beginner(int self, int n, Mistake mistake) {
    super(self, n);
    this.mistake = mistake;
    entries = new int[n];
  }

  static Algorithm with(Mistake mistake) {
    return new Algorithm() {
      @Override
      public String id() {
        return "beginner";
      }

      @Override
      public Node<?>[] nodes(Setup setup) {
        return setup.nodes(self -> new Beginner(self, setup.n(), mistake));
      }
    };
  }

  /** As before the first run. */
  static void reset(boolean ends) {
    someoneIsInside = false;
    isOver = ends;
  }

  @Override
  public void onRequest() {
    switch (mistake) {
      case CIRCLE -> send((self + 1) % n, new Ask(0));
      case SEND_TO_NOBODY -> send(NONE, new Ask(0));
      case NO_SUCH_NODE -> send(n, new Ask(0));
      case STATIC -> {
        if (!someoneIsInside) {
          someoneIsInside = true;
          enter();
        }
      }
      default -> send(0, new Ask(0));
    }
  }

  @Override
  public void onRelease() {
    switch (mistake) {
      case TOKEN_KEPT -> {}
      case STATIC -> someoneIsInside = false;
      case NO_TYPE -> send(0, new Nameless());
      case ARRAY -> {
        entries[self]++;
        send(0, new Entries(entries));
      }
      default -> send(0, new Done());
    }
  }

  @Override
  public void onMessage(int from, Msg message) {
    switch (message) {
      case Ask(int attempt) -> onAsk(from, attempt);
      case Busy(int attempt) -> send(0, new Ask(attempt + 1));
      case Grant() -> {
        enter();
        if (mistake == Mistake.ENTERS_TWICE) {
          enter();
        }
      }
      case News(int next) -> {
        if (next == self) {
          enter();
        }
      }
      case Done done -> onDone(from);
      case Nameless nameless -> onDone(from);
      case Entries(int[] of) -> onDone(from);
    }
  }

  private void onAsk(int from, int attempt) {
    switch (mistake) {
      case CIRCLE -> send((self + 1) % n, new Ask(attempt));
      case LOST_REQUEST -> {
        if (!busy) {
          queue.enqueue(from);
        }
        next();
      }
      case UNBOUNDED_COUNTER -> {
        if (busy) {
          send(from, new Busy(attempt));
        } else {
          queue.enqueue(from);
          next();
        }
      }
      case ENDLESS_LOOP -> {
        queue.enqueue(from);
        waitForThe(queue);
      }
      default -> {
        queue.enqueue(from);
        next();
      }
    }
  }

  private static void waitForThe(Fifo queue) {
    while (!queue.isEmpty() && !isOver) {
      Thread.onSpinWait();
    }
  }

  private void onDone(int from) {
    busy = false;
    if (mistake == Mistake.EXCEPTION) {
      entries[from + 1]++;
    }
    if (mistake == Mistake.ENTERS_UNASKED) {
      send((from + 1) % n, new Grant());
    }
    next();
  }

  private void next() {
    if (busy || queue.isEmpty()) {
      return;
    }
    busy = mistake != Mistake.TWO_TOKENS;
    int place = mistake == Mistake.RANDOM ? new Random().nextInt(queue.size()) : 0;
    int to = queue.get(place);
    queue.remove(to);
    if (mistake == Mistake.NOT_IN_SHOW && to != self) {
      broadcast(new News(to));
    } else {
      send(to, new Grant());
    }
  }

  @Override
  public void state(State s) {
    s.nodes("queue", queue);
    if (mistake == Mistake.ARRAY || mistake == Mistake.EXCEPTION) {
      s.counters("entries", entries);
    }
    if (mistake == Mistake.NOT_ASSIGNED) {
      s.flag("busy", busy);
    } else if (mistake != Mistake.NOT_IN_STATE) {
      busy = s.flag("busy", busy);
    }
  }
}
