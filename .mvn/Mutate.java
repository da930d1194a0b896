import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Applies the patches of a module: {@code MODULE OUTPUT} reads {@code MODULE/src/mutants/*.txt} and
 * writes, for each mutant, copies of the classes that it concerns with its lines replaced, and a
 * class that lists all mutants. The format is in algorithms/src/mutants/README.md. With a third
 * argument, a directory of scenarios, it takes only the mutants that one of them names.
 *
 * <p>What has not changed is not written again, and whatever else is in OUTPUT is deleted: builds
 * compile what they need and nothing that is gone.
 */
public final class Mutate {

  /** What is wrong with a patch, in one sentence. */
  private static final class Wrong extends RuntimeException {
    private static final long serialVersionUID = 1;

    Wrong(Path file, int line, String sentence) {
      super(file + ":" + line + ": " + sentence);
    }
  }

  /** A piece of Java: a word, a number, a literal or an operator; not comments. */
  private record Token(String text, int start, int end) {}

  /** A class and its tokens. */
  private record Source(String name, String pack, String text, List<Token> tokens) {}

  /** Tokens from one to before another. */
  private record Region(Source source, int from, int to) {}

  /** Lines that are replaced; {@code old} is empty for lines that are added to a class. */
  private record Edit(Path file, int line, String scope, String old, String replacement) {}

  /** One entry of a file; {@code size} and {@code expression} may be empty. */
  private record Mutant(
      int sizeLine, String name, String what, String size, String expression, List<Edit> edits) {}

  /** A file: the classes that it patches, by full name, first the one that builds the nodes. */
  private record Patches(Path file, String id, List<String> classes, List<Mutant> mutants) {}

  private final Path module;
  private final Path output;

  /** The ids of those that are wanted; null for all. */
  private final Set<String> wanted;

  private final Map<String, Patches> patches = new TreeMap<>();
  private final Map<String, Source> sources = new LinkedHashMap<>();
  private final Map<Path, String> generated = new LinkedHashMap<>();

  private Mutate(Path module, Path output, Set<String> wanted) {
    this.module = module;
    this.output = output;
    this.wanted = wanted;
  }

  public static void main(String[] args) throws IOException {
    try {
      Set<String> wanted = args.length > 2 ? named(Path.of(args[2])) : null;
      new Mutate(Path.of(args[0]), Path.of(args[1]), wanted).run();
    } catch (Wrong e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  /** The algorithms of the scenarios in a directory. */
  private static Set<String> named(Path scenarios) throws IOException {
    Set<String> named = new LinkedHashSet<>();
    for (Path file : files(scenarios, ".trace")) {
      Matcher algorithm = Pattern.compile("(?m)^algorithm (\\S+)$").matcher(Files.readString(file));
      if (algorithm.find()) {
        named.add(algorithm.group(1));
      }
    }
    return named;
  }

  private void run() throws IOException {
    for (Path file : files(module.resolve("src/mutants"), ".txt")) {
      Patches read = read(file);
      patches.put(read.id, read);
    }
    Map<String, StringBuilder> lists = new TreeMap<>();
    for (Patches each : patches.values()) {
      StringBuilder rows = new StringBuilder();
      for (Mutant mutant : each.mutants) {
        if (wanted != null && !wanted.contains(each.id + "/" + mutant.name)) {
          continue;
        }
        String build = build(each, mutant);
        if (!mutant.size.isEmpty()) {
          rows.append(rows.isEmpty() ? "" : ",\n").append(row(each, mutant, build));
        }
      }
      if (!rows.isEmpty()) {
        lists
            .computeIfAbsent(source(each, each.classes.get(0)).pack, pack -> new StringBuilder())
            .append(list(each, rows));
      }
    }
    lists.forEach(this::generateList);
    write();
  }

  // Reading.

  private static final Pattern HEAD = Pattern.compile("([a-z][a-z0-9-]*): (.*)");

  private Patches read(Path path) throws IOException {
    Path file = module.toAbsolutePath().normalize().getParent().relativize(path.toAbsolutePath());
    String id = path.getFileName().toString().replace(".txt", "");
    List<String> classes = new ArrayList<>();
    List<Mutant> mutants = new ArrayList<>();
    List<String> lines = Files.readAllLines(path);
    int at = 0;
    while (at < lines.size()) {
      String line = lines.get(at);
      Matcher head = HEAD.matcher(line);
      if (line.isBlank() || line.startsWith("#")) {
        at++;
      } else if (line.startsWith("patches ")) {
        for (String name : line.substring("patches ".length()).split(", ")) {
          classes.add(name.contains(".") ? name : pack(classes.get(0)) + "." + name);
        }
        at++;
      } else if (!head.matches()) {
        throw new Wrong(file, at + 1, "'" + line + "' is neither 'name: what is wrong' nor more.");
      } else {
        int end = at + 1;
        while (end < lines.size() && lines.get(end).startsWith("  ")) {
          end++;
        }
        mutants.add(mutant(file, at, head, lines.subList(at + 1, end)));
        at = end;
      }
    }
    if (classes.isEmpty()) {
      throw new Wrong(file, 1, "a line 'patches CLASS' is missing.");
    }
    return new Patches(file, id, classes, mutants);
  }

  private static Mutant mutant(Path file, int at, Matcher head, List<String> body) {
    StringBuilder what = new StringBuilder(head.group(2));
    int sizeLine = 0;
    String size = "";
    String expression = "";
    String scope = "";
    List<Edit> edits = new ArrayList<>();
    int i = 0;
    while (i < body.size() && body.get(i).startsWith("    ")) {
      what.append(' ').append(body.get(i++).strip());
    }
    while (i < body.size()) {
      String line = body.get(i).substring(2);
      int number = at + 2 + i;
      if (line.startsWith("-") || line.startsWith("+")) {
        int from = i;
        i = skip(body, i, '-');
        String old = code(body.subList(from, i));
        from = i;
        i = skip(body, i, '+');
        edits.add(new Edit(file, number, scope, old, code(body.subList(from, i))));
        continue;
      }
      if (line.startsWith("in ")) {
        scope = line.substring(3);
      } else if (line.startsWith("as ")) {
        edits.add(new Edit(file, number, line.substring(3), null, null));
      } else if (line.startsWith("= ")) {
        expression += line.substring(2);
      } else if (size.isEmpty() && line.contains(":")) {
        size = line;
        sizeLine = number;
        while (i + 1 < body.size() && body.get(i + 1).startsWith("    ")) {
          size += ' ' + body.get(++i).strip();
        }
      } else {
        String sentence =
            head.group(1) + ": '" + line.strip() + "' is none of size, in, as, =, -, +.";
        throw new Wrong(file, number, sentence);
      }
      i++;
    }
    return new Mutant(sizeLine, head.group(1), what.toString(), size, expression, edits);
  }

  private static int skip(List<String> lines, int from, char sign) {
    int i = from;
    while (i < lines.size() && lines.get(i).charAt(2) == sign) {
      i++;
    }
    return i;
  }

  private static String code(List<String> lines) {
    return lines.stream().map(line -> line.substring(3).strip()).collect(Collectors.joining("\n"));
  }

  // Patching.

  /** What builds the nodes of a mutant; its classes are generated. */
  private String build(Patches each, Mutant mutant) throws IOException {
    if (!mutant.expression.isEmpty()) {
      return mutant.expression;
    }
    Map<String, String> changed = new LinkedHashMap<>();
    for (Map.Entry<String, TreeMap<Integer, Change>> entry : changes(each, mutant).entrySet()) {
      changed.put(entry.getKey(), apply(source(each, entry.getKey()), entry.getValue()));
    }
    Map<String, String> names = new LinkedHashMap<>();
    String suffix = camel(mutant.name);
    String first = each.classes.get(0);
    for (String name : concerned(each, changed.keySet())) {
      names.put(
          name, simple(name) + (name.equals(first) ? "_" : "_" + simple(first) + "_") + suffix);
    }
    for (Map.Entry<String, String> entry : names.entrySet()) {
      Source source = source(each, entry.getKey());
      String text = changed.getOrDefault(entry.getKey(), source.text);
      generate(source.pack, entry.getValue(), comment(each, mutant) + rename(text, names));
    }
    return names.getOrDefault(first, simple(first)) + "::nodes";
  }

  /** What is put in the place of something. */
  private record Change(int end, String text) {}

  private Map<String, TreeMap<Integer, Change>> changes(Patches each, Mutant mutant)
      throws IOException {
    Map<String, TreeMap<Integer, Change>> changes = new LinkedHashMap<>();
    for (Edit edit : edits(each, mutant)) {
      Region found = find(each, mutant, edit);
      List<Token> tokens = found.source.tokens;
      int start =
          edit.old.isEmpty() ? tokens.get(found.to - 1).start : tokens.get(found.from).start;
      int end = edit.old.isEmpty() ? start : tokens.get(found.to - 1).end;
      TreeMap<Integer, Change> before =
          changes.computeIfAbsent(found.source.name, name -> new TreeMap<>());
      Map.Entry<Integer, Change> last = before.lowerEntry(end);
      if (last != null && last.getValue().end > start || before.containsKey(start)) {
        throw wrong(edit.file, mutant, edit.line, "'" + edit.old + "' is replaced twice.");
      }
      before.put(start, new Change(end, edit.replacement));
    }
    return changes;
  }

  /** A mutant's edits, and before them those of the mutant as which it is. */
  private List<Edit> edits(Patches each, Mutant mutant) {
    List<Edit> edits = new ArrayList<>();
    for (Edit edit : mutant.edits) {
      if (edit.old != null) {
        edits.add(edit);
        continue;
      }
      String[] id = (edit.scope.contains("/") ? edit.scope : each.id + "/" + edit.scope).split("/");
      Patches file = patches.get(id[0]);
      Mutant other =
          file == null
              ? null
              : file.mutants.stream().filter(m -> m.name.equals(id[1])).findFirst().orElse(null);
      if (other == null) {
        throw wrong(edit.file, mutant, edit.line, "there is no " + edit.scope + ".");
      }
      edits.addAll(edits(file, other));
    }
    return edits;
  }

  /** The one place at which an edit applies. */
  private Region find(Patches each, Mutant mutant, Edit edit) throws IOException {
    List<Region> regions = new ArrayList<>();
    for (String name : each.classes) {
      Source source = source(each, name);
      regions.add(new Region(source, 0, source.tokens.size()));
    }
    for (String scope :
        edit.scope.isEmpty() ? List.<String>of() : List.of(edit.scope.split(" / "))) {
      regions = regions.stream().flatMap(region -> scopes(region, scope).stream()).toList();
      requireOne(each, mutant, edit, regions, scope);
    }
    if (edit.old.isEmpty()) {
      return regions.get(0);
    }
    List<Token> old = tokens(edit.old);
    List<Region> found =
        regions.stream().flatMap(region -> occurrences(region, old).stream()).toList();
    requireOne(each, mutant, edit, found, edit.old);
    return found.get(0);
  }

  private void requireOne(
      Patches each, Mutant mutant, Edit edit, List<Region> found, String fragment) {
    if (found.size() != 1) {
      String classes = each.classes.stream().map(Mutate::simple).collect(Collectors.joining(", "));
      String where =
          edit.scope.isEmpty() || edit.scope.contains(fragment)
              ? classes
              : "'" + edit.scope + "' of " + classes;
      String text = "'" + fragment.replace("\n", " ") + "' is ";
      String sentence =
          found.isEmpty()
              ? text + "not found in " + where + "."
              : text + "found " + found.size() + " times in " + where + ": name more, or where.";
      throw wrong(edit.file, mutant, edit.line, sentence);
    }
  }

  private static Wrong wrong(Path file, Mutant mutant, int line, String sentence) {
    return new Wrong(file, line, mutant.name + ": " + sentence);
  }

  private static List<Region> occurrences(Region region, List<Token> wanted) {
    List<Region> found = new ArrayList<>();
    List<Token> tokens = region.source.tokens;
    for (int i = region.from; i + wanted.size() <= region.to; i++) {
      int length = 0;
      while (length < wanted.size()
          && tokens.get(i + length).text.equals(wanted.get(length).text)) {
        length++;
      }
      if (length == wanted.size()) {
        found.add(new Region(region.source, i, i + length));
      }
    }
    return found;
  }

  /** A class, a method by its name, or what is in the braces that follow some text. */
  private static List<Region> scopes(Region region, String scope) {
    if (scope.equals(simple(region.source.name))) {
      return List.of(region);
    }
    List<Token> tokens = region.source.tokens;
    List<Region> found = new ArrayList<>();
    boolean isName = scope.matches("\\w+");
    for (Region place : occurrences(region, tokens(scope))) {
      int open = isName ? body(tokens, place) : place.to;
      while (!isName && open < region.to && !";{}".contains(tokens.get(open).text)) {
        open++;
      }
      if (open > 0 && open < region.to && tokens.get(open).text.equals("{")) {
        found.add(new Region(region.source, place.from, closing(tokens, open) + 1));
      }
    }
    return found;
  }

  /** Where the body of the method begins that is declared here; 0 if none is. */
  private static int body(List<Token> tokens, Region name) {
    String before = name.from == 0 ? "" : tokens.get(name.from - 1).text;
    if (Set.of(".", "new", "::").contains(before) || !tokens.get(name.to).text.equals("(")) {
      return 0;
    }
    int after = closing(tokens, name.to) + 1;
    while (tokens.get(after).text.matches("throws|[\\w.]+|,")) {
      after++;
    }
    return after;
  }

  private static int closing(List<Token> tokens, int open) {
    int depth = 0;
    for (int i = open; i < tokens.size(); i++) {
      String text = tokens.get(i).text;
      depth +=
          text.equals("{") || text.equals("(") ? 1 : text.equals("}") || text.equals(")") ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return tokens.size() - 1;
  }

  private static String apply(Source source, TreeMap<Integer, Change> changes) {
    StringBuilder text = new StringBuilder(source.text);
    changes
        .descendingMap()
        .forEach((start, change) -> text.replace(start, change.end, change.text));
    return text.toString();
  }

  /** The changed classes and, of the others, those that name one of them. */
  private Set<String> concerned(Patches each, Set<String> changed) throws IOException {
    Set<String> concerned = new LinkedHashSet<>(changed);
    boolean grows = true;
    while (grows) {
      Set<String> words = concerned.stream().map(Mutate::simple).collect(Collectors.toSet());
      grows = false;
      for (String name : each.classes) {
        boolean namesOne =
            source(each, name).tokens.stream().anyMatch(token -> words.contains(token.text));
        grows |= namesOne && concerned.add(name);
      }
    }
    return concerned;
  }

  private static String rename(String text, Map<String, String> names) {
    Map<String, String> words =
        names.entrySet().stream()
            .collect(Collectors.toMap(entry -> simple(entry.getKey()), Map.Entry::getValue));
    StringBuilder renamed = new StringBuilder();
    int from = 0;
    for (Token token : tokens(text)) {
      renamed.append(text, from, token.start).append(words.getOrDefault(token.text, token.text));
      from = token.end;
    }
    return renamed.append(text.substring(from)).toString();
  }

  // Java.

  private static final Pattern LEXER =
      Pattern.compile(
          "(?<skip>\\s+|//[^\\n]*|/\\*.*?\\*/)|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\])*\""
              + "|'(?:\\\\.|[^'\\\\])+'|[\\w$]+|->|::|\\+\\+|--|&&|\\|\\||[-+*/%&|^=!<>]=|.",
          Pattern.DOTALL);

  private static List<Token> tokens(String text) {
    List<Token> tokens = new ArrayList<>();
    for (Matcher matcher = LEXER.matcher(text); matcher.find(); ) {
      if (matcher.group("skip") == null) {
        tokens.add(new Token(matcher.group(), matcher.start(), matcher.end()));
      }
    }
    return tokens;
  }

  private Source source(Patches each, String name) throws IOException {
    Source known = sources.get(name);
    if (known != null) {
      return known;
    }
    for (String root : List.of("src/main/java", "src/mutants/java", "src/test/java")) {
      Path path = module.resolve(root).resolve(name.replace('.', '/') + ".java");
      if (Files.exists(path)) {
        String text = Files.readString(path);
        Source source = new Source(name, pack(name), text, tokens(text));
        sources.put(name, source);
        return source;
      }
    }
    throw new Wrong(each.file, 1, "there is no class " + name + " in " + module + ".");
  }

  private static String pack(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  private static String simple(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String camel(String name) {
    return Stream.of(name.split("-"))
        .map(word -> word.substring(0, 1).toUpperCase() + word.substring(1))
        .collect(Collectors.joining());
  }

  // The list of mutants.

  private static final Set<String> GRAPHS =
      Set.of("complete", "line", "ring", "star", "binary tree", "torus", "array", "grid", "plane");

  private String row(Patches each, Mutant mutant, String build) {
    int colon = mutant.size.indexOf(':');
    Map<String, String> terms = new LinkedHashMap<>();
    String graph = "";
    for (String term : mutant.size.substring(0, colon).split(", ")) {
      Matcher count = Pattern.compile("(\\d+) (.+?)s?").matcher(term);
      Matcher named = Pattern.compile("([a-z ]+) ([0-9x]+)").matcher(term);
      if (graph.isEmpty() && named.matches() && GRAPHS.contains(named.group(1))) {
        String[] words = named.group(1).split(" ");
        String method = words[0] + (words.length > 1 ? camel(words[1]) : "");
        graph = "Graph." + method + "(" + named.group(2).replace("x", ", ") + ")";
      } else if (count.matches()) {
        terms.put(count.group(2), count.group(1));
      } else if (named.matches()) {
        terms.put(named.group(1), named.group(2));
      } else {
        terms.put(term, "");
      }
    }
    String division = take(terms, "group", take(terms, "depth", "0"));
    String requests =
        terms.remove("unbounded") != null ? "Check.UNBOUNDED" : take(terms, "request", null);
    String properties =
        Stream.of(mutant.size.substring(colon + 1).strip().split(", "))
            .filter(property -> !property.equals("nothing"))
            .map(property -> "Property." + property.toUpperCase())
            .collect(Collectors.joining(", "));
    String row =
        String.join(
                ", ",
                "        new Mutant(\n            \"" + each.id + "/" + mutant.name + "\"",
                "\n            " + literal(mutant.what),
                "\n            " + build,
                "\n            setup(" + graph,
                take(terms, "holder", "0"),
                take(terms, "permit", "1"),
                division,
                take(terms, "neighbourhood", "0"),
                take(terms, "outside", "0") + ")",
                "\n            " + requests,
                take(terms, "join", "0"),
                take(terms, "leave", "0"),
                take(terms, "link change", "0"),
                terms.remove("overtaking") == null ? "true" : "false",
                take(terms, "bypass", "0"),
                "\n            List.of(" + properties + "))")
            .replace(", \n", ",\n");
    if (graph.isEmpty() || requests == null || !terms.isEmpty()) {
      String wrong =
          terms.isEmpty() ? "it names no graph or no requests." : "what is " + terms.keySet() + "?";
      throw wrong(each.file, mutant, mutant.sizeLine, "the size is not understood: " + wrong);
    }
    return row;
  }

  private static String take(Map<String, String> terms, String term, String otherwise) {
    String value = terms.remove(term);
    return value == null ? otherwise : value;
  }

  private static String literal(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String list(Patches each, StringBuilder rows) {
    String name = camel(each.id);
    return """

      private static List<Mutant> %s() {
        return List.of(
    %s);
      }
    """
        .formatted(name.substring(0, 1).toLowerCase() + name.substring(1), rows);
  }

  private void generateList(String pack, StringBuilder lists) {
    String calls =
        Pattern.compile("List<Mutant> (\\w+\\(\\))")
            .matcher(lists)
            .results()
            .map(result -> "    all.addAll(" + result.group(1) + ");\n")
            .collect(Collectors.joining());
    generate(
        pack,
        "Mutants",
        """
        package %s;

        import dev.baton.checker.Check;
        import dev.baton.checker.Property;
        import dev.baton.core.Graph;
        import dev.baton.core.Setup;
        import java.util.ArrayList;
        import java.util.EnumSet;
        import java.util.List;
        import java.util.Set;

        /** Every mutant, as listed by the patches in src/mutants. */
        public final class Mutants {

          private Mutants() {}

          public static List<Mutant> all() {
            List<Mutant> all = new ArrayList<>();
        %s    return all;
          }

          private static Setup setup(
              Graph graph, int holder, int permits, int division, int neighbourhoods, int outside) {
            return new Setup(
                graph.size(), holder, permits, graph, division, neighbourhoods, outside);
          }
        %s}
        """
            .formatted(pack, calls, lists));
  }

  // Writing.

  private static String comment(Patches each, Mutant mutant) {
    return "// Generated from " + each.file + ", " + mutant.name + ":\n// " + mutant.what + "\n\n";
  }

  private void generate(String pack, String name, String text) {
    generated.put(output.resolve(pack.replace('.', '/')).resolve(name + ".java"), text);
  }

  private void write() throws IOException {
    for (Path file : files(output, ".java")) {
      if (!generated.containsKey(file)) {
        Files.delete(file);
      }
    }
    for (Map.Entry<Path, String> entry : generated.entrySet()) {
      Path file = entry.getKey();
      if (!Files.exists(file) || !Files.readString(file).equals(entry.getValue())) {
        Files.createDirectories(file.getParent());
        Files.writeString(file, entry.getValue());
      }
    }
  }

  private static List<Path> files(Path directory, String end) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().endsWith(end))
          .sorted(Comparator.naturalOrder())
          .toList();
    }
  }
}
