package dev.baton.cluster.seat;

import dev.baton.cluster.epoch.Effect;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.Reason;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.epoch.Timing;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes one line into the log for everything that happens to a member, and passes it on. */
public final class LoggingWatcher implements EventLoop.Watcher {

  /** What a member has to say, it says as {@code Baton}. */
  public static final String LOGGER = "dev.baton.cluster.Baton";

  /** From one line about frames that were ignored, or about contradictions, to the next. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final String member;
  private final LogLines lines;
  private final EventLoop.Watcher watcher;
  private final Runnable onJoined;
  private final Consumer<EpochRecord> onOpened;

  private long ignored;
  private long ignoredLoggedAt = System.nanoTime() - PAUSE.toNanos();
  private long malformed;
  private long malformedLoggedAt = System.nanoTime() - PAUSE.toNanos();
  private long contradictions;
  private long contradictionLoggedAt = System.nanoTime() - PAUSE.toNanos();

  /**
   * @param onJoined told whenever the member has a lease
   * @param onOpened told of every record that is installed
   */
  public LoggingWatcher(
      String member, EventLoop.Watcher watcher, Runnable onJoined, Consumer<EpochRecord> onOpened) {
    this(member, LoggerFactory.getLogger(LOGGER), watcher, onJoined, onOpened);
  }

  LoggingWatcher(
      String member,
      Logger log,
      EventLoop.Watcher watcher,
      Runnable onJoined,
      Consumer<EpochRecord> onOpened) {
    this.member = member;
    lines = new LogLines(member, log);
    this.watcher = watcher;
    this.onJoined = onJoined;
    this.onOpened = onOpened;
  }

  @Override
  public void opened(EpochRecord record, int holdsCarried, long pauseNanos) {
    lines.write(
        log -> log.info("{}: {}", member, line(record, holdsCarried, pauseNanos / 1_000_000)));
    long days = daysAhead(record, WallClock.seconds());
    if (days > 0) {
      lines.write(
          log ->
              log.warn(
                  "{}: epoch {} is {} days ahead of this machine's clock: check the clocks",
                  member,
                  record.number(),
                  days));
    }
    onOpened.accept(record);
    watcher.opened(record, holdsCarried, pauseNanos);
  }

  /** An epoch has at least the number of seconds that a voter's clock shows. */
  static long daysAhead(EpochRecord record, long wallSeconds) {
    return Math.max(0, (record.number() - wallSeconds) / Duration.ofDays(1).toSeconds());
  }

  /** Who, why, and how long. */
  static String line(EpochRecord record, int holds, long pauseMillis) {
    StringBuilder line = new StringBuilder("epoch " + record.number());
    line.append(" after a pause of ").append(pauseMillis).append(" ms");
    add(
        line,
        ": ",
        record.reasons().isEmpty()
            ? Stream.of("the same members go on")
            : record.reasons().stream().map(LoggingWatcher::text).distinct());
    add(line, "; members: ", members(record));
    if (holds > 0) {
      line.append("; holds carried: ").append(holds);
    }
    if (record.quarantine() > 0) {
      line.append("; unknown locks wait ").append(record.quarantine() / 1_000_000).append(" ms");
    }
    return line.toString();
  }

  static String text(Reason reason) {
    String from = reason.from() == null ? null : Names.memberOf(reason.from());
    return new Reason(reason.kind(), Names.memberOf(reason.who()), from).toString();
  }

  /** Each member once; it may have several seats. */
  private static Stream<String> members(EpochRecord record) {
    Map<String, Long> seats =
        record.members().stream()
            .collect(
                Collectors.groupingBy(
                    seat -> Names.memberOf(seat.name()),
                    LinkedHashMap::new,
                    Collectors.counting()));
    return seats.entrySet().stream()
        .map(
            it ->
                it.getValue() == 1 ? it.getKey() : it.getKey() + " (" + it.getValue() + " seats)");
  }

  private static void add(StringBuilder line, String what, Stream<String> parts) {
    String joined = parts.collect(Collectors.joining(", "));
    if (!joined.isEmpty()) {
      line.append(what).append(joined);
    }
  }

