package dev.baton.lab.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.LockView;
import dev.baton.cluster.LockView.Holder;
import dev.baton.cluster.LockView.Waiting;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a member says over its socket is what is read from it. */
class MemberStatusTest {

  @Test
  void linesAreReadAsTheyWereWritten() {
    Instant since = Instant.parse("2026-01-02T03:04:05.678Z");
    LockView used =
        new LockView(
            "a b",
            null,
            2,
            "request-collectors",
            List.of(new Holder("app 1", 0, 7, since), new Holder("app-2", 1, 9, since)),
            List.of(new Waiting("app-3", 2), new Waiting("app 1", 1)),
            List.of(),
            List.of("app-4"),
            List.of("app-5"),
            1,
            1,
            5,
            12,
            2.4);
    LockView unused =
        new LockView(
            "desk",
            "floor 3",
            1,
            "klme",
            List.of(),
            List.of(),
            List.of("app-2"),
            List.of(),
            List.of(),
            0,
            0,
            0,
            0,
            Double.NaN);
    MemberStatus status =
        new MemberStatus("orders", "app 1", 7, true, List.of("app 1"), List.of(used, unused));
    assertThat(MemberStatus.of(status.lines())).isEqualTo(status);
  }
}
