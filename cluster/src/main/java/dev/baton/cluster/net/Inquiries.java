package dev.baton.cluster.net;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Questions to other members that are not answered yet. */
final class Inquiries {

  /** Only the member that was asked can answer. */
  private record Inquiry(String member, CompletableFuture<Answer> answer) {}

  private final Map<Long, Inquiry> open = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();

  /** How a question is sent. */
  interface Wire {
    void send(Packet.Ask ask);
  }

  /** Completes with the answer, or exceptionally when the time is over. */
  CompletableFuture<Answer> ask(String member, Question question, Duration patience, Wire wire) {
    long number = numbers.incrementAndGet();
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    open.put(number, new Inquiry(member, answer));
    answer
        .orTimeout(patience.toNanos(), TimeUnit.NANOSECONDS)
        .whenComplete((done, failure) -> open.remove(number));
    wire.send(new Packet.Ask(number, question));
    return answer;
  }

  void answered(String member, Packet.Reply reply) {
    Inquiry inquiry = open.get(reply.number());
    if (inquiry != null && inquiry.member.equals(member)) {
      inquiry.answer.complete(reply.answer());
    }
  }
}
