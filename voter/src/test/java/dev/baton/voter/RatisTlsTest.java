package dev.baton.voter;

import static dev.baton.voter.Voters.extend;
import static dev.baton.voter.Voters.latest;
import static dev.baton.voter.Voters.soon;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonBuilder;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.join.KeyFiles;
import dev.baton.cluster.join.VoterSettings;
import dev.baton.cluster.net.FreePorts;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Voters believe only whom their trust store vouches for. */
@Tag("slow")
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
final class RatisTlsTest {

  private static final String PASSWORD = "for-tests";

  @TempDir Path root;

  /** A key with a certificate by itself; as a trust store, it vouches for itself alone. */
  private Path key(String name) throws Exception {
    Path file = root.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                name,
                "-dname",
                "CN=" + name,
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(root.resolve("keytool.txt").toFile())
            .start();
    if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
      keytool.destroyForcibly();
      throw new IOException(Files.readString(root.resolve("keytool.txt")));
    }
    return file;
  }

  @Test
  void onlyATrustedCertificateLetsAVoterIn() throws Exception {
    Path stranger = key("c");
    try (Voters voters = new Voters(root, "a", "b", "c").withTls()) {
      KeyFiles good = Voters.keys("c");
      voters.openAll();
      EpochRecord last = extend(voters.get("a"), voters.genesis, 2);
      voters.close("c");
      last = extend(voters.get("a"), last, 1);

      // It believes the others, but they do not believe it.
      voters.tls("c", Voters.keys("stranger"));
      isKeptOut(voters);
      // They would believe it, but it does not believe them.
      voters.tls("c", new KeyFiles(good.keyStore(), stranger, good.password()));
      isKeptOut(voters);
      voters.tls("c", null);
      isKeptOut(voters);

      voters.tls("c", good);
      assertThat(soon(latest(voters.open("c")))).isEqualTo(last);
    }
  }

  private static void isKeptOut(Voters voters) {
    RatisEpochStore c = voters.open("c");
    CompletableFuture<EpochRecord> answer = latest(c);
    assertThatThrownBy(() -> answer.get(1500, MILLISECONDS)).isInstanceOf(TimeoutException.class);
    assertThat(c.toString()).isEqualTo("Voter c of orders knows no leader");
    voters.close("c");
  }

  /** At the consensus port of a member, as at its other one. */
  @Test
  void whoIsNotLetInIsCountedByTheMember() throws Exception {
    int port = FreePorts.next();
    KeyFiles keys = Voters.keys("a");
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    BatonBuilder builder =
        Baton.builder()
            .cluster("orders")
            .member("a")
            .bind("127.0.0.1", port)
            .voters("a")
            .stateDirectory(root)
            .joinPatience(Duration.ofSeconds(60))
            .tls(keys.keyStore(), keys.trustStore(), keys.password().toCharArray())
            .metrics(registry);
    VoterSettings settings =
        new VoterSettings(
            "orders",
            "a",
            Map.of("a", new InetSocketAddress("127.0.0.1", port + 1)),
            root,
            keys,
            EpochRecord.genesis(List.of("a"), List.of()));
    try (Baton member = builder.join();
        Attacker stranger = Attacker.withTls(settings, Voters.keys("stranger"))) {
      assertThat(member.hasLease()).isTrue();
      assertThatThrownBy(() -> stranger.hello("a")).isInstanceOf(RuntimeException.class);
      // A registry is told a little later.
      Voters.await(() -> registry.find("baton.refused").counter() != null);
      assertThat(registry.get("baton.refused").counter().getId().getTag("reason"))
          .isEqualTo("other-authority");
    }
  }

  @Test
  void aStoreThatCannotBeReadIsOneSentence() throws Exception {
    Path ours = key("ours");
    KeyFiles wrong = new KeyFiles(ours, ours, "another password");
    assertThat(wrong.toString()).doesNotContain("password");
    assertThatThrownBy(() -> GrpcTls.config(wrong, "orders"))
        .hasMessageMatching("The store .*ours.p12 cannot be read as PKCS12 with this password: .*");
  }
}
