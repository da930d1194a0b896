package dev.baton.cluster.net;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member's private key and certificate, and whose certificates it trusts. The common name of a
 * certificate is the name of its member.
 */
public final class Keys implements Guard {

  private static final Logger LOG = LoggerFactory.getLogger(Keys.class);

  private static final String[] PROTOCOLS = {"TLSv1.3"};

  /** How long before its end a certificate is warned of. */
  private static final Duration NOTICE = Duration.ofDays(30);

  /** The first byte of every connection that speaks TLS. */
  static final int HANDSHAKE = 22;

  /** The first byte with which a side that speaks TLS gives up. */
  static final int ALERT = 21;

  /** Type, version and length, of five bytes; and so many bytes at most that are not encrypted. */
  private static final int RECORD_HEADER = 5;

  private static final int LONGEST_RECORD = 1 << 14;

  private final X509Certificate own;
  private final MemberCertificate owner;
  private final SSLContext context;

  private Keys(KeyStore store, KeyStore trusted, char[] password) throws GeneralSecurityException {
    own = certificate(store);
    owner = MemberCertificate.of(own);
    KeyManagerFactory keyManagers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keyManagers.init(store, password);
    TrustManagerFactory trustManagers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trustManagers.init(trusted);
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
    return load(keyStore, trustStore, password, Instant.now(), LOG::warn);
  }

  /** The same, at another time, and with somebody else who hears the warnings. */
  static Keys load(
      Path keyStore, Path trustStore, char[] password, Instant now, Consumer<String> warnings) {
    Keys keys;
    try {
      keys = new Keys(read(keyStore, password), read(trustStore, password), password);
    } catch (GeneralSecurityException e) {
      throw unusable(keyStore, e);
    }
    keys.checkDates(keyStore, now);
    String exposure = exposure(keyStore);
    if (exposure != null) {
      warnings.accept(exposure);
    }
    return keys;
  }

  /** A sentence if others than its owner can get at a file with a private key; else null. */
  static @Nullable String exposure(Path keyStore) {
    try {
      PosixFileAttributeView view =
          Files.getFileAttributeView(keyStore, PosixFileAttributeView.class);
      if (view == null) {
        return null;
      }
      Set<PosixFilePermission> permissions = view.readAttributes().permissions();
      String text = PosixFilePermissions.toString(permissions);
      return text.endsWith("------")
          ? null
          : "Other users of this machine can get at the private key in "
              + keyStore
              + " ("
              + text
              + "): chmod 600 it.";
    } catch (IOException e) {
      // It has been read a moment ago, so this says nothing about the key.
      return null;
    }
  }

