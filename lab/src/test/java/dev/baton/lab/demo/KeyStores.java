package dev.baton.lab.demo;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

/** Keys with certificates that they have signed themselves, made by {@code keytool}. */
record KeyStores(Path directory) {

  static final String PASSWORD = "secret";

  /** Makes {@code NAME.p12}. */
  void key(String name) throws IOException, InterruptedException {
    Process keytool =
        new ProcessBuilder(
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
                "san=ip:127.0.0.1",
                "-validity",
                "2",
                "-keystore",
                file(name).toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes());
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool: " + said);
    }
  }

  /** Makes {@code trust.p12}, with the certificates of these. */
  void trust(String... names) throws IOException, GeneralSecurityException {
    KeyStore trust = KeyStore.getInstance("PKCS12");
    trust.load(null, null);
    for (String name : names) {
      KeyStore own = KeyStore.getInstance(file(name).toFile(), PASSWORD.toCharArray());
      trust.setCertificateEntry(name, own.getCertificate(name));
    }
    try (OutputStream out = Files.newOutputStream(file("trust"))) {
      trust.store(out, PASSWORD.toCharArray());
    }
  }

  private Path file(String name) {
    return directory.resolve(name + ".p12");
  }
}
