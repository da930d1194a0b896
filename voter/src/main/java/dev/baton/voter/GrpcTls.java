package dev.baton.voter;

import dev.baton.cluster.join.KeyFiles;
import dev.baton.cluster.net.MemberCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslProvider;

/** A voter's {@link KeyFiles} as Ratis wants them: TLS 1.3, with certificates on both sides. */
final class GrpcTls {

  private GrpcTls() {}

  /**
   * @param cluster of which those at the other end must be
   */
  static GrpcTlsConfig config(KeyFiles files, String cluster) {
    try {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(load(files.keyStore(), files), files.password().toCharArray());
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(load(files.trustStore(), files));
      return new GrpcTlsConfig.Builder()
          .setKeyManager(keys.getKeyManagers()[0])
          .setTrustManager(new Chained((X509TrustManager) trust.getTrustManagers()[0], cluster))
          .setMutualTls(true)
          .setSslProvider(SslProvider.JDK)
          .setProtocols("TLSv1.3")
          .build();
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "The key in " + files.keyStore() + " cannot be used: " + e.getMessage() + ".", e);
    }
  }

  /** The certificate is of the right authority, and for somebody else. */
  private static final class WrongVoterException extends CertificateException {
    @Serial private static final long serialVersionUID = 1;

    WrongVoterException(String message) {
      super(message);
    }
  }

  /** Whether a handshake failed because another voter was called than has answered. */
  static boolean isWrongVoter(Throwable failure) {
    return failure instanceof WrongVoterException
        || failure.getCause() instanceof WrongVoterException;
  }

  private static KeyStore load(Path file, KeyFiles files) throws GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, files.password().toCharArray());
      return store;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "The store " + file + " cannot be read as PKCS12 with this password: " + e + ".", e);
    }
  }

  /**
   * Looks at the chain of a certificate, not at the host name in it: voters may move to other
   * addresses. Whoever calls a voter wants to see the certificate of that voter; whose certificate
   * a caller shows, {@link VoterGuard} looks at.
   */
  private static final class Chained extends X509ExtendedTrustManager {
    private final X509TrustManager chain;
    private final String cluster;

    Chained(X509TrustManager chain, String cluster) {
      this.chain = chain;
      this.cluster = cluster;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] certificates, String type)
        throws CertificateException {
      chain.checkClientTrusted(certificates, type);
    }

    /** Nobody knows which voter was called: this is not how gRPC asks. */
    @Override
    public void checkServerTrusted(X509Certificate[] certificates, String type)
        throws CertificateException {
      throw new CertificateException("It is not known which voter was called.");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] certificates, String type, Socket socket)
        throws CertificateException {
      checkClientTrusted(certificates, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] certificates, String type, Socket socket)
        throws CertificateException {
      checkServerTrusted(certificates, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] certificates, String type, SSLEngine engine)
        throws CertificateException {
      checkClientTrusted(certificates, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] certificates, String type, SSLEngine engine)
        throws CertificateException {
      chain.checkServerTrusted(certificates, type);
      String called = VoterTarget.voterOf(engine.getPeerHost());
      String objection = MemberCertificate.of(certificates[0]).objection(cluster, called);
      if (called.isEmpty() || objection != null) {
        throw new WrongVoterException(
            "Voter '" + called + "' was called, and who answers is not it: " + objection + ".");
      }
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return chain.getAcceptedIssuers();
    }
  }
}
