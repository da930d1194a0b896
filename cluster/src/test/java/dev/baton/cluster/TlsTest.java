package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Members that show each other certificates; src/test/resources/tls/make has made them. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
final class TlsTest extends NetworkTest {

  private static final Path STORES = Path.of("src/test/resources/tls");

  private BatonBuilder secured(String name, String keyStore) {
    return inMemory(secured(settings(name), keyStore));
  }

  static BatonBuilder secured(BatonBuilder settings, String keyStore) {
    return settings.tls(
        STORES.resolve(keyStore + ".p12"), STORES.resolve("trust.p12"), "for-tests".toCharArray());
  }

  private Throwable failure(BatonBuilder builder) throws Exception {
    Future<Baton> joining = joining(builder.joinPatience(Duration.ofSeconds(2)));
    try {
      soon(joining);
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }

  @Test
  void membersTrustEachOtherAndNobodyElse() throws Exception {
    BatonBuilder[] builders = {secured("a", "a"), secured("b", "b"), secured("c", "c")};
    Future<Baton> a = joining(builders[0]);
    // A certificate of another authority, although the name is right.
    assertThat(failure(secured("b", "stranger")))
        .isInstanceOf(ClusterSuspendedException.class)
        .hasMessageContaining("voters [a, c] did not admit it");
    // No certificate at all.
    assertThat(failure(inMemory(builder("b"))))
        .isInstanceOf(ClusterSuspendedException.class)
        .hasMessageContaining("voters [a, c] did not admit it");
    List<Baton> others = joinAll(List.of(builders[1], builders[2]));
    try (Hold hold = soon(a).lock("x").acquire(SOON)) {
      assertThat(others.getFirst().lock("x").tryLock()).isFalse();
      hold.check();
    }
    others.getFirst().lock("x").acquire(SOON).close();
  }

  /** Those who are called do not know the caller's place, and cannot call back. */
  @Test
  void whoSpeaksTlsToWhoDoesNotIsToldSo() throws Exception {
    Future<Baton> secured = joining(secured("a", "a"));
    assertThat(failure(inMemory(knowingOnly("a", "d")).insecure()))
        .isInstanceOf(ClusterSuspendedException.class)
        .hasMessageContaining(
            "not reached: {127.0.0.1:"
                + port("a")
                + "=one side speaks TLS and the other does not (the other side speaks TLS)}");
    secured.cancel(true);
    joining(inMemory(builder("b")));
    assertThat(
            failure(
                inMemory(knowingOnly("b", "c"))
                    .tls(
                        STORES.resolve("c.p12"),
                        STORES.resolve("trust.p12"),
                        "for-tests".toCharArray())))
        .isInstanceOf(ClusterSuspendedException.class)
        .hasMessageContaining(
            "not reached: {127.0.0.1:"
                + port("b")
                + "=one side speaks TLS and the other does not (");
  }

  private BatonBuilder knowingOnly(String voter, String name) {
    return Baton.builder()
        .cluster("orders")
        .member(name)
        .bind("127.0.0.1", port(name))
        .peers("127.0.0.1:" + port(voter))
        .voters(VOTERS)
        .stateDirectory(directory.resolve(name))
        .lease(LEASE);
  }

  @Test
  void theCertificateIsTheMembers() {
    assertThatThrownBy(() -> secured("b", "c").join())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The certificate is for 'c', but this member is 'b'.");
    assertThatThrownBy(() -> secured("b", "of-bills").joinPatience(Duration.ofSeconds(1)).join())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "This is member 'b' of cluster 'orders', but its certificate is for baton://bills/b.");
  }
}
