import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Puts the page together: {@code Site.java MODULE BUILD PREACT} takes {@code src/main/site} of a
 * module, the engine and the libraries from its build directory (and which version of Preact is
 * there), and writes a folder for a server and one file that opens from disk.
 *
 * <p>Modules name each other by bare names, and an import map says where they are: in the folder
 * files, in the single file pieces of its own text. Nothing is bundled.
 */
public final class Site {

  private static final String RESOURCES = "classes/dev/baton/page/site";
  private static final String MAP = "<!-- the import map -->";

  private final Path site;
  private final Path repository;
  private final Path build;
  private final String preact;

  /** By bare name: where a module is in the folder, and its text. */
  private final Map<String, Module> modules = new LinkedHashMap<>();

  private record Module(String file, String text) {}

  private Site(Path module, Path build, String preact) {
    this.preact = preact;
    site = module.resolve("src/main/site");
    repository = module.resolve("..").normalize();
    this.build = build;
  }

  public static void main(String[] args) throws Exception {
    Site site = new Site(Path.of(args[0]), Path.of(args[1]), args[2]);
    site.collect();
    site.writeFolder();
    site.writeFile();
  }

  // What there is.

  private void collect() throws IOException {
    Path webjars = build.resolve("webjars/META-INF/resources/webjars");
    library("preact", webjars, "preact/" + preact + "/dist/preact.module.js");
    library("preact/hooks", webjars, "preact/" + preact + "/hooks/dist/hooks.module.js");
    for (Path file : files(site.resolve("js"), ".js")) {
      String name = file.getFileName().toString();
      if (!name.equals("worker.js")) {
        own(name, Files.readString(file));
      }
    }
    own("traces.js", "export const TRACES = " + traces() + ";\n");
    own("sources.js", "export const SOURCES = " + sources() + ";\n");
    own("papers.js", "export const PAPERS = " + papers() + ";\n");
  }

  private void library(String name, Path webjars, String path) throws IOException {
    String text = Files.readString(webjars.resolve(path));
    String file = "js/" + name.replace('/', '-') + ".js";
    modules.put(name, new Module(file, text.replaceAll("(?m)^//# sourceMappingURL=.*$", "")));
  }

  private void own(String name, String text) {
    modules.put("baton/" + name, new Module("js/" + name, text));
  }

  private String engine() throws IOException {
    return Files.readString(build.resolve("engine/engine.js"))
        + "\n"
        + Files.readString(site.resolve("js/worker.js"));
  }

  private String style() throws IOException {
    StringBuilder style = new StringBuilder();
    for (String first : List.of("tokens.css", "base.css")) {
      style.append(Files.readString(site.resolve("css/" + first))).append('\n');
    }
    for (Path file : files(site.resolve("css"), ".css")) {
      if (!List.of("tokens.css", "base.css").contains(file.getFileName().toString())) {
        style.append(Files.readString(file)).append('\n');
      }
    }
    return style.toString();
  }

  /** Every scenario of an algorithm; those about a cluster are not for a stage. */
  private String traces() throws IOException {
    Path traces = repository.resolve("algorithms/src/test/resources/traces");
    StringBuilder rows = new StringBuilder("[\n");
    for (Path file : files(traces, ".trace")) {
      String text = Files.readString(file);
      Matcher algorithm = Pattern.compile("(?m)^algorithm (\\S+)").matcher(text);
      if (algorithm.find()) {
        String name = traces.relativize(file).toString().replace('\\', '/');
        rows.append("{file: ").append(quoted(name.replaceFirst("\\.trace$", "")));
        rows.append(", algorithm: ").append(quoted(algorithm.group(1)));
        rows.append(", text: ").append(quoted(text)).append("},\n");
      }
    }
    return rows.append(']').toString();
  }

  /** Of each algorithm the class, from its declaration on. */
  private String sources() throws IOException {
    StringBuilder rows = new StringBuilder("{\n");
    for (Path file : files(repository.resolve("algorithms/src/main/java"), ".java")) {
      String text = Files.readString(file);
      Matcher declaration =
          Pattern.compile("(?m)^(?:public |final |sealed |abstract )*class (\\w+)\\s+extends ")
              .matcher(text);
      if (declaration.find()) {
        rows.append(declaration.group(1)).append(": ");
        rows.append(quoted(text.substring(declaration.start()))).append(",\n");
      }
    }
    return rows.append('}').toString();
  }

