package dev.baton.core.stage;

import dev.baton.core.Node;
import java.util.List;

/** Everyone always hears everyone, and nothing changes. */
final class Together implements Surroundings {

  @Override
  public boolean reaches(int from, int to) {
    return true;
  }

  @Override
  public boolean areTogether(int i, int j) {
    return true;
  }

  @Override
  public int neighbourhood(int i) {
    return 0;
  }

  @Override
  public Event due() {
    return null;
  }

  @Override
  public void listMoves(List<Event> events) {}

  @Override
  public void listLinkChanges(List<Event> events) {}

  @Override
  public void check(Event.Change change) {
    throw Surroundings.unknown(change);
  }

  @Override
  public void happen(Event.Change change, Node<?> node) {
    throw Surroundings.unknown(change);
  }

  @Override
  public void after(Event event) {}
}
