package dev.baton.cluster;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.Seat;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes one line into the log for everything that happens to a member, and passes it on. */
final class Journal implements EventLoop.Watcher {

  private static final Logger LOG = LoggerFactory.getLogger(Baton.class);

  private final String member;
  private final EventLoop.Watcher watcher;
  private final Runnable onJoined;
  private SortedSet<String> before = new TreeSet<>();

  /**
   * @param onJoined told whenever the member has a lease
   */
  Journal(String member, EventLoop.Watcher watcher, Runnable onJoined) {
    this.member = member;
    this.watcher = watcher;
    this.onJoined = onJoined;
  }

  @Override
  public void opened(EpochRecord record, int holdsCarried, long pauseNanos) {
    SortedSet<String> now = new TreeSet<>();
    record.members().stream().map(Seat::name).forEach(now::add);
    LOG.info("{}: {}", member, line(record, now, holdsCarried, pauseNanos / 1_000_000));
    before = now;
    watcher.opened(record, holdsCarried, pauseNanos);
  }

  private String line(EpochRecord record, SortedSet<String> now, int holds, long pauseMillis) {
    StringBuilder line = new StringBuilder("epoch " + record.number());
    line.append(" after a pause of ").append(pauseMillis).append(" ms");
    add(line, "; came: ", now.stream().filter(name -> !before.contains(name)).toList());
    add(line, "; went: ", before.stream().filter(name -> !now.contains(name)).toList());
    add(line, "; members: ", List.copyOf(now));
    if (holds > 0) {
      line.append("; holds carried: ").append(holds);
    }
    if (record.quarantine() > 0) {
      line.append("; unknown locks wait ").append(record.quarantine() / 1_000_000).append(" ms");
    }
    return line.toString();
  }

  private static void add(StringBuilder line, String what, List<String> names) {
    if (!names.isEmpty()) {
      line.append(what).append(String.join(", ", names));
    }
  }

  @Override
  public void evicted() {
    LOG.warn("{}: the others have gone on without this member; it comes back by itself", member);
    watcher.evicted();
  }

  @Override
  public void suspended() {
    LOG.warn("{}: the lease is over, nothing is granted here", member);
    watcher.suspended();
  }

  @Override
  public void resumed() {
    LOG.info("{}: the lease runs", member);
    onJoined.run();
    watcher.resumed();
  }

  @Override
  public void jumped(long millis) {
    LOG.warn("{}: the clock stood still for {} ms, the lease is dropped", member, millis);
    watcher.jumped(millis);
  }

  @Override
  public void failed(Throwable failure) {
    LOG.error("{}: failed", member, failure);
    watcher.failed(failure);
  }
}
