package dev.baton.lab.demo;

import dev.baton.lab.demo.Entry.Ended;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Says from the files alone whether the lock was one: from the counters in the guarded file and the
 * histories of all processes. Each permit is looked at by itself.
 *
 * <ul>
 *   <li>Overlap: an entry while an earlier one has not ended. One whose process was killed has
 *       ended with the kill; one whose hold was lost, when it was last seen to be valid; one of
 *       which nothing is said, never.
 *   <li>Fence inversion: in the order of entries, a fence that is not larger than all before.
 *   <li>Lost update: as many as updates were made more than the counter shows. Who has left has
 *       made one. A killed process has made one if the counter has passed the value that it was to
 *       write, and nobody else has written that.
 * </ul>
 */
public final class Judge {

  /**
   * What was found.
   *
   * @param grants entries
   * @param counter the sum of the counters in the guarded file
   * @param lostUpdates below 0 if the file shows updates that nobody made
   * @param handOffs sorted times from an exit to the entry of another member that waited, in
   *     nanoseconds
   * @param recoveries for each entry that was killed, the nanoseconds from the kill to the next
   *     entry by another member; −1 if there was none
   */
  public record Findings(
      long grants,
      long counter,
      long overlaps,
      long fenceInversions,
      long lostUpdates,
      List<Long> handOffs,
      List<Long> recoveries) {

    public boolean isFine() {
      return overlaps == 0 && fenceInversions == 0 && lostUpdates == 0;
    }

    /** The hand-off time that this share of all is not above; null if there was none. */
    public Long handOff(double share) {
      int count = handOffs.size();
      return count == 0 ? null : handOffs.get((int) Math.ceil(share * count) - 1);
    }
  }

  private long counter;
  private long overlaps;
  private long fenceInversions;
  private long lostUpdates;
  private final List<Long> handOffs = new ArrayList<>();
  private final List<Long> recoveries = new ArrayList<>();

  private Judge() {}

  /** Reads all files of a directory anew. */
  public static Findings judge(Path directory) throws IOException {
    List<Entry> entries = History.readAll(directory);
    Map<Integer, List<Entry>> slots =
        entries.stream()
            .sorted(Comparator.comparingLong(Entry::entered))
            .collect(Collectors.groupingBy(Entry::slot, TreeMap::new, Collectors.toList()));
    Judge judge = new Judge();
    try (GuardedFile file = new GuardedFile(directory)) {
      for (var slot : slots.entrySet()) {
        judge.slot(slot.getValue(), file.read(slot.getKey()));
      }
    }
    judge.handOffs.sort(null);
    return new Findings(
        entries.size(),
        judge.counter,
        judge.overlaps,
        judge.fenceInversions,
        judge.lostUpdates,
        judge.handOffs,
        judge.recoveries);
  }

  private void slot(List<Entry> inOrder, long count) {
    counter += count;
    lostUpdates += updates(inOrder, count) - count;
    long busyUntil = Long.MIN_VALUE;
    long highestFence = Long.MIN_VALUE;
    Entry last = null;
    for (Entry entry : inOrder) {
      overlaps += entry.entered() < busyUntil ? 1 : 0;
      fenceInversions += entry.fence() <= highestFence ? 1 : 0;
      busyUntil = Math.max(busyUntil, entry.end());
      highestFence = Math.max(highestFence, entry.fence());
      if (last != null) {
        handOff(last, entry);
      }
      last = entry;
    }
    for (int i = 0; i < inOrder.size(); i++) {
      if (inOrder.get(i).ended() == Ended.KILLED) {
        recoveries.add(recovery(inOrder.get(i), inOrder.subList(i + 1, inOrder.size())));
      }
    }
  }

  private static long updates(List<Entry> entries, long count) {
    Set<Long> written = new HashSet<>();
    long updates = 0;
    for (Entry entry : entries) {
      if (entry.ended() == Ended.LEFT) {
        written.add(entry.next());
        updates++;
      }
    }
    for (Entry entry : entries) {
      boolean mayHaveWritten = entry.ended() == Ended.KILLED || entry.ended() == Ended.OPEN;
      if (mayHaveWritten && entry.next() <= count && written.add(entry.next())) {
        updates++;
      }
    }
    return updates;
  }

  private void handOff(Entry last, Entry next) {
    boolean waited = next.requested() < last.end() && last.end() <= next.entered();
    if (last.ended() == Ended.LEFT && waited && !last.member().equals(next.member())) {
      handOffs.add(next.entered() - last.end());
    }
  }

  private static long recovery(Entry killed, List<Entry> later) {
    return later.stream()
        .filter(entry -> !entry.member().equals(killed.member()))
        .filter(entry -> entry.entered() >= killed.end())
        .mapToLong(entry -> entry.entered() - killed.end())
        .findFirst()
        .orElse(-1);
  }
}
