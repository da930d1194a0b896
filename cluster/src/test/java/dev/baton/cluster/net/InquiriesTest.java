package dev.baton.cluster.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.net.Packet.Ask;
import dev.baton.cluster.net.Packet.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Whose answers count. */
final class InquiriesTest {

  @Test
  void onlyTheMemberThatWasAskedAnswers() {
    Inquiries inquiries = new Inquiries();
    List<Ask> sent = new ArrayList<>();
    CompletableFuture<Answer> answer =
        inquiries.ask("b", new Question.Parts(), Duration.ofMinutes(1), sent::add);
    Reply reply = new Reply(sent.getFirst().number(), new Answer.Unknown());
    inquiries.answered("mallory", reply);
    assertThat(answer).isNotDone();
    inquiries.answered("b", reply);
    assertThat(answer).isCompletedWithValue(new Answer.Unknown());
  }
}
