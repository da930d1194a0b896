package dev.baton.lab.campaign;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/**
 * A process that bothers ports: random bytes, a request for a web page, the beginning of a TLS
 * handshake, connections that say nothing. It goes on until it is killed or its input ends.
 */
final class Noise {

  private static final int CONNECT_MILLIS = 500;
  private static final int PAUSE_MILLIS = 20;

  /** Connections that are kept open without a word. */
  private static final int SILENT = 30;

  private Noise() {}

  /**
   * Runs one.
   *
   * @param args its seed, then addresses, each with a port
   */
  public static void main(String[] args) throws Exception {
    Thread.ofPlatform().daemon().start(Noise::endWithInput);
    Random random = new Random(Long.parseLong(args[0]));
    Deque<Socket> silent = new ArrayDeque<>();
    while (true) {
      String[] address = args[1 + random.nextInt(args.length - 1)].split(":");
      Socket socket = new Socket();
      try {
        InetSocketAddress port = new InetSocketAddress(address[0], Integer.parseInt(address[1]));
        socket.connect(port, CONNECT_MILLIS);
        byte[] words = words(random);
        if (words.length == 0) {
          silent.add(socket);
        } else {
          OutputStream out = socket.getOutputStream();
          out.write(words);
          out.flush();
          socket.close();
        }
        if (silent.size() > SILENT) {
          silent.remove().close();
        }
      } catch (IOException e) {
        socket.close();
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  private static void endWithInput() {
    try {
      while (System.in.read() >= 0) {
        // Nobody says anything here.
      }
    } catch (IOException e) {
      // As if it had ended.
    }
    Runtime.getRuntime().halt(0);
  }

  private static byte[] words(Random random) {
    switch (random.nextInt(4)) {
      case 0:
        byte[] bytes = new byte[1 + random.nextInt(4096)];
        random.nextBytes(bytes);
        return bytes;
      case 1:
        return "GET / HTTP/1.1\r\nHost: baton\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
      case 2:
        // The head of a record of TLS 1.2 that never comes.
        return new byte[] {22, 3, 3, 0x40, 0, 1};
      default:
        return new byte[0];
    }
  }
}
