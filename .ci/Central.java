import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Reads a directory into which Baton was deployed as Maven Central would: {@code java Central.java
 * DIRECTORY VERSION}. Says what it has looked at, and everything that is missing or wrong; then its
 * exit code is 1. Signatures are verified by {@code gpg}, with the keys that it knows.
 */
public final class Central {

  private static final Set<String> CHECKSUMS = Set.of("md5", "sha1");
  private static final Pattern PROPERTY = Pattern.compile("\\$\\{(?!project\\.version})[^}]*}");

  /** The GPL, with exceptions or without; the LGPL is another licence. */
  private static final Pattern GPL =
      Pattern.compile("(?i)(^|[^AL])GPL|GNU General Public License|GPL[- ]?v?[23]");

  private final Path directory;
  private final String version;
  private final List<String> problems = new ArrayList<>();
  private int files;
  private int signatures;
  private final Set<String> components = new TreeSet<>();

  private Central(Path directory, String version) {
    this.directory = directory;
    this.version = version;
  }

  public static void main(String[] arguments) throws Exception {
    Central central = new Central(Path.of(arguments[0]), arguments[1]);
    central.check();
    central.problems.forEach(problem -> System.out.println("  WRONG: " + problem));
    System.exit(central.problems.isEmpty() ? 0 : 1);
  }

