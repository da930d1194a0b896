package dev.baton.examples;

import dev.baton.cluster.Baton;
import dev.baton.cluster.Hold;
import java.nio.file.Path;
import java.time.Duration;

/**
 * One of three processes that number invoices without gaps, and use a printer that has room for
 * one.
 */
public final class Invoices {

  private Invoices() {}

  /** Its name (app-1, app-2 or app-3), a directory that all share, its address, and all three. */
  public static void main(String[] args) throws Exception {
    Path shared = Path.of(args[1]);
    Numbers numbers = new Numbers(shared.resolve("numbers"));
    Printer printer = new Printer(shared.resolve("printer"));
    try (Baton baton =
        Baton.builder()
            .cluster("invoices")
            .member(args[0])
            .bind(args[2].split(":")[0], Integer.parseInt(args[2].split(":")[1]))
            .peers(args[3].split(","))
            .voters("app-1", "app-2", "app-3")
            .stateDirectory(shared.resolve("state-" + args[0]))
            .insecure() // or tls(…), if others can reach these addresses
            .join()) {
      for (int i = 0; i < 100; i++) {
        try (Hold hold = baton.lock("invoices").acquire(Duration.ofSeconds(30))) {
          long number = numbers.next(hold.fence());
          printer.print("invoice " + number + " by " + args[0]);
        }
      }
    }
  }
}
