package dev.baton.cluster.net;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Passes one connection on, but holds back what the caller says after it was answered. */
final class Relay implements AutoCloseable {

  private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  private final int target;
  private final CountDownLatch answered = new CountDownLatch(1);
  private final CountDownLatch goesOn = new CountDownLatch(1);

  /**
   * @param target the port to which it is passed on
   */
  Relay(int target) throws IOException {
    this.target = target;
    Thread.ofVirtual().start(this::run);
  }

  int port() {
    return server.getLocalPort();
  }

  private void run() {
    try (Socket caller = server.accept();
        Socket called = new Socket(InetAddress.getLoopbackAddress(), target)) {
      Thread.ofVirtual().start(() -> passBack(called, caller));
      byte[] bytes = new byte[1 << 14];
      InputStream in = caller.getInputStream();
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        if (answered.getCount() == 0) {
          goesOn.await();
        }
        called.getOutputStream().write(bytes, 0, count);
      }
    } catch (IOException | InterruptedException e) {
      // One of them has hung up.
    }
  }

  private void passBack(Socket called, Socket caller) {
    byte[] bytes = new byte[1 << 14];
    try (called;
        caller) {
      InputStream in = called.getInputStream();
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        answered.countDown();
        caller.getOutputStream().write(bytes, 0, count);
      }
    } catch (IOException e) {
      // One of them has hung up.
    }
  }

  /** Waits until the caller has been answered. */
  boolean awaitAnswer() throws InterruptedException {
    return answered.await(20, TimeUnit.SECONDS);
  }

  void goOn() {
    goesOn.countDown();
  }

  @Override
  public void close() throws IOException {
    goOn();
    server.close();
  }
}
