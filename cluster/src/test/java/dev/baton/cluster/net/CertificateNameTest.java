package dev.baton.cluster.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which member a certificate is for. */
final class CertificateNameTest {

  private static final Path STORES = Path.of("src/test/resources/tls");

  @Test
  void theCommonNameIsTheMembers() throws Exception {
    KeyStore store =
        KeyStore.getInstance(STORES.resolve("mallory.p12").toFile(), "for-tests".toCharArray());
    X509Certificate certificate = (X509Certificate) store.getCertificate("member");
    assertThat(CertificateName.of(certificate)).isEqualTo("mallory");
  }

  /** Whoever signs requests may look at one of them only, and not at the one that would count. */
  @ParameterizedTest
  @ValueSource(strings = {"two-parts", "one-part"})
  void aCertificateThatNamesTwoIsForNobody(String file) throws Exception {
    try (InputStream in = Files.newInputStream(STORES.resolve(file + ".pem"))) {
      X509Certificate certificate =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      assertThat(certificate.getSubjectX500Principal().getName()).contains("CN=b", "CN=mallory");
      assertThat(CertificateName.of(certificate)).isEmpty();
    }
  }
}
