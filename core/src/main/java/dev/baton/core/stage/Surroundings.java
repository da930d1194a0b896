package dev.baton.core.stage;

import dev.baton.core.Algorithm;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import java.util.List;

/**
 * Who can hear whom on a stage, and the events by which that changes. There is one implementation
 * for each kind of system: {@link Together}, {@link Neighbourhoods} and {@link ChangingLinks}.
 */
sealed interface Surroundings permits Together, Neighbourhoods, ChangingLinks {

  /** Knows which messages are under way. */
  interface Channels {

    /** Whether something is under way between two nodes, either way. */
    boolean isInUse(int i, int j);
  }

  static Surroundings of(Algorithm algorithm, Setup setup, int nodes, Channels channels) {
    if (algorithm.usesLinks()) {
      return new ChangingLinks(setup, channels);
    }
    return setup.isRoaming() ? new Neighbourhoods(setup, nodes) : new Together();
  }

  /** Whether a message from one node reaches another. */
  boolean reaches(int from, int to);

  /** Whether two nodes share the permits. */
  boolean areTogether(int i, int j);

  /** The neighbourhood of a node, or {@link Node#NONE}; 0 where nobody roams. */
  int neighbourhood(int i);

  /** The event that has to happen next; null if there is none. */
  Event due();

  /** Adds every join and leave that may happen now. */
  void listMoves(List<Event> events);

  /** Adds every change of a link that may happen now, as its first end is told. */
  void listLinkChanges(List<Event> events);

  /**
   * Checks that a change may happen now.
   *
   * @throws IllegalArgumentException with one sentence, if it may not
   */
  void check(Event.Change change);

  /** Lets a change happen, and tells the node. */
  void happen(Event.Change change, Node<?> node);

  /** An event has happened, and its effects have been acted upon. */
  void after(Event event);

  /** Why a change that does not exist in this kind of system cannot happen. */
  static IllegalArgumentException unknown(Event.Change change) {
    return new IllegalArgumentException(
        switch (change) {
          case Event.Join join -> "nobody can join: the head does not say 'neighbourhoods B'.";
          case Event.Leave(int i) -> i + " cannot leave: it is in no neighbourhood.";
          case Event.LinkUp up -> "no link can change: this algorithm has fixed links.";
          case Event.LinkDown down -> "no link can change: this algorithm has fixed links.";
        });
  }
}
