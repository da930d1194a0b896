package dev.baton.cluster.join;

import dev.baton.cluster.epoch.Frame.LockReport;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.gate.Gate;
import dev.baton.cluster.net.LockPart;
import dev.baton.cluster.net.Question.Page;
import dev.baton.cluster.seat.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Puts together what members tell of their locks to those who look. */
public final class Views {

  /** How long whoever looks waits for those that do not answer. */
  public static final Duration PATIENCE = Duration.ofSeconds(1);

  /** The same for whoever wants to say in a message who holds a lock. */
  public static final Duration GLANCE = Duration.ofMillis(250);

  /** How many locks are shown of one member at most, those in use first. */
  public static final int MOST = 10_000;

  /** One member's part of one lock. */
  public record Share(String member, LockPart part) {

    /** Whose turn has come is first; who has not asked the others yet is last. */
    public int place() {
      return part.first() ? 0 : part.stamp() == 0 ? Integer.MAX_VALUE : part.stamp();
    }
  }

  /**
   * What the members have told.
   *
   * @param shares for each lock the parts of those who know of it
   * @param silent members that have not answered
   * @param partial members that have told of some of their locks only
   */
  public record Told(
      SortedMap<LockId, List<Share>> shares, List<String> silent, List<String> partial) {}

  private Views() {}

  // At the member itself.

  /**
   * What this member tells: what its gates see, and what its seats know of their place.
   *
   * @param page which locks; null for all
   */
  public static CompletableFuture<List<LockPart>> here(
      List<EventLoop> seats, Collection<Gate> gates, String neighbourhood, @Nullable Page page) {
    List<CompletableFuture<List<LockReport>>> looks = seats.stream().map(EventLoop::look).toList();
    // A seat that is held up says nothing; what the gates see is told all the same.
    return CompletableFuture.allOf(looks.toArray(CompletableFuture<?>[]::new))
        .completeOnTimeout(null, PATIENCE.toNanos() / 2, TimeUnit.NANOSECONDS)
        .handleAsync(
            (done, failure) -> parts(gates, neighbourhood, looks, page),
            task -> Thread.ofPlatform().daemon().name("baton-look").start(task));
  }

  private static List<LockPart> parts(
      Collection<Gate> gates,
      String neighbourhood,
      List<CompletableFuture<List<LockReport>>> looks,
      @Nullable Page page) {
    SortedMap<LockId, LockPart> parts = new TreeMap<>();
    for (Gate gate : gates) {
      if (page == null || page.has(gate.id().name())) {
        Gate.Sight sight = gate.look(neighbourhood);
        parts.put(sight.id(), part(sight));
      }
    }
    for (CompletableFuture<List<LockReport>> look : looks) {
      if (look.isDone() && !look.isCompletedExceptionally()) {
        look.join().forEach(report -> add(parts, report));
      }
    }
    // One more than are shown, so that whoever looks knows that there are more.
    return page == null
        ? parts.values().stream()
            .sorted(Comparator.comparing(part -> part.holds().isEmpty() && part.waiting() == 0))
            .limit(MOST + 1)
            .toList()
        : parts.values().stream()
            .filter(part -> page.has(part.id()))
            .limit(Math.clamp(page.most(), 0, MOST + 1))
            .toList();
  }

  private static LockPart part(Gate.Sight sight) {
    List<LockPart.Inside> holds =
        sight.inside().stream()
            .map(each -> new LockPart.Inside(each.slot(), each.fence(), each.nanos()))
            .toList();
    return new LockPart(
        sight.id(), holds, sight.waiting(), false, 0, false, sight.entries(), sight.messages());
  }

  /** Locks that pass through here, and nothing else, are not worth telling. */
  private static void add(SortedMap<LockId, LockPart> parts, LockReport report) {
    boolean isWorthTelling = report.waiting() || report.slot() >= 0 || !report.unused().isEmpty();
    LockPart known = parts.get(report.id());
    if (known == null && isWorthTelling) {
      known = new LockPart(report.id(), List.of(), 0, false, 0, false, 0, 0);
    }
    if (known != null) {
      parts.put(report.id(), with(known, report));
    }
  }

  private static LockPart with(LockPart part, LockReport report) {
    boolean isUnused =
        report.slot() >= 0
            && part.holds().stream().noneMatch(inside -> inside.slot() == report.slot());
    boolean isEarlier = report.stamp() > 0 && (part.stamp() == 0 || report.stamp() < part.stamp());
    return new LockPart(
        part.id(),
        part.holds(),
        part.waiting(),
        part.first() || report.first(),
        isEarlier ? report.stamp() : part.stamp(),
        part.rests() || isUnused || !report.unused().isEmpty(),
        part.entries(),
        part.messages());
  }

  // Everywhere.

  /**
   * Waits for what members tell, as long as whoever looks has patience.
   *
   * @param most so many locks of each are taken
   */
  public static Told collect(
      Map<String, CompletableFuture<List<LockPart>>> told, Duration patience, int most) {
    SortedMap<LockId, List<Share>> shares = new TreeMap<>();
    List<String> silent = new ArrayList<>();
    List<String> partial = new ArrayList<>();
    long deadline = System.nanoTime() + patience.toNanos();
    told.forEach(
        (member, parts) -> {
          List<LockPart> list = await(parts, deadline);
          if (list == null) {
            silent.add(member);
          } else {
            if (list.size() > most) {
              partial.add(member);
            }
            list.stream()
                .limit(most)
                .forEach(
                    part ->
                        shares
                            .computeIfAbsent(part.id(), id -> new ArrayList<>())
                            .add(new Share(member, part)));
          }
        });
    return new Told(shares, List.copyOf(silent), List.copyOf(partial));
  }

  /** Null if there is no answer in time. */
  private static @Nullable List<LockPart> await(
      CompletableFuture<List<LockPart>> parts, long deadline) {
    try {
      return parts.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
