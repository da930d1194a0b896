package dev.baton.lab.campaign;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;

/** Keys with certificates that they have signed themselves, made by the JDK's keytool. */
record CampaignKeys(Path directory) {

  private static final String PASSWORD = "campaign";
  private static final String TRUST = "trust";

  /** Makes {@code NAME.p12}, for a member at an address. */
  void key(String name, String host) throws IOException {
    Shell.run(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            name,
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
            "-dname",
            "CN=" + name,
            "-ext",
            "san=ip:" + host,
            "-validity",
            "2",
            "-keystore",
            file(name).toString(),
            "-storetype",
            "PKCS12",
            "-storepass",
            PASSWORD));
  }

  /** Makes the store of certificates that members trust: those of these names. */
  void trust(List<String> names) throws IOException {
    try {
      KeyStore trust = KeyStore.getInstance("PKCS12");
      trust.load(null, null);
      for (String name : names) {
        KeyStore own = KeyStore.getInstance(file(name).toFile(), PASSWORD.toCharArray());
        trust.setCertificateEntry(name, own.getCertificate(name));
      }
      try (OutputStream out = Files.newOutputStream(file(TRUST))) {
        trust.store(out, PASSWORD.toCharArray());
      }
    } catch (GeneralSecurityException e) {
      throw new IOException("The certificates cannot be put together: " + e.getMessage(), e);
    }
  }

  /** What the configuration of this member says. */
  List<String> lines(String name) {
    return List.of(
        "tls.keyStore = " + file(name),
        "tls.trustStore = " + file(TRUST),
        "tls.password = " + PASSWORD);
  }

  private Path file(String name) {
    return directory.resolve(name + ".p12");
  }
}