  private static KeyStore read(Path file, char[] password) throws GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, password);
      return store;
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("There is no key store " + file + ": check its path.", e);
    } catch (IOException e) {
      // So says the JDK that the password is wrong.
      String what =
          e.getCause() instanceof UnrecoverableKeyException ? "password" : "type (PKCS12)";
      throw new IllegalArgumentException(
          "Cannot read the key store " + file + ": check its " + what + ".", e);
    }
  }

  /** Whom the certificate in a key store is for. */
  public static MemberCertificate owner(Path keyStore, char[] password) {
    try {
      return MemberCertificate.of(certificate(read(keyStore, password)));
    } catch (GeneralSecurityException e) {
      throw unusable(keyStore, e);
    }
  }

  private static IllegalArgumentException unusable(Path keyStore, GeneralSecurityException why) {
    return new IllegalArgumentException(
        "The keys in " + keyStore + " cannot be used: " + why.getMessage() + ".", why);
  }

  private static X509Certificate certificate(KeyStore store) throws GeneralSecurityException {
    return (X509Certificate) store.getCertificateChain(onlyKey(store))[0];
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

  /** Nobody would let such a member in. */
  private void checkDates(Path file, Instant now) {
    if (now.isAfter(end())) {
      throw new IllegalArgumentException(
          "The certificate in " + file + " has expired on " + end() + ": renew it.");
    }
    Instant begin = own.getNotBefore().toInstant();
    if (now.isBefore(begin)) {
      throw new IllegalArgumentException(
          "The certificate in "
              + file
              + " is valid from "
              + begin
              + ", but it is "
              + now
              + ": check this machine's clock.");
    }
  }

  private Instant end() {
    return own.getNotAfter().toInstant();
  }

  @Override
  public @Nullable String warning(Instant now) {
    if (now.isAfter(end())) {
      return "The certificate of "
          + name()
          + " has expired on "
          + end()
          + ": connections stay, but new ones are refused. Renew it, and restart this member.";
    }
    return now.plus(NOTICE).isBefore(end())
        ? null
        : "The certificate of "
            + name()
            + " expires on "
            + end()
            + ", in "
            + Duration.between(now, end()).toDays()
            + " days: renew it, and restart this member.";
  }

  /** The other side may not say that it is the date which it does not like. */
  @Override
  public Refused refusal(Throwable failure) {
    Refused why = Refused.of(failure);
    return why == Refused.NOT_ACCEPTED && Instant.now().isAfter(end()) ? Refused.EXPIRED : why;
  }

  /** The name of the member that the certificate is for. */
  public String name() {
    return owner.name();
  }

  /** Null, or why the own certificate is not for this member of this cluster. */
  public @Nullable String objection(String cluster, String member) {
    return owner.objection(cluster, member);
  }

  @Override
  public Socket socket() throws IOException {
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket();
    socket.setEnabledProtocols(PROTOCOLS);
    return socket;
  }

  /** Of both sides a certificate is wanted. */
  @Override
  public Socket secure(Socket accepted, Runnable spoken) throws IOException {
    // TLS costs memory and time: it begins when the other end has.
    InputStream read = new ByteArrayInputStream(firstRecord(accepted.getInputStream()));
    spoken.run();
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(accepted, read, true);
    SSLParameters wanted = new SSLParameters();
    wanted.setProtocols(PROTOCOLS);
    wanted.setNeedClientAuth(true);
    socket.setSSLParameters(wanted);
    socket.startHandshake();
    return socket;
  }

  /** An alert of TLS: a message was not expected. */
  @Override
  public byte[] wordToForeigners() {
    return new byte[] {ALERT, 3, 3, 0, 2, 2, 10};
  }

  /** With which the other end begins the handshake. */
  private static byte[] firstRecord(InputStream in) throws IOException {
    int type = in.read();
    if (type < 0) {
      throw new EOFException("it hung up");
    }
    if (type != HANDSHAKE) {
      throw new PlainTextException("the other side speaks no TLS");
    }
    DataInputStream data = new DataInputStream(in);
    int version = data.readUnsignedShort();
    int length = data.readUnsignedShort();
    if (length > LONGEST_RECORD) {
      throw new SSLException("a record of " + length + " bytes");
    }
    ByteBuffer record = ByteBuffer.allocate(RECORD_HEADER + length);
    record.put((byte) type).putShort((short) version).putShort((short) length);
    data.readFully(record.array(), RECORD_HEADER, length);
    return record.array();
  }

  /** One end speaks TLS, and the other does not. */
  static final class PlainTextException extends IOException {
    private static final long serialVersionUID = 1;

    PlainTextException(String message) {
      super(message);
    }
  }

  private static MemberCertificate shown(Socket socket) throws CertificateException {
    try {
      // The session of this very connection; the trust store has vouched for what it shows.
      return MemberCertificate.of(
          (X509Certificate) ((SSLSocket) socket).getSession().getPeerCertificates()[0]);
    } catch (SSLPeerUnverifiedException e) {
      throw new CertificateException("it shows no certificate", e);
    }
  }

  @Override
  public @Nullable String objection(Socket socket, String cluster, String member) {
    try {
      return shown(socket).objection(cluster, member);
    } catch (CertificateException e) {
      return e.getMessage();
    }
  }

  @Override
  public String shownName(Socket socket) {
    try {
      return shown(socket).name();
    } catch (CertificateException e) {
      return "";
    }
  }
}
