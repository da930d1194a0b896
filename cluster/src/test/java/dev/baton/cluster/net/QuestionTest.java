package dev.baton.cluster.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.LockId;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which pages of locks a member may ask for. */
@Tag("hostile")
final class QuestionTest {

  private static final LockId LOCK = new LockId("x", 1);

  @Test
  void aPageIsOfOnePrefixAndBeginsInOnePlace() {
    assertThat(Question.Page.of("", List.of(), 10).isSound()).isTrue();
    assertThat(Question.Page.of("orders/", List.of(LOCK), 10).isSound()).isTrue();
    assertThat(new Question.Page(List.of("a", "b"), List.of(), 10).isSound()).isFalse();
    assertThat(new Question.Page(List.of(), List.of(LOCK, LOCK), 10).isSound()).isFalse();
  }
}
