package dev.baton.examples;

import dev.baton.cluster.Baton;
import dev.baton.cluster.Hold;
import java.nio.file.Path;
import java.time.Duration;

/**
 * One of three processes that number invoices without gaps, and use a printer that has room for
 * one. All three vote, so each stays until the work of all is done.
 */
public final class Invoices {

  private static final int EACH = 100;
  private static final int ALL = 3 * EACH;

  private Invoices() {}

  /**
   * Its name (app-1, app-2 or app-3), its address, those of all three, the directory of the printer
   * and the numbers, which all share, and a directory for this voter alone, on a local disk.
   */
  public static void main(String[] args) throws Exception {
    Path shared = Path.of(args[3]);
    Numbers numbers = new Numbers(shared.resolve("numbers"));
    Printer printer = new Printer(shared.resolve("printer"));
    try (Baton baton =
        Baton.builder()
            .cluster("invoices")
            .member(args[0])
            .bind(args[1].split(":")[0], Integer.parseInt(args[1].split(":")[1]))
            .peers(args[2].split(","))
            .voters("app-1", "app-2", "app-3")
            .stateDirectory(Path.of(args[4]))
            .insecure() // or tls(…), if others can reach these addresses
            .join()) {
      for (int i = 0; i < EACH; i++) {
        try (Hold hold = baton.lock("invoices").acquire(Duration.ofSeconds(30))) {
          long number = numbers.next(hold.fence());
          printer.print("invoice " + number + " by " + args[0]);
        }
      }
      // Without a majority of the voters the others could not go on.
      while (numbers.last() < ALL) {
        Thread.sleep(50);
      }
    }
  }
}
