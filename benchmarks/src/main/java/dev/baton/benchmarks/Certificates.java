package dev.baton.benchmarks;

import dev.baton.cluster.BatonBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;

/**
 * Key stores for members and for those that attack them, of the kind that the guide makes: EC keys,
 * and certificates whose common name is the member's. They are good for two days.
 */
final class Certificates {

  /** Has a certificate of the members' authority, and is not admitted. */
  static final String MALLORY = "mallory";

  /** Says that it is the first member, in a certificate of another authority. */
  static final String STRANGER = "stranger";

  private static final String AUTHORITY = "authority";
  private static final String ELSEWHERE = "elsewhere";
  private static final String TRUST = "trust";
  private static final char[] PASSWORD = "for-benchmarks".toCharArray();

  private Certificates() {}

  /** Makes those of so many members, of mallory and of the stranger. */
  static void make(Path directory, int members) throws IOException {
    Path all = file(directory, "all");
    authority(all, AUTHORITY);
    authority(all, ELSEWHERE);
    List<String> names = new ArrayList<>(List.of(MALLORY));
    for (int i = 1; i <= members; i++) {
      names.add("member-" + i);
    }
    for (String name : names) {
      signed(all, name, name, AUTHORITY);
    }
    signed(all, STRANGER, "member-1", ELSEWHERE);
    names.add(STRANGER);
    try {
      KeyStore store = KeyStore.getInstance(all.toFile(), PASSWORD);
      for (String name : names) {
        KeyStore own = empty();
        Key key = store.getKey(name, PASSWORD);
        own.setKeyEntry("member", key, PASSWORD, store.getCertificateChain(name));
        write(own, file(directory, name));
      }
      KeyStore trust = empty();
      trust.setCertificateEntry(AUTHORITY, store.getCertificate(AUTHORITY));
      write(trust, file(directory, TRUST));
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
    Files.delete(all);
  }

  /** The settings of a member with its own key, in a cluster that only members may join. */
  static void use(BatonBuilder settings, Path directory, String member) {
    settings.tls(file(directory, member), file(directory, TRUST), PASSWORD).members("member-*");
  }

  static KeyManagerFactory keys(Path directory, String owner)
      throws IOException, GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(KeyStore.getInstance(file(directory, owner).toFile(), PASSWORD), PASSWORD);
    return keys;
  }

  private static Path file(Path directory, String name) {
    return directory.resolve(name + ".p12");
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, PASSWORD);
    return store;
  }

  private static void write(KeyStore store, Path file)
      throws IOException, GeneralSecurityException {
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD);
    }
  }

  private static void authority(Path store, String name) throws IOException {
    keyPair(store, name, name, "-ext", "bc:c=ca:true", "-ext", "ku:c=keyCertSign");
  }

  private static void signed(Path store, String alias, String name, String authority)
      throws IOException {
    keyPair(store, alias, name, "-signer", authority, "-ext", "ku:c=digitalSignature");
  }

  private static void keyPair(Path store, String alias, String name, String... more)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(Fork.java()).resolveSibling("keytool").toString());
    // For a program that is over before it is warm.
    Collections.addAll(command, "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC");
    Collections.addAll(command, "-genkeypair", "-keyalg", "EC", "-groupname", "secp256r1");
    Collections.addAll(command, "-validity", "2", "-alias", alias, "-dname", "CN=" + name);
    Collections.addAll(command, "-keystore", store.toString());
    Collections.addAll(command, "-storepass", new String(PASSWORD));
    command.addAll(Arrays.asList(more));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException("keytool has failed: " + said);
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
