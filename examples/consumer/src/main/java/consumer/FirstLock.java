package consumer;

import dev.baton.cluster.Baton;
import dev.baton.cluster.Hold;
import java.time.Duration;

/** Takes a lock, and prints the fence of its hold. */
public final class FirstLock {

  private FirstLock() {}

  public static void main(String[] args) throws Exception {
    try (Baton baton = Baton.local();
        Hold hold = baton.lock("invoice-42").acquire(Duration.ofSeconds(5))) {
      System.out.println("inside, with fence " + hold.fence());
    }
  }
}
