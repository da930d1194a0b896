package dev.baton.page;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * Serves the page on this machine, and what it asks of a cluster. It only ever reads: there is
 * nothing that a request could change.
 */
public final class PageServer implements AutoCloseable {

  private static final String SITE = "site/";

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml");

  /** A page of another site may have the browser ask here under a name of its own. */
  private static final Set<String> OWN_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  /**
   * What a question of the page is answered with.
   *
   * @param status of HTTP
   */
  public record Answer(int status, String json) {}

  private final HttpServer server;
  private final ExecutorService threads;
  private final Function<URI, Answer> cluster;
  private final String policy;

  private PageServer(HttpServer server, Function<URI, Answer> cluster) throws IOException {
    this.server = server;
    this.cluster = cluster;
    policy = text("csp.txt").strip();
    threads = Executors.newVirtualThreadPerTaskExecutor();
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /**
   * Begins to serve on loopback.
   *
   * @param port 0 for any that is free
   * @param cluster answers what begins with {@code /api/}; null if there is no cluster
   * @throws IOException if the port is taken
   */
  public static PageServer start(int port, Function<URI, Answer> cluster) throws IOException {
    InetSocketAddress here = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    return new PageServer(HttpServer.create(here, 0), cluster);
  }

  /** Where to look. */
  public URI address() {
    return URI.create("http://localhost:" + server.getAddress().getPort() + "/");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** A file of the site: {@code baton-lab.html} is all of it in one. */
  public static byte[] file(String name) throws IOException {
    try (InputStream in = PageServer.class.getResourceAsStream(SITE + name)) {
      return in == null ? null : in.readAllBytes();
    }
  }

  private static String text(String name) throws IOException {
    byte[] bytes = file(name);
    if (bytes == null) {
      throw new IOException("The page is not in baton-page.jar: build it with Maven.");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      if (!isForHere(exchange)) {
        answer(exchange, 421, "text/plain", "Ask for localhost.\n");
      } else if (!exchange.getRequestMethod().equals("GET")) {
        answer(exchange, 405, "text/plain", "There is nothing to change here.\n");
      } else if (path.startsWith("/api/") && cluster != null) {
        Answer answer = cluster.apply(exchange.getRequestURI());
        answer(exchange, answer.status, "application/json", answer.json);
      } else {
        serve(exchange, path.equals("/") ? "index.html" : path.substring(1));
      }
    }
  }

  private static boolean isForHere(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    return host != null && OWN_NAMES.contains(host.replaceFirst(":\\d+$", ""));
  }

  private void serve(HttpExchange exchange, String name) throws IOException {
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    byte[] bytes = type == null || name.contains("..") ? null : file(name);
    if (bytes == null) {
      answer(exchange, 404, "text/plain", "There is no " + name + " here.\n");
    } else {
      send(exchange, 200, type, bytes);
    }
  }

  private void answer(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    send(exchange, status, type + "; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  private void send(HttpExchange exchange, int status, String type, byte[] bytes)
      throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set("Content-Security-Policy", policy);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
