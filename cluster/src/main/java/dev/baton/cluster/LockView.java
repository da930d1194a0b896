package dev.baton.cluster;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.join.Views;
import dev.baton.cluster.net.LockPart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lock or semaphore as one member sees it: what the members answered when it asked, which may
 * have changed since.
 *
 * @param name of the lock or semaphore
 * @param neighbourhood null if it is the whole cluster's
 * @param permits 1 for a lock
 * @param algorithm the one that finds the next holder
 * @param holders who is inside, by slot
 * @param waiters the members where somebody waits, in the order in which they asked as far as
 *     messages tell; the next epoch would keep this order
 * @param restsAt members that keep a permit while nobody there is inside
 * @param silent members that did not answer: what they hold and wait for is not known
 * @param partial members that know of more locks than {@link Baton#locks()} shows of one member;
 *     {@link Baton#locks(String, int)} shows them all, page by page
 * @param held how many permits are held here
 * @param waiting how many threads and handles wait here
 * @param entries how often it was entered here
 * @param messages how many messages of the algorithm this member has sent for it, without those
 *     that it had to repeat
 * @param messagesPerEntry what an entry has cost: the messages of all members that answered,
 *     divided by their entries; NaN if there is none
 */
public record LockView(
    String name,
    @Nullable String neighbourhood,
    int permits,
    String algorithm,
    List<Holder> holders,
    List<Waiting> waiters,
    List<String> restsAt,
    List<String> silent,
    List<String> partial,
    int held,
    int waiting,
    long entries,
    long messages,
    double messagesPerEntry) {

  /**
   * A member that is inside.
   *
   * @param member its name
   * @param slot which of the permits it has, from 0
   * @param fence of its hold
   * @param since when it entered, by the clock of the member that asked
   */
  public record Holder(String member, int slot, long fence, Instant since) {}

  /**
   * A member at which somebody waits.
   *
   * @param member its name
   * @param count how many threads and handles
   */
  public record Waiting(String member, int count) {}

  /**
   * {@return the member that is inside, of several that with the lowest slot; null if nobody is}
   */
  public @Nullable String holder() {
    return holders.isEmpty() ? null : holders.getFirst().member;
  }

  /** {@return the highest fence of those who are inside; 0 if nobody is} */
  public long fence() {
    return holders.stream().mapToLong(Holder::fence).max().orElse(0);
  }

  /** {@return when the longest of the holds began; null if there is none} */
  public @Nullable Instant since() {
    return holders.stream().map(Holder::since).min(Comparator.naturalOrder()).orElse(null);
  }

  /** {@return who holds it and who waits, with hidden characters of its name written out} */
  @Override
  public String toString() {
    LockId id = new LockId(name, permits, neighbourhood);
    return "LockView[" + id + ", holders=" + holders + ", waiters=" + waiters + "]";
  }

  /** A view of each lock that somebody tells of, by name, as {@code self} sees it. */
  static List<LockView> of(String self, EpochRecord record, Views.Told told, Instant now) {
    List<LockView> views = new ArrayList<>();
    told.shares()
        .forEach(
            (id, shares) ->
                views.add(view(self, id, record.algorithm(id).id(), shares, told, now)));
    return List.copyOf(views);
  }

  private static LockView view(
      String self,
      LockId id,
      String algorithm,
      List<Views.Share> shares,
      Views.Told told,
      Instant now) {
    List<Holder> holders = new ArrayList<>();
    for (Views.Share share : shares) {
      for (LockPart.Inside inside : share.part().holds()) {
        Instant since = now.minusNanos(inside.nanos());
        holders.add(new Holder(share.member(), inside.slot(), inside.fence(), since));
      }
    }
    holders.sort(Comparator.comparingInt(Holder::slot));
    List<Waiting> waiters =
        shares.stream()
            .filter(share -> share.part().waiting() > 0)
            .sorted(Comparator.comparing(Views.Share::place))
            .map(share -> new Waiting(share.member(), share.part().waiting()))
            .toList();
    List<String> restsAt =
        shares.stream().filter(share -> share.part().rests()).map(Views.Share::member).toList();
    double messages = shares.stream().mapToLong(share -> share.part().messages()).sum();
    long entries = shares.stream().mapToLong(share -> share.part().entries()).sum();
    LockPart none = new LockPart(id, List.of(), 0, false, 0, false, 0, 0);
    LockPart mine =
        shares.stream()
            .filter(share -> share.member().equals(self))
            .map(Views.Share::part)
            .findFirst()
            .orElse(none);
    return new LockView(
        id.name(),
        id.neighbourhood(),
        id.permits(),
        algorithm,
        List.copyOf(holders),
        waiters,
        restsAt,
        told.silent(),
        told.partial(),
        mine.holds().size(),
        mine.waiting(),
        mine.entries(),
        mine.messages(),
        entries == 0 ? Double.NaN : messages / entries);
  }
}
