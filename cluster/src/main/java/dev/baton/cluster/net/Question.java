package dev.baton.cluster.net;

import dev.baton.cluster.epoch.LockId;
import java.util.List;

/** What one member asks another besides frames. Question and answer may be lost, as frames may. */
public sealed interface Question {

  /** What does this name of a lock or semaphore stand for at yours? */
  record Kind(String lock) implements Question {}

  /**
   * At this place is a member of another cluster with the same name: see for yourself. Asked of
   * voters; the answer says nothing.
   */
  record Met(Endpoint there) implements Question {}

  /** What is held and waited for at yours? */
  record Parts() implements Question {}

  /**
   * The same of locks in the order of their ids.
   *
   * @param prefix with which their names begin; none for all of them, since an empty text is no
   *     name
   * @param after only those that come after this one; none for the first page
   * @param most how many at most
   */
  record Page(List<String> prefix, List<LockId> after, int most) implements Question {

    public static Page of(String prefix, List<LockId> after, int most) {
      return new Page(prefix.isEmpty() ? List.of() : List.of(prefix), after, most);
    }

    /** Whether it is of one prefix and begins in one place, as those are that members ask for. */
    public boolean isSound() {
      return prefix.size() <= 1 && after.size() <= 1;
    }

    /** Whether locks with this name are on one of the pages. */
    public boolean has(String name) {
      return prefix.isEmpty() || name.startsWith(prefix.getFirst());
    }

    public boolean has(LockId id) {
      return has(id.name()) && (after.isEmpty() || id.compareTo(after.getFirst()) > 0);
    }
  }
}
