package dev.baton.lab.demo;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Processes that show each other certificates. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Execution(ExecutionMode.CONCURRENT)
class ProcessTlsTest extends DemoClusterTest {

  @Test
  void aMemberWithACertificateThatNobodyTrustsIsRefused() throws Exception {
    prepare(
        3,
        1,
        List.of(
            "tls.keyStore = {member}.p12",
            "tls.trustStore = trust.p12",
            "tls.password = " + KeyStores.PASSWORD));
    KeyStores stores = new KeyStores(cluster.directory());
    stores.key("member-1");
    stores.key("member-2");
    stores.trust("member-1", "member-2");
    stores.key("member-3");
    for (int number = 1; number <= 2; number++) {
      all.add(cluster.start(number));
      member(number).await("joined", PATIENCE);
    }
    tell("stroll", member(1), member(2));
    WorkerProcess stranger = cluster.start(3, "joinPatience = 5s");
    assertThatThrownBy(() -> stranger.await("joined", PATIENCE))
        .isInstanceOf(WorkerException.class)
        .hasMessageContaining("member-3");
    goOn(member(1), member(2));
    judge(member(1), member(2));
    cluster.leave(all);
  }
}