  private void check() throws Exception {
    Set<String> artifacts = new TreeSet<>();
    try (Stream<Path> entries = Files.list(directory.resolve("dev/baton"))) {
      entries.filter(Files::isDirectory).forEach(each -> artifacts.add(name(each)));
    }
    Set<String> wanted = managed();
    wanted.add("baton-bom");
    if (!artifacts.equals(wanted)) {
      wrong("the BOM lists " + wanted + ", and " + artifacts + " are there");
    }
    for (String artifact : artifacts) {
      Path place = directory.resolve("dev/baton").resolve(artifact).resolve(version);
      if (Files.isDirectory(place)) {
        check(artifact, place);
      } else {
        wrong(artifact + " has no version " + version);
      }
    }
    System.out.printf("  %d artefacts: %s%n", artifacts.size(), String.join(", ", artifacts));
    System.out.printf(
        "  %d files, each with its checksums, and %d good signatures%n", files, signatures);
    System.out.printf(
        "  %d components of third parties, none of them under the GPL alone%n", components.size());
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  private void wrong(String problem) {
    problems.add(problem);
  }

  /** What the BOM manages. */
  private Set<String> managed() throws Exception {
    Path bom =
        directory
            .resolve("dev/baton/baton-bom")
            .resolve(version)
            .resolve("baton-bom-" + version + ".pom");
    Set<String> managed = new TreeSet<>();
    Element management = child(xml(bom).getDocumentElement(), "dependencyManagement");
    for (Element dependency : children(child(management, "dependencies"), "dependency")) {
      if (text(dependency, "groupId").equals("dev.baton")) {
        managed.add(text(dependency, "artifactId"));
      } else {
        wrong("the BOM manages " + text(dependency, "artifactId") + " too");
      }
    }
    return managed;
  }

  private void check(String artifact, Path place) throws Exception {
    String prefix = artifact + "-" + version;
    if (!Files.exists(place.resolve(prefix + ".pom"))) {
      wrong(prefix + ".pom is missing");
      return;
    }
    Document pom = xml(place.resolve(prefix + ".pom"));
    checkPom(artifact, pom.getDocumentElement(), Files.readString(place.resolve(prefix + ".pom")));
    List<String> expected = new ArrayList<>(List.of(".pom", "-cyclonedx.xml", "-cyclonedx.json"));
    if (text(pom.getDocumentElement(), "packaging").isEmpty()) {
      expected.addAll(List.of(".jar", "-sources.jar", "-javadoc.jar"));
    }
    for (String suffix : expected) {
      Path file = place.resolve(prefix + suffix);
      if (!Files.exists(file)) {
        wrong(name(file) + " is missing");
        return;
      }
      files++;
      checkSums(file);
      checkSignature(file);
    }
    if (expected.contains(".jar")) {
      checkJars(place.resolve(prefix));
    }
    checkLicences(artifact, xml(place.resolve(prefix + "-cyclonedx.xml")).getDocumentElement());
    try (Stream<Path> there = Files.list(place)) {
      Set<String> others =
          there
              .map(file -> name(file).substring(artifact.length() + 1 + version.length()))
              .map(suffix -> suffix.replaceFirst("(\\.asc)?(\\.(md5|sha1|sha256|sha512))?$", ""))
              .filter(suffix -> !expected.contains(suffix))
              .collect(Collectors.toCollection(TreeSet::new));
      if (!others.isEmpty()) {
        wrong(artifact + " has files that nobody expects: " + others);
      }
    }
  }

  private void checkPom(String artifact, Element pom, String source) {
    for (String element : List.of("name", "description", "url")) {
      if (text(pom, element).isBlank()) {
        wrong("the POM of " + artifact + " has no " + element);
      }
    }
    require(artifact, pom, "licenses/license", "name", "url");
    require(artifact, pom, "developers/developer", "name", "email");
    require(artifact, pom, "scm", "connection", "url");
    for (String element :
        List.of("parent", "repositories", "pluginRepositories", "distributionManagement")) {
      if (child(pom, element) != null) {
        wrong("the POM of " + artifact + " has a " + element);
      }
    }
    if (!text(pom, "groupId").equals("dev.baton")
        || !text(pom, "artifactId").equals(artifact)
        || !text(pom, "version").equals(version)) {
      wrong("the POM of " + artifact + " is that of another");
    }
    if (!version.endsWith("-SNAPSHOT") && source.contains("-SNAPSHOT")) {
      wrong("the POM of " + artifact + " names a snapshot");
    }
    Matcher property = PROPERTY.matcher(source);
    if (property.find()) {
      wrong("the POM of " + artifact + " leaves " + property.group() + " open");
    }
    for (Element dependency : children(child(pom, "dependencies"), "dependency")) {
      String id = text(dependency, "artifactId");
      if (text(dependency, "version").isBlank() || text(dependency, "scope").equals("test")) {
        wrong("the POM of " + artifact + " has " + id + " without a version, or for tests");
      }
    }
  }

  private void require(String artifact, Element pom, String path, String... elements) {
    Element at = pom;
    for (String step : path.split("/")) {
      at = child(at, step);
    }
    for (String element : elements) {
      String text = text(at, element);
      if (text.isBlank() || text.equals("scm:git:")) {
        wrong("the POM of " + artifact + " has no " + path + "/" + element);
      }
    }
  }

  private void checkJars(Path prefix) throws IOException {
    try (JarFile jar = new JarFile(prefix + ".jar")) {
      Attributes manifest = jar.getManifest().getMainAttributes();
      if (jar.getEntry("module-info.class") == null
          && manifest.getValue("Automatic-Module-Name") == null) {
        wrong(jar.getName() + " has no module name");
      }
      requireEntry(jar, "META-INF/LICENSE");
    }
    try (JarFile jar = new JarFile(prefix + "-sources.jar")) {
      if (jar.stream().noneMatch(entry -> entry.getName().endsWith(".java"))) {
        wrong(jar.getName() + " has no sources");
      }
    }
    try (JarFile jar = new JarFile(prefix + "-javadoc.jar")) {
      requireEntry(jar, "index.html");
    }
  }

  private void requireEntry(JarFile jar, String entry) {
    if (jar.getEntry(entry) == null) {
      wrong(jar.getName() + " has no " + entry);
    }
  }

  private void checkSums(Path file) throws IOException, GeneralSecurityException {
    for (String algorithm : CHECKSUMS) {
      Path sum = file.resolveSibling(name(file) + "." + algorithm);
      if (!Files.exists(sum)) {
        wrong(name(sum) + " is missing");
        continue;
      }
      MessageDigest digest = MessageDigest.getInstance(algorithm.replace("sha1", "sha-1"));
      String actual = HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
      if (!Files.readString(sum).strip().equals(actual)) {
        wrong(name(sum) + " is not the checksum of " + name(file));
      }
    }
  }

  private void checkSignature(Path file) throws IOException, InterruptedException {
    Path signature = file.resolveSibling(name(file) + ".asc");
    if (!Files.exists(signature)) {
      wrong(name(signature) + " is missing");
      return;
    }
    Process gpg =
        new ProcessBuilder(
                "gpg", "--batch", "--quiet", "--verify", signature.toString(), file.toString())
            .redirectErrorStream(true)
            .start();
    String said;
    try (InputStream output = gpg.getInputStream()) {
      said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
    }
    if (gpg.waitFor() == 0) {
      signatures++;
    } else {
      wrong(name(signature) + " is not good: " + said.strip().replace("\n", " "));
    }
  }

  /** Every component has a licence, and one that is not the GPL. */
  private void checkLicences(String artifact, Element sbom) {
    for (Element component : children(child(sbom, "components"), "component")) {
      String id = text(component, "group") + ":" + text(component, "name");
      if (text(component, "group").equals("dev.baton")) {
        continue;
      }
      components.add(id);
      List<String> licences = new ArrayList<>();
      Element list = child(component, "licenses");
      for (Element licence : children(list, "license")) {
        licences.add(text(licence, "id") + text(licence, "name"));
      }
      for (Element expression : children(list, "expression")) {
        licences.addAll(List.of(expression.getTextContent().split(" OR ")));
      }
      if (licences.stream().allMatch(licence -> GPL.matcher(licence).find())) {
        wrong(id + ", which " + artifact + " needs, is licensed by " + licences + " alone");
      }
    }
  }

  private static Document xml(Path file) throws Exception {
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
  }

  /** The first child of that name; null if there is none. */
  private static Element child(Element parent, String name) {
    List<Element> children = children(parent, name);
    return children.isEmpty() ? null : children.get(0);
  }

  private static List<Element> children(Element parent, String name) {
    List<Element> children = new ArrayList<>();
    Node node = parent == null ? null : parent.getFirstChild();
    for (; node != null; node = node.getNextSibling()) {
      if (node instanceof Element && node.getNodeName().equals(name)) {
        children.add((Element) node);
      }
    }
    return children;
  }

  /** The text of a child; empty if there is none. */
  private static String text(Element parent, String name) {
    Element child = child(parent, name);
    return child == null ? "" : child.getTextContent().strip();
  }
}
