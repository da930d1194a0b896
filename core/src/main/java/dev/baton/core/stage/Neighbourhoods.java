package dev.baton.core.stage;

import dev.baton.core.Node;
import dev.baton.core.Setup;
import java.util.List;

/** Nodes hear those in their own neighbourhood, and leave and join neighbourhoods. */
final class Neighbourhoods implements Surroundings {

  private final Whereabouts whereabouts;
  private final int clients;
  private final int count;

  Neighbourhoods(Setup setup, int nodes) {
    whereabouts = new Whereabouts(setup, nodes);
    clients = setup.n();
    count = setup.neighbourhoods();
  }

  @Override
  public boolean reaches(int from, int to) {
    return whereabouts.areTogether(from, to);
  }

  @Override
  public boolean areTogether(int i, int j) {
    return whereabouts.areTogether(i, j);
  }

  @Override
  public int neighbourhood(int i) {
    return whereabouts.of(i);
  }

  @Override
  public Event due() {
    return null;
  }

  @Override
  public void listMoves(List<Event> events) {
    for (int i = 0; i < clients; i++) {
      if (!whereabouts.isOutside(i)) {
        events.add(new Event.Leave(i));
        continue;
      }
      for (int b = 0; b < count; b++) {
        events.add(new Event.Join(i, b));
      }
    }
  }

  @Override
  public void listLinkChanges(List<Event> events) {}

  @Override
  public void check(Event.Change change) {
    switch (change) {
      case Event.Join(int i, int where) -> {
        if (where < 0 || where >= count) {
          throw new IllegalArgumentException(
              "there is no neighbourhood " + where + ": they are 0 to " + (count - 1) + ".");
        }
        if (!whereabouts.isOutside(i)) {
          throw new IllegalArgumentException(
              i + " cannot join: it is in neighbourhood " + whereabouts.of(i) + ".");
        }
      }
      case Event.Leave(int i) -> {
        if (whereabouts.isOutside(i)) {
          throw Surroundings.unknown(change);
        }
      }
      case Event.LinkUp up -> throw Surroundings.unknown(up);
      case Event.LinkDown down -> throw Surroundings.unknown(down);
    }
  }

  /** A node has left only once what it sends as it leaves is under way. */
  @Override
  public void happen(Event.Change change, Node<?> node) {
    switch (change) {
      case Event.Join(int i, int where) -> {
        int[] present = whereabouts.present(where);
        whereabouts.join(i, where);
        node.onJoin(where, whereabouts.arrival(i), present);
      }
      case Event.Leave leave -> node.onLeave();
      case Event.LinkUp up -> throw Surroundings.unknown(up);
      case Event.LinkDown down -> throw Surroundings.unknown(down);
    }
  }

  @Override
  public void after(Event event) {
    if (event instanceof Event.Leave(int i)) {
      whereabouts.leave(i);
    }
  }
}
