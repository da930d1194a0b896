package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.page.PageServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabCommandTest {

  @Test
  void thePageIsSavedInOneFile(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("lab.html");
    assertThat(CommandRun.of("lab --save " + file).isFine().out())
        .isEqualTo("The lab is in " + file + ": open it in a browser." + System.lineSeparator());
    assertThat(Files.readString(file)).startsWith("<!doctype html>").contains("default-src 'none'");
  }

  /**
   * At most 500 KB, as a server sends it that compresses with gzip -9; on the disk not much more.
   */
  @Test
  void theFileIsSmall() throws IOException {
    byte[] page = PageServer.file("baton-lab.html");
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    Deflater best = new Deflater(Deflater.BEST_COMPRESSION, true);
    try (DeflaterOutputStream out = new DeflaterOutputStream(sent, best)) {
      out.write(page);
    }
    assertThat(sent.size()).isLessThan(500_000);
    assertThat(page.length).isLessThan(700_000);
  }

  @Test
  void whatIsWrongIsSaid(@TempDir Path directory) throws IOException {
    for (String port : new String[] {"65536", "abc"}) {
      CommandRun.of("lab --port " + port)
          .isRefused("--port: '" + port + "' is not a port: write a number from 0 to 65535.");
    }
    CommandRun.of("lab --port 80 --port 8080").isRefused("--port is written twice.");
    CommandRun.of("lab --save=").isRefused("A file without a name cannot be written: ");
    CommandRun.of("lab --save " + directory.resolve("missing/lab.html")).isRefused("cannot be");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CommandRun.of("lab --port " + taken.getLocalPort())
          .isRefused("Port " + taken.getLocalPort() + " is taken: write --port ");
    }
  }

  /** On loopback alone, under its own names, and only to be read. */
  @Test
  void aServerAnswersOnlyWhatIsMeantForIt() throws Exception {
    try (PageServer server = PageServer.start(0, null);
        HttpClient client = HttpClient.newHttpClient()) {
      URI address = server.address();
      HttpResponse<String> page = get(client, address);
      assertThat(page.statusCode()).isEqualTo(HttpURLConnection.HTTP_OK);
      assertThat(page.headers().firstValue("Content-Security-Policy"))
          .hasValueSatisfying(policy -> assertThat(policy).contains("default-src 'self'"));
      assertThat(get(client, address.resolve("engine.js")).statusCode()).isEqualTo(200);
      for (String missing : new String[] {"nothing.js", "csp.txt", "js/../../PageServer.class"}) {
        assertThat(get(client, address.resolve("/" + missing)).statusCode()).isEqualTo(404);
      }
      HttpRequest post =
          HttpRequest.newBuilder(address).POST(HttpRequest.BodyPublishers.noBody()).build();
      assertThat(client.send(post, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(HttpURLConnection.HTTP_BAD_METHOD);
      assertThat(statusFor(address, "evil.example")).isEqualTo("421");
      assertThat(statusFor(address, "localhost:" + address.getPort())).isEqualTo("200");
    }
  }

  private static HttpResponse<String> get(HttpClient client, URI address) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(address).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  /** As a browser asks that was led here under another name. */
  private static String statusFor(URI address, String host) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
      String request = "GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII)
          .substring(9);
    }
  }
}
