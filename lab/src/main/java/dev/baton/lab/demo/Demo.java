package dev.baton.lab.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Members that work under one lock for a while; half-way one of them is killed inside. */
public final class Demo {

  /** The shortest time after the kill, beyond the lease. */
  private static final Duration AFTERWARDS = Duration.ofSeconds(2);

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * The result.
   *
   * @param grantsPerSecond before the kill
   * @param killed the member that was killed
   */
  public record Outcome(HistoryJudge.Findings findings, double grantsPerSecond, String killed) {

    /** From the kill to the next entry; null if there was none. */
    public Duration recovery() {
      long nanos = findings.recoveries().isEmpty() ? -1 : findings.recoveries().getFirst();
      return nanos < 0 ? null : Duration.ofNanos(nanos);
    }

    public boolean isFine() {
      return findings.isFine() && recovery() != null;
    }
  }

  private final DemoCluster cluster;
  private final Duration lease;
  private final Duration time;
  private final Consumer<String> progress;

  public Demo(DemoCluster cluster, Duration lease, Duration time, Consumer<String> progress) {
    this.cluster = cluster;
    this.lease = lease;
    this.time = time;
    this.progress = progress;
  }

  /**
   * Runs it.
   *
   * @throws WorkerException if a process does not do what it is told
   */
  public Outcome run() throws IOException, InterruptedException {
    long began = System.nanoTime();
    List<WorkerProcess> working = new ArrayList<>(cluster.startAll());
    progress.accept("%d members have joined in %.1f s".formatted(working.size(), seconds(began)));

    long start = System.nanoTime();
    for (WorkerProcess process : working) {
      process.tell("work");
    }
    pass(working, time.dividedBy(2));

    WorkerProcess victim = working.removeFirst();
    long end = System.nanoTime();
    victim.tell("stay");
    victim.await("inside", PATIENCE);
    victim.kill();
    progress.accept(
        "%s was inside and is killed (kill -9) after %.1f s"
            .formatted(victim.member(), seconds(start)));
    Duration rest = time.minusNanos(System.nanoTime() - start);
    Duration least = lease.plus(AFTERWARDS);
    pass(working, rest.compareTo(least) < 0 ? least : rest);

    cluster.rest(working);
    cluster.leave(working);
    return new Outcome(HistoryJudge.judge(cluster.directory()), rate(start, end), victim.member());
  }

  private double rate(long start, long end) throws IOException {
    long grants =
        History.readAll(cluster.directory()).stream().filter(stay -> stay.entered() < end).count();
    return grants / ((end - start) / 1e9);
  }

  /** Lets time pass, unless one of the processes ends. */
  private static void pass(List<WorkerProcess> working, Duration time) throws InterruptedException {
    CompletableFuture<?>[] ends =
        working.stream().map(WorkerProcess::onEnd).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.anyOf(ends).get(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    for (WorkerProcess process : working) {
      if (!process.isAlive()) {
        throw process.ended();
      }
    }
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }
}
