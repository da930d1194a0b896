package dev.baton.cluster;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** For each name of a lock or semaphore what it stands for. */
final class Kinds {

  private final Map<String, String> kinds = new ConcurrentHashMap<>();

  void define(String lock, String kind) {
    String before = kinds.putIfAbsent(lock, kind);
    if (before != null && !before.equals(kind)) {
      throw new LockConflictException(
          "'" + lock + "' is a " + before + ", not a " + kind + ": use another name.");
    }
  }
}
