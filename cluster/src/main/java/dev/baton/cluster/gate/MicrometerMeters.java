package dev.baton.cluster.gate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.baton.cluster.epoch.Frame;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Meters in a registry of Micrometer, each with the names of the cluster and of the member.
 *
 * <p>Several in one process may have the same names: a member, and another one that takes its place
 * or is refused because its name is taken. A registry gives all of them the same meters, and the
 * last one removes them.
 */
public final class MicrometerMeters implements BufferedMeters.Registry {

  /** Who uses the meters of a registry. Its monitor is that registry's own: it may block. */
  private static final class Users {
    @GuardedBy("this")
    private final Map<Meter.Id, Integer> counts = new HashMap<>();

    synchronized <M extends Meter> M add(Supplier<M> register) {
      M meter = register.get();
      counts.merge(meter.getId(), 1, Integer::sum);
      return meter;
    }

    synchronized void remove(Meter meter, MeterRegistry registry) {
      if (counts.merge(meter.getId(), -1, (all, one) -> all + one == 0 ? null : all + one)
          == null) {
        registry.remove(meter);
      }
    }
  }

  @GuardedBy("USERS")
  private static final Map<MeterRegistry, Users> USERS = new WeakHashMap<>();

  private final MeterRegistry registry;
  private final Users users;
  private final Tags tags;
  private final Counter grants;
  private final Timer waits;
  private final Timer handOffs;
  private final Timer epochs;
  private final Counter lost;
  private final Counter contradictions;
  private final Counter malformed;
  private final Counter dropped;
  private final Map<Class<?>, Counter> messages = new HashMap<>();
  private final Map<String, Counter> refusals = new HashMap<>();
  private final List<Meter> added = new ArrayList<>();

  public MicrometerMeters(MeterRegistry registry, String cluster, String member) {
    this.registry = registry;
    users = users(registry);
    tags = Tags.of("cluster", cluster, "member", member);
    grants = counter("baton.grants", "how often somebody was let in");
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

  private static Users users(MeterRegistry registry) {
    synchronized (USERS) {
      return USERS.computeIfAbsent(registry, it -> new Users());
    }
  }

  private Counter counter(String name, String meaning) {
    return added(Counter.builder(name).description(meaning).tags(tags)::register);
  }

  private Timer timer(String name, String meaning) {
    return added(Timer.builder(name).description(meaning).tags(tags)::register);
  }

  private <M extends Meter> M added(Function<MeterRegistry, M> register) {
    M meter = users.add(() -> register.apply(registry));
    added.add(meter);
    return meter;
  }

  @Override
  public void granted(long entries) {
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

  @Override
  public void sent(Class<?> type, long count) {
    messages.computeIfAbsent(type, this::messages).increment(count);
  }

  private Counter messages(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    return added(
        Counter.builder("baton.messages")
                .description("messages sent, by type")
                .tags(tags)
                .tag("of", outer == Frame.class ? "epochs" : outer.getSimpleName())
                .tag("type", type.getSimpleName())
            ::register);
  }

  @Override
  public void opened(long pauseNanos) {
    epochs.record(pauseNanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void lost(long count) {
    lost.increment(count);
  }

  @Override
  public void contradicted(long count) {
    contradictions.increment(count);
  }

  @Override
  public void malformed(long count) {
    malformed.increment(count);
  }

  @Override
  public void refused(String reason, long count) {
    refusals.computeIfAbsent(reason, this::refusals).increment(count);
  }

  private Counter refusals(String reason) {
    return added(
        Counter.builder("baton.refused")
                .description("connections and names that were not let in, by reason")
                .tags(tags)
                .tag("reason", reason)
            ::register);
  }

  @Override
  public void remove() {
    added.forEach(meter -> users.remove(meter, registry));
  }

  @Override
  public void dropped(long count) {
    dropped.increment(count);
  }
}
