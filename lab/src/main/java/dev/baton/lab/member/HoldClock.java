package dev.baton.lab.member;

import java.io.IOException;
import java.time.Duration;

/**
 * How long a hold of a member is certainly valid, by the clock of the process that uses it. The
 * member is asked again and again, and may be stopped at any moment: what it answers counts from
 * the moment of the question.
 */
public final class HoldClock {

  /** Said when the member has not answered for so long that its lease is about to end. */
  private static final String SILENT = "silent\tthe member does not answer, and its lease ends";

  /** Said when it answers, but tells of less and less time. */
  private static final String NOT_RENEWED =
      "cut off\tthe member does not reach a majority of the voters, and its lease ends";

  private static final String VALID = "valid\t";

  private static final long SHORTEST_PAUSE = 20_000_000;

  private final MemberClient member;

  /** Until when the hold is valid. */
  private long end;

  /** Before the end, for the command to stop. */
  private long margin;

  private long askedAt;
  private long answeredAt;
  private boolean isAsking;

  public HoldClock(MemberClient member) {
    this.member = member;
  }

  /** Asks for the first time; returns null, or what has happened instead of an answer. */
  public String start() throws InterruptedException {
    ask();
    String answer = member.next(MemberClient.PATIENCE);
    return answer == null ? SILENT : isValid(answer) ? null : answer;
  }

  /**
   * Asks for as long as the member answers in time.
   *
   * @return another line than an answer, or that the lease is about to end
   */
  public String await() throws InterruptedException {
    while (true) {
      long next = isAsking ? answerDue() : questionDue();
      String line = member.next(Duration.ofNanos(Math.max(0, next - System.nanoTime())));
      if (line == null && isAsking) {
        return System.nanoTime() - answeredAt < margin ? NOT_RENEWED : SILENT;
      } else if (line == null) {
        ask();
      } else if (!isValid(line)) {
        return line;
      }
    }
  }

  /** Several times before the margin is reached; more often when the lease is not renewed. */
  private long questionDue() {
    return Math.max(askedAt + SHORTEST_PAUSE, Math.min(askedAt + margin, end - margin));
  }

  /** Before the margin; but a process that was paused itself gives the member time to answer. */
  private long answerDue() {
    long soon = askedAt + margin / 2;
    return askedAt < end ? Math.max(end - margin, Math.min(end, soon)) : soon;
  }

  /** For how long the hold is certainly valid. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
  }

  /**
   * Gives the hold back. If the member does not answer, it is given back when the connection is
   * closed.
   *
   * @return null, or how it was lost before
   */
  public String release() throws InterruptedException {
    boolean wasValid = System.nanoTime() < end;
    say("unlock");
    String line = member.next(MemberClient.PATIENCE);
    while (line != null && line.startsWith(VALID)) {
      line = member.next(MemberClient.PATIENCE);
    }
    boolean isReleased = line == null ? wasValid : line.equals("released");
    return isReleased ? null : line == null ? SILENT : line;
  }

  private void ask() {
    askedAt = System.nanoTime();
    isAsking = true;
    say("check");
  }

  private void say(String line) {
    try {
      member.say(line);
    } catch (IOException e) {
      // Whoever reads from the member finds out, too.
    }
  }

  private boolean isValid(String line) {
    if (!line.startsWith(VALID)) {
      return false;
    }
    long nanos = Duration.ofMillis(Long.parseLong(line.substring(VALID.length()))).toNanos();
    end = Math.max(end, askedAt + nanos);
    margin = Math.max(margin, nanos / 6);
    answeredAt = System.nanoTime();
    isAsking = false;
    return true;
  }
}
