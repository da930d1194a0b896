import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.LZMAOutputStream;

/**
 * Puts the page together: {@code Site.java MODULE BUILD PREACT} takes {@code src/main/site} of a
 * module, the engine and the libraries from its build directory (and which version of Preact is
 * there), and writes a folder for a server and one file that opens from disk.
 *
 * <p>Modules name each other by bare names, and an import map says where they are: in the folder
 * files, in the single file pieces of what is packed in it. Nothing is bundled.
 */
public final class Site {

  private static final String RESOURCES = "classes/dev/baton/page/site";
  private static final String MAP = "<!-- the import map -->";

  /** Bytes that say how a file was packed, which the page knows. */
  private static final int LZMA_HEADER = 13;

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
    return withLiterals(Files.readString(build.resolve("engine/engine.js")))
        + "\n"
        + Files.readString(site.resolve("js/worker.js"));
  }

  /**
   * TeaVM puts constants of 64 bits together of two halves wherever they are used, and makes such a
   * number of how far one is shifted. Searches, which hash all the time, are faster with literals.
   */
  private static String withLiterals(String engine) {
    String ofHalves = maker(engine, "\\(lo,\\s*hi\\)=>\\s*BigInt\\.asIntN\\(64,");
    String ofInt = maker(engine, "val=>\\s*BigInt\\.asIntN\\(64,\\s*BigInt\\(val\\|0\\)\\)");
    String shift =
        maker(
            engine, "\\(a,\\s*b\\)=>\\s*BigInt\\.asIntN\\(64,\\s*BigInt\\.asUintN\\(64,\\s*a\\)>>");
    String text =
        call(ofHalves, "\\s*(-?\\d+),\\s*(-?\\d+)")
            .matcher(engine)
            .replaceAll(
                it -> {
                  long low = Long.parseLong(it.group(1)) & 0xFFFFFFFFL;
                  return literal(low | Long.parseLong(it.group(2)) << 32);
                });
    text =
        call(ofInt, "(?:\\((-\\d+)\\)|(-?\\d+))")
            .matcher(text)
            .replaceAll(
                it -> literal(Integer.parseInt(it.group(1) == null ? it.group(2) : it.group(1))));
    return call(shift, "([\\w$]+),\\s*(\\d+)")
        .matcher(text)
        .replaceAll("BigInt.asIntN(64,BigInt.asUintN(64,$1)>>$2n)");
  }

  private static Pattern call(String function, String arguments) {
    return Pattern.compile("(?<![\\w$.])" + function + "\\(" + arguments + "\\)");
  }

  /** The name of a function that the engine has, quoted for a pattern. */
  private static String maker(String engine, String body) {
    Matcher maker = Pattern.compile("([\\w$]+)=" + body).matcher(engine);
    if (!maker.find()) {
      throw new IllegalStateException("TeaVM makes constants of 64 bits in another way now.");
    }
    return Pattern.quote(maker.group(1));
  }

  private static String literal(long value) {
    return value < 0 ? "(" + value + "n)" : value + "n";
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
    StringBuilder parts = new StringBuilder();
    part(parts, "engine", engine());
    modules.forEach((name, module) -> part(parts, name, module.text));
    // Without the last NUL.
    byte[] plain = parts.substring(0, parts.length() - 1).getBytes(StandardCharsets.UTF_8);
    String head =
        """
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:">
        <style>
        %s</style>
        """
            .formatted(style());
    String scripts =
        """
        <script type="text/plain" id="packed" data-size="%d">%s</script>
        <script>
        %s</script>
        """
            .formatted(
                plain.length,
                Base64.getEncoder().encodeToString(packed(plain)),
                Files.readString(site.resolve("unpack.js")));
    String page = Files.readString(site.resolve("index.html"));
    page =
        page.replace(MAP, "")
            .replaceFirst("<link rel=\"stylesheet\"[^>]*>", Matcher.quoteReplacement(head))
            .replaceFirst(
                "<script type=\"module\"[^>]*></script>", Matcher.quoteReplacement(scripts));
    write(build.resolve(RESOURCES).resolve("baton-lab.html"), page);
  }

  private static void part(StringBuilder parts, String name, String text) {
    if (text.indexOf(0) >= 0) {
      throw new IllegalStateException(name + " has a NUL in it, which ends a part.");
    }
    parts.append(name).append('\n').append(text).append('\0');
  }

  /** As unpack.js expects it. */
  private static byte[] packed(byte[] plain) throws IOException {
    LZMA2Options options = new LZMA2Options(LZMA2Options.PRESET_MAX);
    options.setDictSize(1 << 22);
    options.setNiceLen(LZMA2Options.NICE_LEN_MAX);
    options.setLcLp(4, 0);
    options.setPb(0);
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (LZMAOutputStream out = new LZMAOutputStream(packed, options, plain.length)) {
      out.write(plain);
    }
    return Arrays.copyOfRange(packed.toByteArray(), LZMA_HEADER, packed.size());
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
