package dev.baton.cluster.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.net.Answer;
import dev.baton.cluster.net.LockPart;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** However often a member asks what is locked, it costs one look at a time. */
@Tag("hostile")
final class LooksTest {

  private static final Answer NOTHING = new Answer.Parts(List.of());

  private final Looks looks = new Looks();

  @Test
  void eachMemberHasOneLookAtATime() {
    CompletableFuture<List<LockPart>> slow = new CompletableFuture<>();
    CompletableFuture<Answer> first = looks.by("a", () -> slow);
    assertThat(looks.by("a", () -> slow)).isCompletedWithValue(new Answer.NotYet());
    assertThat(looks.by("b", () -> CompletableFuture.completedFuture(List.of())))
        .isCompletedWithValue(NOTHING);
    slow.complete(List.of());
    assertThat(first).isCompletedWithValue(NOTHING);
    assertThat(looks.by("a", () -> slow)).isCompletedWithValue(NOTHING);
  }

  @Test
  void aLookThatFailsIsOver() {
    looks.by("a", () -> CompletableFuture.failedFuture(new IllegalStateException()));
    assertThatThrownBy(
            () ->
                looks.by(
                    "a",
                    () -> {
                      throw new IllegalStateException("no thread");
                    }))
        .hasMessage("no thread");
    assertThat(looks.by("a", () -> CompletableFuture.completedFuture(List.of())))
        .isCompletedWithValue(NOTHING);
  }
}
