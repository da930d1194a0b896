package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members are cut off, come back, leave and join while threads of all of them use one lock. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
final class TurmoilTest extends LocalTest {

  private final AtomicLong highest = new AtomicLong();
  private final Map<String, AtomicInteger> entries = new ConcurrentHashMap<>();
  private final List<Future<?>> users = new ArrayList<>();
  private volatile boolean isOver;

  @ParameterizedTest
  @ValueSource(strings = {"naimi-trehel", "raymond"})
  void noTwoHoldsAreValidAndEverybodyGetsItAgain(String algorithm) throws Exception {
    List<String> names = List.of("a", "b", "c");
    for (String name : names) {
      join(name, algorithm);
    }
    for (String victim : names) {
      network.disconnect(victim);
      for (String name : names) {
        if (!name.equals(victim)) {
          waitForEntries(name);
        }
      }
      network.reconnect(victim);
      waitForEntries(victim);
      Baton guest = join("guest-of-" + victim, algorithm);
      waitForEntries(guest.member());
      guest.close();
    }
    isOver = true;
    for (Future<?> user : users) {
      soon(user);
    }
  }

  private Baton join(String name, String algorithm) {
    Baton baton = member(builder(name).algorithm(algorithm).lease(Duration.ofSeconds(1)));
    entries.put(name, new AtomicInteger());
    for (int thread = 0; thread < 2; thread++) {
      users.add(start(() -> use(baton)));
    }
    return baton;
  }

  private void waitForEntries(String name) {
    int before = entries.get(name).get();
    until(() -> entries.get(name).get() >= before + 20);
  }

  private Void use(Baton baton) throws InterruptedException {
    while (!isOver) {
      try (Hold hold = baton.lock("x").acquire(SOON)) {
        long before = highest.getAndAccumulate(hold.fence(), Math::max);
        assertThat(before >= hold.fence() && hold.isHeld())
            .as("fence %d is valid although %d was granted", hold.fence(), before)
            .isFalse();
        entries.get(baton.member()).incrementAndGet();
      } catch (HoldLostException e) {
        // Cut off inside.
      } catch (IllegalStateException e) {
        assertThat(e).hasMessageContaining("is closed");
        return null;
      }
    }
    return null;
  }
}
