package dev.baton.cluster.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates. */
final class KeysTest {

  private static final Path STORES = Path.of("src/test/resources/tls");
  private static final char[] PASSWORD = "for-tests".toCharArray();

  private static Keys keys(String store) {
    return Keys.load(STORES.resolve(store + ".p12"), STORES.resolve("trust.p12"), PASSWORD);
  }

  @Test
  void theNameIsTheCommonName() {
    assertThat(keys("b").name()).isEqualTo("b");
    assertThat(keys("b").objection("orders", "b")).isNull();
    assertThat(keys("c").objection("orders", "b")).isEqualTo("its certificate is for 'c'");
  }

  @Test
  void aCertificateMayBeForOneClusterAlone() {
    assertThat(keys("of-orders").objection("orders", "b")).isNull();
    assertThat(keys("of-bills").objection("orders", "b"))
        .isEqualTo("its certificate is for baton://bills/b");
    assertThat(keys("of-bills").objection("bills", "b")).isNull();
  }

  @Test
  void anExpiredCertificateIsNotLoaded() {
    assertThatThrownBy(() -> keys("expired"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "The certificate in .*expired.p12 has expired on 2025-01-0.*: renew it\\.");
  }

  @Test
  void aCertificateOfTheFutureIsNotLoaded() {
    Instant before = Instant.parse("2020-01-01T00:00:00Z");
    Path file = STORES.resolve("b.p12");
    assertThatThrownBy(
            () -> Keys.load(file, STORES.resolve("trust.p12"), PASSWORD, before, it -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "The certificate in .*b.p12 is valid from 2025-01-0.*, but it is 2020-01-01T00:00:00Z:"
                + " check this machine's clock\\.");
  }

  @Test
  void theEndOfACertificateIsSaidInTime() {
    Keys keys = keys("b");
    Instant end = Instant.parse("2124-12-08T00:00:00Z");
    assertThat(keys.warning(end.minus(Duration.ofDays(40)))).isNull();
    assertThat(keys.warning(end.minus(Duration.ofDays(20))))
        .startsWith("The certificate of b expires on 2124-12-0")
        .endsWith(" days: renew it, and restart this member.");
    assertThat(keys.warning(end.plus(Duration.ofDays(2))))
        .startsWith("The certificate of b has expired on 2124-12-0");
  }

  @Test
  void aKeyThatOthersCanReadIsWarnedOf(@TempDir Path directory) throws IOException {
    assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Path file = Files.copy(STORES.resolve("b.p12"), directory.resolve("b.p12"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    String warning =
        "Other users of this machine can get at the private key in "
            + file
            + " (rw-r-----): chmod 600 it.";
    assertThat(Keys.exposure(file)).isEqualTo(warning);
    List<String> said = new ArrayList<>();
    Keys.load(file, STORES.resolve("trust.p12"), PASSWORD, Instant.now(), said::add);
    assertThat(said).containsExactly(warning);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    assertThat(Keys.exposure(file)).isNull();
    assertThat(Keys.exposure(directory.resolve("missing"))).isNull();
  }

  @Test
  void aKeyStoreThatCannotBeReadIsNamed() {
    Path missing = STORES.resolve("nowhere.p12");
    assertThatThrownBy(() -> Keys.load(missing, missing, PASSWORD))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("There is no key store %s: check its path.", missing);
    Path trust = STORES.resolve("trust.p12");
    assertThatThrownBy(() -> Keys.load(trust, trust, PASSWORD))
        .hasMessage("The key store of a member has one private key, not 0.");
    assertThatThrownBy(() -> Keys.load(STORES.resolve("a.p12"), trust, "wrong".toCharArray()))
        .hasMessage("Cannot read the key store %s: check its password.", STORES.resolve("a.p12"));
    Path text = Path.of("pom.xml");
    assertThatThrownBy(() -> Keys.load(text, trust, PASSWORD))
        .hasMessage("Cannot read the key store pom.xml: check its type (PKCS12).");
  }
}
