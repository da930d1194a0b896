package dev.baton.cluster.net;

import dev.baton.cluster.net.Packet.Hello;
import dev.baton.cluster.wire.Bytes;
import dev.baton.cluster.wire.Codec;
import dev.baton.cluster.wire.Output;
import dev.baton.cluster.wire.Wire;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jgroups.util.DefaultSocketFactory;
import org.jgroups.util.SocketFactory;

/**
 * A member's private key and certificate, and whose certificates it trusts. The common name of a
 * certificate is the name of its member.
 */
public final class Keys implements Guard {

  private static final Codec<Greeting> GREETINGS = Wire.of(Greeting.class);
  private static final String[] PROTOCOLS = {"TLSv1.3"};

  private final PrivateKey key;
  private final List<X509Certificate> chain = new ArrayList<>();
  private final X509TrustManager trust;
  private final SSLContext context;

  private Keys(KeyStore own, KeyStore trusted, char[] password) throws GeneralSecurityException {
    String alias = onlyKey(own);
    key = (PrivateKey) own.getKey(alias, password);
    for (Certificate certificate : own.getCertificateChain(alias)) {
      chain.add((X509Certificate) certificate);
    }
    KeyManagerFactory keyManagers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keyManagers.init(own, password);
    TrustManagerFactory trustManagers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trustManagers.init(trusted);
    trust = x509(trustManagers.getTrustManagers());
    context = SSLContext.getInstance("TLS");
    context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
  }

  /**
   * Reads two PKCS12 files with one password.
   *
   * @param keyStore has one private key, with its certificate and those that vouch for it
   * @param trustStore has the certificates of those who may vouch for members
   */
  public static Keys load(Path keyStore, Path trustStore, char[] password) {
    try {
      return new Keys(read(keyStore, password), read(trustStore, password), password);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "The keys in " + keyStore + " cannot be used: " + e.getMessage() + ".", e);
    }
  }

  private static KeyStore read(Path file, char[] password) throws GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, password);
      return store;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "Cannot read the key store " + file + ": check its path, type (PKCS12) and password.", e);
    }
  }

  private static String onlyKey(KeyStore store) throws GeneralSecurityException {
    List<String> keys = new ArrayList<>();
    for (String alias : Collections.list(store.aliases())) {
      if (store.isKeyEntry(alias)) {
        keys.add(alias);
      }
    }
    if (keys.size() != 1) {
      throw new IllegalArgumentException(
          "The key store of a member has one private key, not " + keys.size() + ".");
    }
    return keys.getFirst();
  }

  private static X509TrustManager x509(TrustManager[] managers) {
    for (TrustManager manager : managers) {
      if (manager instanceof X509TrustManager x509) {
        return x509;
      }
    }
    throw new IllegalStateException("This JDK cannot check certificates.");
  }

  /** The name of the member that the certificate is for. */
  public String name() {
    return CertificateName.of(chain.getFirst());
  }

  private static byte[] bytes(Greeting greeting) {
    Output out = new Output();
    GREETINGS.encode(greeting, out);
    return out.toByteArray();
  }

  private static Signature signature(Key key) throws GeneralSecurityException {
    return Signature.getInstance(
        switch (key.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> key.getAlgorithm();
        });
  }

  @Override
  public Hello sign(Greeting greeting) {
    try {
      Signature signature = signature(key);
      signature.initSign(key);
      signature.update(bytes(greeting));
      List<Bytes> certificates = new ArrayList<>();
      for (X509Certificate certificate : chain) {
        certificates.add(Bytes.of(certificate.getEncoded()));
      }
      return new Hello(greeting, certificates, Bytes.of(signature.sign()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The member's key cannot sign: " + e.getMessage() + ".", e);
    }
  }

  @Override
  public String objection(Hello hello) {
    if (hello.certificates().isEmpty()) {
      return "it shows no certificate";
    }
    try {
      X509Certificate[] shown = certificates(hello.certificates());
      PublicKey theirs = shown[0].getPublicKey();
      trust.checkClientTrusted(shown, theirs.getAlgorithm());
      Signature signature = signature(theirs);
      signature.initVerify(theirs);
      signature.update(bytes(hello.greeting()));
      if (!signature.verify(hello.signature().toByteArray())) {
        return "its signature is wrong";
      }
      String name = CertificateName.of(shown[0]);
      return name.equals(hello.greeting().name()) ? null : "its certificate is for '" + name + "'";
    } catch (GeneralSecurityException e) {
      return "its certificate or signature is not valid: " + e.getMessage();
    }
  }

  private static X509Certificate[] certificates(List<Bytes> encoded) throws CertificateException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    X509Certificate[] certificates = new X509Certificate[encoded.size()];
    for (int i = 0; i < certificates.length; i++) {
      ByteArrayInputStream in = new ByteArrayInputStream(encoded.get(i).toByteArray());
      certificates[i] = (X509Certificate) factory.generateCertificate(in);
    }
    return certificates;
  }

  /** Of both sides a certificate is wanted. */
  @Override
  public SocketFactory sockets() {
    SSLParameters server = new SSLParameters();
    server.setProtocols(PROTOCOLS);
    server.setNeedClientAuth(true);
    DefaultSocketFactory factory = new DefaultSocketFactory(context);
    factory.setServerSocketConfigurator(s -> ((SSLServerSocket) s).setSSLParameters(server));
    factory.setSocketConfigurator(
        s -> {
          ((SSLSocket) s).setEnabledProtocols(PROTOCOLS);
          Sockets.limitWaiting(s);
        });
    return factory;
  }
}
