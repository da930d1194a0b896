package dev.baton.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Somebody who begins TLS with whoever listens at a port, with a certificate or without. */
final class TlsClient {

  private static final int CONNECT_MILLIS = 1000;

  private final SSLContext context;

  /**
   * @param keys null for somebody without a certificate
   */
  TlsClient(KeyManagerFactory keys) throws GeneralSecurityException {
    context = SSLContext.getInstance("TLSv1.3");
    context.init(
        keys == null ? null : keys.getKeyManagers(), new TrustManager[] {new Credulous()}, null);
  }

  /** The first bytes that it says. */
  byte[] firstPacket() throws SSLException {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(true);
    ByteBuffer packet = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.beginHandshake();
    engine.wrap(ByteBuffer.allocate(0), packet);
    byte[] bytes = new byte[packet.flip().remaining()];
    packet.get(bytes);
    return bytes;
  }

  static Socket plain(int port, int answerMillis) throws IOException {
    Socket socket = new Socket();
    try {
      socket.setSoTimeout(answerMillis);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Does a whole handshake, never a resumed one.
   *
   * @param protocol what is to be spoken inside; empty for nothing that has a name
   */
  SSLSocket connect(int port, int answerMillis, String... protocol) throws IOException {
    Socket below = plain(port, answerMillis);
    try {
      // Without a host, the session is not kept.
      SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(below, null, -1, true);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(protocol);
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return socket;
    } catch (IOException e) {
      below.close();
      throw e;
    }
  }

  /** An attacker does not care whom it attacks. */
  private static final class Credulous extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