  /** Of each algorithm's page what one reads first: its idea, and what was found. */
  private String papers() throws IOException {
    StringBuilder rows = new StringBuilder("{\n");
    for (Path file : files(repository.resolve("docs/algorithms"), ".md")) {
      String text = Files.readString(file);
      String id = file.getFileName().toString().replaceFirst("\\.md$", "");
      Matcher source = Pattern.compile("algorithms/(\\w+)\\.java").matcher(text);
      if (text.contains("## Idea") && source.find()) {
        rows.append(quoted(id)).append(": {source: ").append(quoted(source.group(1)));
        rows.append(", idea: ").append(quoted(section(text, "## Idea", "\n\n")));
        rows.append(", short: ").append(quoted(section(text, "**In short:**", "\n\n")));
        rows.append("},\n");
      }
    }
    return rows.append('}').toString();
  }

  /** The paragraph that follows a heading. */
  private static String section(String text, String heading, String end) {
    int from = text.indexOf(heading);
    if (from < 0) {
      return "";
    }
    String rest = text.substring(from + heading.length()).strip();
    int to = rest.indexOf(end);
    return (to < 0 ? rest : rest.substring(0, to)).replaceAll("\\s+", " ");
  }

  // The folder.

  private void writeFolder() throws IOException, NoSuchAlgorithmException {
    Path folder = build.resolve(RESOURCES);
    clear(folder);
    for (Module module : modules.values()) {
      write(folder.resolve(module.file), module.text);
    }
    write(folder.resolve("engine.js"), engine());
    write(folder.resolve("style.css"), style());
    String map =
        modules.entrySet().stream()
            .map(entry -> quoted(entry.getKey()) + ": " + quoted("./" + entry.getValue().file))
            .collect(Collectors.joining(",\n", "{\"imports\": {\n", "\n}}"));
    String page = Files.readString(site.resolve("index.html"));
    write(
        folder.resolve("index.html"),
        page.replace(MAP, "<script type=\"importmap\">" + map + "</script>"));
    // What a server sends: nothing is loaded from elsewhere, and of inline scripts only the map.
    String hash = Base64.getEncoder().encodeToString(sha256(map));
    write(
        folder.resolve("csp.txt"),
        "default-src 'self'; script-src 'self' 'sha256-"
            + hash
            + "'; style-src 'self';"
            + " img-src 'self' data: blob:; object-src 'none'; base-uri 'none';"
            + " form-action 'none'; frame-ancestors 'none'\n");
  }

  // The file.

  private void writeFile() throws IOException {
    StringBuilder pieces = new StringBuilder();
    piece(pieces, "engine", engine());
    modules.forEach((name, module) -> piece(pieces, name, module.text));
    String boot =
        """
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:">
        <style>
        %s</style>
        """
            .formatted(style());
    String start =
        """
        <script>
        const piece = text => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
        const imports = {};
        for (const each of document.querySelectorAll("script[data-module]")) {
          const text = each.textContent.replaceAll("<\\\\/script", "</script");
          if (each.dataset.module === "engine") globalThis.batonEngine = piece(text);
          else imports[each.dataset.module] = piece(text);
          each.remove();
        }
        const map = document.createElement("script");
        map.type = "importmap";
        map.textContent = JSON.stringify({ imports });
        document.head.append(map);
        import("baton/main.js");
        </script>
        """;
    String page = Files.readString(site.resolve("index.html"));
    page =
        page.replace(MAP, "")
            .replaceFirst("<link rel=\"stylesheet\"[^>]*>", Matcher.quoteReplacement(boot))
            .replaceFirst(
                "<script type=\"module\"[^>]*></script>", Matcher.quoteReplacement(pieces + start));
    write(build.resolve(RESOURCES).resolve("baton-lab.html"), page);
  }

  private static void piece(StringBuilder pieces, String name, String text) {
    pieces.append("<script type=\"text/plain\" data-module=\"").append(name).append("\">");
    pieces.append(text.replace("</script", "<\\/script")).append("</script>\n");
  }

  // Files and words.

  private static List<Path> files(Path directory, String end) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().endsWith(end))
          .sorted(Comparator.comparing(Path::toString))
          .toList();
    }
  }

  private static void clear(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static byte[] sha256(String text) throws NoSuchAlgorithmException {
    return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        case '\u2028' -> quoted.append("\\u2028");
        case '\u2029' -> quoted.append("\\u2029");
        default -> quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
