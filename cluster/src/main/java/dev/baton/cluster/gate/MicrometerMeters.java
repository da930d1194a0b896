package dev.baton.cluster.gate;

import dev.baton.cluster.epoch.Frame;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Meters in a registry of Micrometer, each with the names of the cluster and of the member.
 *
 * <p>Entering and leaving a lock that lingers is not slowed down: what happens inside a tenure is
 * counted when the tenure is over.
 */
public final class MicrometerMeters implements Meters {

  private final MeterRegistry registry;
  private final Tags tags;
  private final Counter grants;
  private final Timer waits;
  private final Timer handOffs;
  private final Timer epochs;
  private final Counter lost;
  private final Counter contradictions;
  private final Counter malformed;
  private final Counter dropped;
  private final Map<Class<?>, Counter> messages = new ConcurrentHashMap<>();

  public MicrometerMeters(MeterRegistry registry, String cluster, String member) {
    this.registry = registry;
    tags = Tags.of("cluster", cluster, "member", member);
    grants =
        counter(
            "baton.grants",
            "how often somebody was let in; counted when the member gives the lock back");
    waits = timer("baton.wait", "how long threads and handles have waited here");
    handOffs = timer("baton.handoff", "from the member's request to its permit");
    epochs = timer("baton.epochs", "how long nothing could be granted before a new epoch");
    lost = counter("baton.holds.lost", "holds that ended before they were released");
    malformed = counter("baton.malformed", "messages and records that cannot be; should be zero");
    contradictions =
        counter("baton.contradictions", "permits that two members accounted for; should be zero");
    dropped =
        counter(
            "baton.dropped", "packets and frames that were not sent, not taken or not believed");
  }

  private Counter counter(String name, String meaning) {
    return Counter.builder(name).description(meaning).tags(tags).register(registry);
  }

  private Timer timer(String name, String meaning) {
    return Timer.builder(name).description(meaning).tags(tags).register(registry);
  }

  @Override
  public void granted(int entries) {
    grants.increment(entries);
  }

  @Override
  public void waited(long nanos) {
    waits.record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void handedOff(long nanos) {
    handOffs.record(nanos, TimeUnit.NANOSECONDS);
  }

  /** An algorithm's message by its own type, everything else by the type of the frame. */
  @Override
  public void sent(Frame frame) {
    Object named = frame instanceof Frame.Carry carry ? carry.message() : frame;
    messages.computeIfAbsent(named.getClass(), this::messages).increment();
  }

  private Counter messages(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    return Counter.builder("baton.messages")
        .description("messages sent, by type")
        .tags(tags)
        .tag("of", outer == Frame.class ? "epochs" : outer.getSimpleName())
        .tag("type", type.getSimpleName())
        .register(registry);
  }

  @Override
  public void opened(long pauseNanos) {
    epochs.record(pauseNanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void lost() {
    lost.increment();
  }

  @Override
  public void contradicted() {
    contradictions.increment();
  }

  @Override
  public void malformed() {
    malformed.increment();
  }

  @Override
  public void refused(String reason) {
    Counter.builder("baton.refused")
        .description("connections and names that were not let in, by reason")
        .tags(tags)
        .tag("reason", reason)
        .register(registry)
        .increment();
  }

  @Override
  public void dropped() {
    dropped.increment();
  }
}
