package dev.baton.cluster.join;

import dev.baton.cluster.epoch.Hidden;
import dev.baton.cluster.net.Answer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** For each name of a lock or semaphore what it stands for. */
final class LockKinds {

  /**
   * What a name stands for.
   *
   * @param sure false while other members are still being asked
   */
  private record Kind(String text, boolean sure) {}

  private final Map<String, Kind> kinds = new ConcurrentHashMap<>();

  /** Lets a name stand for something, for good. */
  void define(String lock, String kind) {
    propose(lock, kind);
    confirm(lock, kind);
  }

  /**
   * Lets a name stand for something until it is known what others say.
   *
   * @return whether that is known already
   */
  boolean propose(String lock, String kind) {
    Kind before = kinds.get(lock);
    if (before == null) {
      before = kinds.putIfAbsent(lock, new Kind(kind, false));
    }
    if (before != null && !before.text.equals(kind)) {
      throw conflict(lock, before.text, kind);
    }
    return before != null && before.sure;
  }

  void confirm(String lock, String kind) {
    kinds.put(lock, new Kind(kind, true));
  }

  void withdraw(String lock, String kind) {
    kinds.remove(lock, new Kind(kind, false));
  }

  Answer answer(String lock) {
    Kind kind = kinds.get(lock);
    return kind == null ? new Answer.Unknown() : new Answer.Known(kind.text, kind.sure);
  }

  static Refusal conflict(String lock, String is, String wanted) {
    return new Refusal(
        Refusal.Kind.LOCK_CONFLICT,
        "'" + Hidden.shown(lock) + "' is a " + is + ", not a " + wanted + ": use another name.");
  }
}
