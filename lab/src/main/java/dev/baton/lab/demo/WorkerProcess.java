package dev.baton.lab.demo;

import dev.baton.lab.run.ChildJvm;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A {@link Worker}, or another process that obeys lines, as its parent sees it. */
public final class WorkerProcess implements AutoCloseable {

  private static final String GONE = "gone";

  /** A line of its log that says nothing of its end. */
  private static final Pattern USUAL = Pattern.compile("^[0-9]{4}-\\S+ (INFO|WARN) ");

  private final String member;
  private final Path history;
  private final Path log;
  private final Process process;
  private final Writer orders;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  /**
   * Starts one.
   *
   * @param main the class to run, a {@link Worker} or like it
   * @param directory where the guarded file and the histories are
   * @param run tells this process from others of the same member
   */
  public WorkerProcess(
      Class<?> main, Path directory, String member, int run, Path config, int permits)
      throws IOException {
    this(
        ChildJvm.of(
            main,
            List.of(
                config.toString(),
                directory.toString(),
                history(directory, member, run).toString(),
                "" + permits)),
        member,
        history(directory, member, run),
        directory.resolve(member + "." + run + ".log"));
  }

  /**
   * Starts one that is described already.
   *
   * @param history what it writes, and what is ended for it when it is killed
   * @param log where its standard error goes
   */
  public WorkerProcess(ProcessBuilder builder, String member, Path history, Path log)
      throws IOException {
    this.member = member;
    this.history = history;
    this.log = log;
    process = builder.redirectError(log.toFile()).start();
    orders = process.outputWriter(StandardCharsets.UTF_8);
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    Thread.ofVirtual().start(() -> read(out));
  }

  /** Where a process of a member writes what it does. */
  public static Path history(Path directory, String member, int run) {
    return directory.resolve(member + "." + run + History.SUFFIX);
  }

  private void read(BufferedReader out) {
    try {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        answers.add(line);
      }
    } catch (IOException e) {
      // As if it had ended.
    }
    answers.add(GONE);
  }

  public String member() {
    return member;
  }

  public long pid() {
    return process.pid();
  }

  /**
   * Gives an order; see {@link Worker}.
   *
   * @throws WorkerException if it has ended
   */
  public void tell(String order) {
    try {
      orders.write(order + "\n");
      orders.flush();
    } catch (IOException e) {
      throw ended();
    }
  }

  /**
   * Waits for an answer, and forgets those before it.
   *
   * @throws WorkerException if it does not come
   */
  public void await(String answer, Duration time) throws InterruptedException {
    awaitLine(answer, time);
  }

  /**
   * Waits for an answer that begins with a word, and forgets those before it.
   *
   * @throws WorkerException if it does not come
   */
  public String awaitLine(String word, Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    while (true) {
      String line = answers.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (line == null) {
        throw new WorkerException(
            member + " did not say '" + word + "' within " + time.toSeconds() + " s");
      }
      if (line.equals(GONE) || line.startsWith("failed ")) {
        throw line.equals(GONE) ? ended() : new WorkerException(member + " has " + line);
      }
      if (line.equals(word) || line.startsWith(word + " ")) {
        return line;
      }
    }
  }

  /** What to throw when it has ended and should not have. */
  public WorkerException ended() {
    String words;
    try {
      words =
          Files.readString(log)
              .lines()
              .filter(line -> !line.startsWith("WARNING: ") && !USUAL.matcher(line).find())
              .findFirst()
              .orElse("it said nothing");
    } catch (IOException e) {
      words = e.getMessage();
    }
    return new WorkerException(member + " has ended: " + words);
  }

  /** Kills it ({@code kill -9}) and writes the end of its history; returns when it was killed. */
  public long kill() throws IOException, InterruptedException {
    long time = System.nanoTime();
    process.destroyForcibly().waitFor();
    History.killed(history, time);
    return time;
  }

  /** Pauses it ({@code SIGSTOP}), or lets it continue ({@code SIGCONT}). */
  public void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, "" + pid())
        .redirectErrorStream(true)
        .redirectOutput(new File("/dev/null"))
        .start()
        .waitFor();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Completes when it has ended, for whatever reason. */
  CompletableFuture<?> onEnd() {
    return process.onExit();
  }

  /** Kills it, if it still runs, and waits until it is gone. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
