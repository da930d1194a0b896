package dev.baton.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Ports that attackers can attack without harm: whatever comes is dropped, and nothing is answered.
 * Every other one hangs up after a while, as members do. It prints the ports, and ends when its
 * input does.
 */
final class DecoyProcess {

  private static final int PORTS = 2 * LiveCluster.VOTERS;
  private static final int BACKLOG = 512;
  private static final int PATIENCE_MILLIS = 4000;

  private DecoyProcess() {}

  public static void main(String[] arguments) throws IOException {
    List<String> ports = new ArrayList<>();
    for (int i = 0; i < PORTS; i++) {
      ServerSocket server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
      boolean isPatient = i % 2 == 1;
      Thread.ofPlatform().daemon().start(() -> accept(server, isPatient));
      ports.add("" + server.getLocalPort());
    }
    System.out.println(String.join("\t", ports));
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      in.readLine();
    }
    Runtime.getRuntime().halt(0);
  }

  private static void accept(ServerSocket server, boolean isPatient) {
    while (true) {
      try {
        Socket socket = server.accept();
        Thread.ofVirtual().start(() -> drop(socket, isPatient));
      } catch (IOException e) {
        // There are too many files: the next one may have better luck.
        Thread.onSpinWait();
      }
    }
  }

  private static void drop(Socket socket, boolean isPatient) {
    long start = System.nanoTime();
    byte[] bytes = new byte[4096];
    try (socket) {
      socket.setSoTimeout(isPatient ? 0 : PATIENCE_MILLIS);
      int count = 0;
      while (count >= 0
          && (isPatient || System.nanoTime() - start < PATIENCE_MILLIS * 1_000_000L)) {
        count = socket.getInputStream().read(bytes);
      }
    } catch (IOException e) {
      // It took too long, or has hung up.
    }
  }
}
