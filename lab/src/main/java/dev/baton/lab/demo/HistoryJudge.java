package dev.baton.lab.demo;

import dev.baton.lab.demo.Stay.Ended;
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
 * Decides from the files alone whether the lock worked: from the counters in the guarded file and
 * the histories of all processes. Each permit is judged separately.
 *
 * <ul>
 *   <li>Overlap: an entry while an earlier one has not ended. One whose process was killed has
 *       ended with the kill; one whose hold was lost, when it was last seen to be valid; one whose
 *       history does not say, never.
 *   <li>Fence inversion: in the order of entries, a fence that is not larger than all before.
 *   <li>Lost update: an update that was made but that the counter does not show. A stay that ended
 *       normally made one. A killed process made one if the counter has passed the value that it
 *       was to write, and nobody else has written that.
 * </ul>
 */
public final class HistoryJudge {

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

  private HistoryJudge() {}

  /** Reads all files of a directory. */
  public static Findings judge(Path directory) throws IOException {
    List<Stay> stays = History.readAll(directory);
    Map<Integer, List<Stay>> slots =
        stays.stream()
            .sorted(Comparator.comparingLong(Stay::entered))
            .collect(Collectors.groupingBy(Stay::slot, TreeMap::new, Collectors.toList()));
    HistoryJudge judge = new HistoryJudge();
    try (GuardedFile file = new GuardedFile(directory)) {
      for (var slot : slots.entrySet()) {
        judge.slot(slot.getValue(), file.read(slot.getKey()));
      }
    }
    judge.handOffs.sort(null);
    return new Findings(
        stays.size(),
        judge.counter,
        judge.overlaps,
        judge.fenceInversions,
        judge.lostUpdates,
        judge.handOffs,
        judge.recoveries);
  }

  private void slot(List<Stay> inOrder, long count) {
    counter += count;
    lostUpdates += updates(inOrder, count) - count;
    Exclusion exclusion = Exclusion.of(inOrder);
    overlaps += exclusion.overlaps().size();
    fenceInversions += exclusion.inversions().size();
    for (int i = 1; i < inOrder.size(); i++) {
      handOff(inOrder.get(i - 1), inOrder.get(i));
    }
    for (int i = 0; i < inOrder.size(); i++) {
      if (inOrder.get(i).ended() == Ended.KILLED) {
        recoveries.add(recovery(inOrder.get(i), inOrder.subList(i + 1, inOrder.size())));
      }
    }
  }

  private static long updates(List<Stay> stays, long count) {
    Set<Long> written = new HashSet<>();
    long updates = 0;
    for (Stay stay : stays) {
      if (stay.ended() == Ended.LEFT) {
        written.add(stay.next());
        updates++;
      }
    }
    for (Stay stay : stays) {
      boolean mayHaveWritten = stay.ended() == Ended.KILLED || stay.ended() == Ended.OPEN;
      if (mayHaveWritten && stay.next() <= count && written.add(stay.next())) {
        updates++;
      }
    }
    return updates;
  }

  private void handOff(Stay last, Stay next) {
    boolean waited = next.requested() < last.end() && last.end() <= next.entered();
    if (last.ended() == Ended.LEFT && waited && !last.member().equals(next.member())) {
      handOffs.add(next.entered() - last.end());
    }
  }

  private static long recovery(Stay killed, List<Stay> later) {
    return later.stream()
        .filter(stay -> !stay.member().equals(killed.member()))
        .filter(stay -> stay.entered() >= killed.end())
        .mapToLong(stay -> stay.entered() - killed.end())
        .findFirst()
        .orElse(-1);
  }
}
