package dev.baton.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;

/**
 * The least that a hand-off between two processes can be: a byte on a plain socket. Who leaves
 * writes it; a thread reads it at the other end, and wakes up who waits to enter.
 */
final class Token {

  private final OutputStream out;
  private volatile boolean here;
  private volatile Thread waiting;

  /**
   * @param here which end has the token first
   */
  Token(Socket socket, boolean here) throws IOException {
    this.here = here;
    socket.setTcpNoDelay(true);
    out = socket.getOutputStream();
    InputStream in = socket.getInputStream();
    Thread.ofPlatform().daemon().start(() -> read(in));
  }

  private void read(InputStream in) {
    try {
      while (in.read() >= 0) {
        here = true;
        LockSupport.unpark(waiting);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void enter() {
    waiting = Thread.currentThread();
    while (!here) {
      LockSupport.park(this);
    }
  }

  void leave() {
    here = false;
    try {
      out.write(1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