  @Override
  public void sent(Frame frame) {
    watcher.sent(frame);
  }

  @Override
  public void evicted() {
    lines.write(
        log ->
            log.warn(
                "{}: the other members went on without this one; it rejoins by itself", member));
    watcher.evicted();
  }

  @Override
  public void farAway(long roundTripNanos, long longestNanos) {
    lines.write(log -> log.warn("{}: {}", member, farAwayLine(roundTripNanos, longestNanos)));
    watcher.farAway(roundTripNanos, longestNanos);
  }

  /** The longest round trip is a share of the lease, but never more than some time. */
  static String farAwayLine(long roundTripNanos, long longestNanos) {
    long most = Timing.forLease(Duration.ofDays(1).toNanos(), 1_000_000).longestRoundTrip();
    return "voters answer after "
        + roundTripNanos / 1_000_000
        + " ms; with this lease holds are sure to survive a change of members up to "
        + longestNanos / 1_000_000
        + " ms: "
        + (roundTripNanos > most
            ? "no lease is long enough: members must answer each other within "
                + most / 1_000_000
                + " ms"
            : "use a lease "
                + (roundTripNanos + longestNanos - 1) / longestNanos
                + " times as long, on all members");
  }

  /** At most one line in ten seconds, however many there are. */
  @Override
  public void contradicted(Effect.Contradicted what) {
    contradictions++;
    long now = System.nanoTime();
    if (now - contradictionLoggedAt >= PAUSE.toNanos()) {
      contradictionLoggedAt = now;
      long soFar = contradictions;
      lines.write(log -> log.error("{}: {}; contradictions so far: {}", member, line(what), soFar));
    }
    watcher.contradicted(what);
  }

  /** Who says what, and what came of it. */
  static String line(Effect.Contradicted what) {
    String slot =
        what.lock().permits() == 1
            ? "" + what.lock()
            : "slot " + what.slot() + " of " + what.lock();
    return what.believed() == null
        ? slot + " is held by " + what.denied().name() + ", but not in the record: the hold is lost"
        : slot
            + " was accounted for by both "
            + what.believed().name()
            + " and "
            + what.denied().name()
            + ": the first is believed, and a hold of the second is lost";
  }

  /** At most one line in ten seconds, however many there are. */
  @Override
  public void malformed(String what) {
    malformed++;
    long now = System.nanoTime();
    if (now - malformedLoggedAt >= PAUSE.toNanos()) {
      malformedLoggedAt = now;
      long soFar = malformed;
      lines.write(
          log -> log.error("{}: dropped {}; so many were dropped so far: {}", member, what, soFar));
    }
    watcher.malformed(what);
  }

  /** At most one line in ten seconds, however many frames there are. */
  @Override
  public void ignored(Seat from, String what) {
    ignored++;
    long now = System.nanoTime();
    if (now - ignoredLoggedAt >= PAUSE.toNanos()) {
      ignoredLoggedAt = now;
      long soFar = ignored;
      lines.write(
          log ->
              log.warn(
                  "{}: {} of {} is ignored: it is not entitled to it; {} frames were ignored so"
                      + " far",
                  member,
                  what,
                  from.name(),
                  soFar));
    }
    watcher.ignored(from, what);
  }

  @Override
  public void suspended() {
    lines.write(
        log ->
            log.warn(
                "{}: the lease has expired; nothing is granted here until it is renewed", member));
    watcher.suspended();
  }

  @Override
  public void resumed() {
    lines.write(log -> log.info("{}: the lease is valid", member));
    onJoined.run();
    watcher.resumed();
  }

  @Override
  public void jumped(long millis) {
    lines.write(
        log ->
            log.warn("{}: the clock stood still for {} ms; the lease was dropped", member, millis));
    watcher.jumped(millis);
  }

  /** The event loop writes the line itself, when all others know of it. */
  @Override
  public void failed(Throwable failure) {
    watcher.failed(failure);
  }
}
