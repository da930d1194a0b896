package dev.baton.cluster.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.cluster.net.Packet.Hello;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Signatures and certificates. */
final class KeysTest {

  private static final Path STORES = Path.of("src/test/resources/tls");
  private static final char[] PASSWORD = "for-tests".toCharArray();

  private static final Greeting GREETING =
      new Greeting(
          1,
          "b",
          "zone",
          new Endpoint("10.0.0.2", 7800),
          7801,
          false,
          new Settings("orders", 7, 3, List.of("b"), List.of()));

  private static Keys keys(String store) {
    return Keys.load(STORES.resolve(store + ".p12"), STORES.resolve("trust.p12"), PASSWORD);
  }

  private final Keys reader = keys("a");

  @Test
  void aSignedHelloIsBelieved() {
    Keys keys = keys("b");
    assertThat(keys.name()).isEqualTo("b");
    assertThat(reader.objection(keys.sign(GREETING))).isNull();
  }

  @Test
  void whatWasChangedIsNotBelieved() {
    Hello hello = keys("b").sign(GREETING);
    Greeting changed =
        new Greeting(2, "b", "zone", GREETING.endpoint(), 7801, false, GREETING.settings());
    Hello forged = new Hello(changed, hello.certificates(), hello.signature());
    assertThat(reader.objection(forged)).isEqualTo("its signature is wrong");
  }

  @Test
  void anotherMembersKeyIsNotBelieved() {
    assertThat(reader.objection(keys("c").sign(GREETING))).isEqualTo("its certificate is for 'c'");
    Hello mixed =
        new Hello(
            GREETING,
            keys("b").sign(GREETING).certificates(),
            keys("c").sign(GREETING).signature());
    assertThat(reader.objection(mixed)).isEqualTo("its signature is wrong");
  }

  @Test
  void aStrangersCertificateIsNotBelieved() {
    Keys stranger = keys("stranger");
    assertThat(stranger.name()).isEqualTo("b");
    assertThat(reader.objection(stranger.sign(GREETING)))
        .startsWith("its certificate or signature is not valid: ");
  }

  @Test
  void withoutACertificateNobodyIsBelieved() {
    assertThat(reader.objection(Guard.NONE.sign(GREETING))).isEqualTo("it shows no certificate");
  }

  @Test
  void aKeyStoreThatCannotBeReadIsNamed() {
    Path missing = STORES.resolve("nowhere.p12");
    assertThatThrownBy(() -> Keys.load(missing, missing, PASSWORD))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot read the key store %s: check its path, type (PKCS12) and password.", missing);
    Path trust = STORES.resolve("trust.p12");
    assertThatThrownBy(() -> Keys.load(trust, trust, PASSWORD))
        .hasMessage("The key store of a member has one private key, not 0.");
    assertThatThrownBy(() -> Keys.load(STORES.resolve("a.p12"), trust, "wrong".toCharArray()))
        .hasMessageContaining("check its path, type (PKCS12) and password");
  }
}
