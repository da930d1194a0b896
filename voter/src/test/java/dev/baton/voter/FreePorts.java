package dev.baton.voter;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Random;

/**
 * Ports for tests that run beside each other: none is given twice, and all are below those that the
 * system gives to connections.
 */
final class FreePorts {
  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 32_000;

  private static int next = LOWEST + 2 * new Random().nextInt((HIGHEST - LOWEST) / 2);

  private FreePorts() {}

  /** A port that nobody listens at; nor does anybody at the one above. */
  static synchronized int next() {
    while (true) {
      int port = next;
      next = port + 2 < HIGHEST ? port + 2 : LOWEST;
      if (isFree(port) && isFree(port + 1)) {
        return port;
      }
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
