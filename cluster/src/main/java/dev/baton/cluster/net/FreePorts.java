package dev.baton.cluster.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Random;

/**
 * Ports on this machine for members that will be started, by a demonstration or a test: none is
 * given twice, and all are below those that the system gives to connections, so that none is taken
 * in the meantime.
 */
public final class FreePorts {
  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 32_000;

  private static int next = LOWEST + 2 * new Random().nextInt((HIGHEST - LOWEST) / 2);

  private FreePorts() {}

  /** A port that nobody listens on; the one above it, by default of the consensus, is free too. */
  public static synchronized int next() {
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
