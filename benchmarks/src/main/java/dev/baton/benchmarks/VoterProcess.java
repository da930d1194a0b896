package dev.baton.benchmarks;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.join.VoterSettings;
import dev.baton.voter.RatisEpochStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A voter in a process of its own, which does what it reads and prints one line for each: {@code
 * propose N}, {@code leader}, {@code size}. Arguments: its name, its directory, and for each voter
 * the port.
 */
final class VoterProcess {

  private VoterProcess() {}

  public static void main(String[] arguments) throws Exception {
    Map<String, InetSocketAddress> voters = new TreeMap<>();
    for (int i = 2; i < arguments.length; i++) {
      int port = Integer.parseInt(arguments[i]);
      voters.put("voter-" + (i - 1), new InetSocketAddress("127.0.0.1", port));
    }
    EpochRecord genesis =
        EpochRecord.genesis(List.copyOf(voters.keySet()), List.of(new Choice("*", "naimi-trehel")));
    Path directory = Path.of(arguments[1]);
    try (RatisEpochStore store =
            RatisEpochStore.open(
                new VoterSettings("benchmark", arguments[0], voters, directory, null, genesis));
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      EpochRecord last = answer(store::latest);
      long started = ManagementFactory.getRuntimeMXBean().getStartTime();
      System.out.println(System.currentTimeMillis() - started);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        switch (line.split(" ")[0]) {
          case "leader" -> System.out.println(store.leader());
          case "size" -> System.out.println(size());
          default -> {
            StringBuilder times = new StringBuilder();
            last = answer(store::latest);
            for (int left = Integer.parseInt(line.split(" ")[1]); left > 0; left--) {
              long before = System.nanoTime();
              last = propose(store, last);
              times.append(System.nanoTime() - before).append('\t');
            }
            System.out.println(times);
          }
        }
      }
    }
  }

  private static EpochRecord answer(Consumer<Consumer<EpochRecord>> question) {
    CompletableFuture<EpochRecord> answer = new CompletableFuture<>();
    question.accept(answer::complete);
    return answer.join();
  }

  private static EpochRecord propose(RatisEpochStore store, EpochRecord last) {
    EpochRecord next =
        new EpochRecord(
            last.number() + 1,
            last.hash(),
            List.of(),
            new TreeMap<>(),
            last.voters(),
            last.choices(),
            new TreeMap<>(),
            List.of(),
            0);
    return answer(told -> store.propose(last.number(), next, told));
  }

  /** Threads, mebibytes of heap after a collection, and mebibytes of the process. */
  private static String size() throws IOException {
    System.gc();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
    String resident =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("VmRSS:"))
            .map(line -> line.replaceAll("\\D", ""))
            .findFirst()
            .orElse("0");
    int threads = ManagementFactory.getThreadMXBean().getThreadCount();
    return threads + "\t" + heap + "\t" + (Long.parseLong(resident) >> 10);
  }
}
