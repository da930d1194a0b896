package dev.baton.voter;

import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.wire.WireException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * What this voter wants to know of the leader. A question is asked again until it is answered, of
 * whoever leads then; when that will be is settled before it is asked, and takes no memory.
 */
final class Questions {

  /** What questions need of the store. */
  interface Surroundings {

    /** Has the leader answer a command. */
    CompletableFuture<byte[]> submit(byte[] command);

    /** What follows an epoch as far as it is known here, or null. */
    EpochRecord after(long number);

    void fail(String sentence, Throwable cause);

    /** Whether nothing is asked any more. */
    boolean hasFailed();
  }

  private static final long PAUSE_MILLIS = 20;
  private static final long MILLI = 1_000_000;

  /** While a record is not chosen, nothing can be granted: so often that is said. */
  static final Duration COMPLAINT = Duration.ofSeconds(10);

  private final String voter;
  private final StoreLoop loop;
  private final StoreLoop.Alarm alarm;
  private final VoterLog log;
  private final Surroundings world;
  private final Duration firstPatience;
  private final Duration longestPatience;

  /** What is not answered yet; belongs to the loop. */
  private final List<Question> open = new ArrayList<>();

  /**
   * @param firstPatience after which a question is asked again; doubled each time
   */
  Questions(
      String voter,
      StoreLoop loop,
      VoterLog log,
      Surroundings world,
      Duration firstPatience,
      Duration longestPatience) {
    this.voter = voter;
    this.loop = loop;
    this.log = log;
    this.world = world;
    this.firstPatience = firstPatience;
    this.longestPatience = longestPatience;
    alarm = loop.alarm(this::askAgain);
  }

  /** Who wants the answer to one command, in the order in which they have asked. */
  private final class Question {
    private final Command command;

    /** What is asked: the command, or the same with a number that the leader has told. */
    private Command asked;

    private byte[] bytes;
    private final List<Consumer<EpochRecord>> askers = new ArrayList<>();
    private long answered;
    private long attempts;
    private long complainedAt = loop.now();

    /** When it is asked again. */
    private long due;

    /** Whether that is because an attempt has failed, and not for want of an answer. */
    private boolean hasFailed;

    /** Doubled whenever it was not enough, so that a slow voter does not get ever more to do. */
    private long patienceMillis = firstPatience.toMillis();

    Question(Command command, Consumer<EpochRecord> asker) {
      this.command = command;
      askers.add(asker);
      ask(command);
    }

    private void ask(Command command) {
      byte[] encoded = VoterCodecs.encode(VoterCodecs.COMMANDS, command);
      asked = command;
      bytes = encoded;
    }

    private long count() {
      return answered + askers.size();
    }

    private void complain(Throwable problem) {
      if (problem != null
          && asked instanceof Command.Propose(long expected, EpochRecord next)
          && loop.now() - complainedAt > COMPLAINT.toNanos()) {
        log.say(
            log ->
                log.warn(
                    "{}: epoch {} is tried again and again, but not chosen: {}",
                    voter,
                    next.number(),
                    problem.getMessage()));
        complainedAt = loop.now();
      }
    }

    /** Answers those who had asked when the attempt began: later ones may expect more of it. */
    void answer(long upTo, EpochRecord record) {
      while (answered < upTo) {
        loop.tell(askers.getFirst(), record);
        askers.removeFirst();
        answered++;
      }
    }

    private void askAgainIn(long millis, boolean failed) {
      hasFailed = failed;
      due = loop.now() + millis * MILLI;
      alarm.setWithin(millis);
    }
  }

  /** On any thread; the answer comes on the loop. */
  void ask(Command command, Consumer<EpochRecord> answer) {
    Question fresh = new Question(command, answer);
    loop.run(() -> begin(fresh));
  }

  private void begin(Question fresh) {
    Question same = find(fresh.command);
    if (same == null) {
      open.add(fresh);
      attempt(fresh);
    } else {
      same.askers.add(fresh.askers.getFirst());
    }
  }

  private Question find(Command command) {
    for (int i = 0; i < open.size(); i++) {
      if (open.get(i).command.equals(command)) {
        return open.get(i);
      }
    }
    return null;
  }

  /** Asks once; an answer that comes after another attempt has begun is as good. */
  private void attempt(Question question) {
    // First: whatever comes of this attempt, there is another.
    question.askAgainIn(question.patienceMillis, false);
    try {
      long number = ++question.attempts;
      long upTo = question.count();
      Command asked = question.asked;
      world
          .submit(question.bytes)
          .whenComplete(
              (bytes, problem) ->
                  loop.run(() -> told(question, number, upTo, asked, bytes, problem)));
    } catch (RuntimeException | Error e) {
      loop.failed(e);
    }
  }

  private void told(
      Question question, long number, long upTo, Command asked, byte[] bytes, Throwable problem) {
    if (problem == null && !renumbered(asked, question, bytes)) {
      answered(asked, question, upTo, bytes);
      return;
    }
    if (question.attempts == number) {
      question.askAgainIn(PAUSE_MILLIS, true);
    }
    question.complain(problem);
  }

  /** Asks what is due. Nothing here takes memory but an attempt, which sees to it that it ends. */
  private void askAgain() {
    long now = loop.now();
    long earliest = Long.MAX_VALUE;
    for (int i = 0; i < open.size() && !world.hasFailed(); i++) {
      Question question = open.get(i);
      if (question.due <= now) {
        if (!question.hasFailed) {
          question.patienceMillis =
              Math.min(2 * question.patienceMillis, longestPatience.toMillis());
        }
        attempt(question);
      }
      earliest = Math.min(earliest, question.due);
    }
    if (earliest < Long.MAX_VALUE) {
      alarm.setWithin(Math.max(0, earliest - now) / MILLI + 1);
    }
  }

  /** Who leads now may answer what others have not. */
  void askAll() {
    for (int i = 0; i < open.size() && !world.hasFailed(); i++) {
      attempt(open.get(i));
    }
  }

  /** What follows an epoch follows it for ever: those who ask for it need not wait any longer. */
  void answerFromChain() {
    int i = 0;
    while (i < open.size()) {
      Question question = open.get(i);
      EpochRecord winner =
          question.command instanceof Command.Propose(long expected, EpochRecord next)
              ? world.after(expected)
              : null;
      if (winner == null) {
        i++;
      } else {
        question.answer(question.count(), winner);
        open.remove(i);
      }
    }
  }

  /**
   * Builds the record again with another number, if the leader says that it is too far ahead.
   * Nothing else in a record depends on its number.
   */
  private static boolean renumbered(Command asked, Question question, byte[] bytes) {
    OptionalLong instead = VoterCodecs.anotherNumber(bytes);
    if (instead.isEmpty()) {
      return false;
    }
    long number = instead.getAsLong();
    if (question.asked.equals(asked)
        && asked instanceof Command.Propose(long expected, EpochRecord next)
        && number > expected
        && number < next.number()) {
      question.ask(new Command.Propose(expected, next.numbered(number)));
    }
    return true;
  }

  private void answered(Command asked, Question question, long upTo, byte[] bytes) {
    try {
      EpochRecord record = VoterCodecs.answer(asked, bytes);
      boolean isForEver = question.command instanceof Command.Propose && record != null;
      question.answer(isForEver ? question.count() : upTo, record);
    } catch (WireException e) {
      world.fail("The leader sends what this voter does not understand: " + e.getMessage(), e);
      return;
    }
    if (question.askers.isEmpty()) {
      open.remove(question);
    } else if (!world.hasFailed()) {
      attempt(question);
    }
  }
}
