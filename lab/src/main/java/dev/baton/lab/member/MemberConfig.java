package dev.baton.lab.member;

import dev.baton.cluster.Baton;
import dev.baton.cluster.BatonBuilder;
import dev.baton.cluster.net.AdmittedNames;
import dev.baton.cluster.net.Keys;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;

/** The settings of a member, from a file of Java properties. Each mistake is one sentence. */
public final class MemberConfig {

  private static final String CHOICE = "algorithm.";

  private static final List<String> KEYS =
      List.of(
          "cluster",
          "member",
          "zone",
          "bind",
          "consensusPort",
          "peers",
          "voters",
          "members",
          "state",
          "insecure",
          "tls.keyStore",
          "tls.trustStore",
          "tls.password",
          "joinPatience",
          "firstStartPatience",
          "lease",
          "algorithm",
          "handOvers",
          "permitsPerMember");

  private final Path file;

  /** In the order of the file: of the algorithms by name the first that fits wins. */
  private final Map<String, String> settings = new LinkedHashMap<>();

  private MemberConfig(Path file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException with one sentence that names the key
   */
  public static MemberConfig read(Path file) {
    MemberConfig config = new MemberConfig(file);
    try (Reader in = Files.newBufferedReader(file)) {
      config.new Lines().load(in);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("There is no configuration " + file + ".", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "The configuration " + file + " cannot be read: " + e + ".", e);
    }
    for (String key : List.of("cluster", "member", "bind", "peers", "voters")) {
      if (!config.settings.containsKey(key)) {
        throw config.mistake("'" + key + "' is missing: write " + key + " = " + example(key));
      }
    }
    config.checkVoters();
    config.checkMembers();
    return config;
  }

  /** Hands on each line as it is read; {@link Properties} itself forgets order and doubles. */
  private final class Lines extends Properties {
    private static final long serialVersionUID = 1;

    @Override
    public synchronized Object put(Object key, Object value) {
      add((String) key, ((String) value).strip());
      return null;
    }
  }

  private void add(String key, String value) {
    if (!KEYS.contains(key) && !(key.startsWith(CHOICE) && key.length() > CHOICE.length())) {
      throw mistake(
          "there is no setting '" + key + "': the settings are " + String.join(", ", KEYS));
    }
    if (value.isEmpty()) {
      throw mistake("'" + key + "' has no value: write " + key + " = " + example(key));
    }
    if (settings.put(key, value) != null) {
      throw mistake("'" + key + "' is given twice");
    }
  }

  private static String example(String key) {
    return switch (key) {
      case "cluster" -> "orders";
      case "member" -> "app-1";
      case "zone" -> "eu-west";
      case "bind" -> "127.0.0.1:7800";
      case "consensusPort" -> "7801";
      case "peers" -> "127.0.0.1:7800, 127.0.0.1:7810, 127.0.0.1:7820";
      case "voters" -> "app-1, app-2, app-3";
      case "members" -> "app-*";
      case "state" -> "var/app-1";
      case "insecure" -> "true";
      case "tls.keyStore" -> "app-1.p12";
      case "tls.trustStore" -> "trust.p12";
      case "joinPatience" -> "60s";
      case "firstStartPatience" -> "5s";
      case "lease" -> "3s";
      case "handOvers" -> "16";
      case "permitsPerMember" -> "8";
      case "tls.password" -> "the password of both stores";
      default -> "naimi-trehel";
    };
  }

  public String cluster() {
    return settings.get("cluster");
  }

  public String member() {
    return settings.get("member");
  }

  /**
   * What to join with.
   *
   * @throws IllegalArgumentException with one sentence that names the key
   */
  public BatonBuilder builder() {
    BatonBuilder builder = Baton.builder();
    use("cluster", builder::cluster);
    use("member", builder::member);
    use("zone", builder::zone);
    use(
        "bind",
        value -> {
          int colon = value.lastIndexOf(':');
          if (colon < 1) {
            throw new IllegalArgumentException("'" + value + "' is not HOST:PORT.");
          }
          builder.bind(value.substring(0, colon), number(value.substring(colon + 1)));
        });
    use("consensusPort", value -> builder.consensusPort(number(value)));
    use("peers", value -> builder.peers(list(value)));
    use("voters", value -> builder.voters(list(value)));
    use("members", value -> builder.members(list(value)));
    use("state", value -> builder.stateDirectory(path(value)));
    use("joinPatience", value -> builder.joinPatience(Durations.parse(value)));
    use("firstStartPatience", value -> builder.firstStartPatience(Durations.parse(value)));
    use("lease", value -> builder.lease(Durations.parse(value)));
    use("algorithm", builder::algorithm);
    use("handOvers", value -> builder.handOvers(number(value)));
    use("permitsPerMember", value -> builder.permitsPerMember(number(value)));
    settings.keySet().stream()
        .filter(key -> key.startsWith(CHOICE))
        .forEach(
            key -> use(key, value -> builder.algorithm(key.substring(CHOICE.length()), value)));
    secure(builder);
    return builder;
  }

  private void checkVoters() {
    List<String> voters = List.of(list(settings.get("voters")));
    if (voters.size() % 2 == 0 || voters.size() > 7) {
      throw mistake("'voters' names " + voters.size() + " members: write 1, 3, 5 or 7");
    }
    if (voters.contains(member()) && !settings.containsKey("state")) {
      throw mistake(
          "'state' is missing: "
              + member()
              + " is a voter, and needs a directory: write state = var/"
              + member());
    }
  }

  private void checkMembers() {
    if (settings.containsKey("members")) {
      AdmittedNames admitted = new AdmittedNames(List.of(list(settings.get("members"))));
      if (!admitted.admit(member(), List.of(list(settings.get("voters"))))) {
        throw mistake("'members' does not admit " + member() + " itself: add it");
      }
    }
  }

  private void secure(BatonBuilder builder) {
    boolean isInsecure = settings.containsKey("insecure");
    if (isInsecure && !settings.get("insecure").equals("true")) {
      throw mistake("'insecure' can only be true: leave it out and name tls.keyStore instead");
    }
    List<String> tls = List.of("tls.keyStore", "tls.trustStore", "tls.password");
    long given = tls.stream().filter(settings::containsKey).count();
    if (isInsecure ? given > 0 : given < tls.size()) {
      throw mistake(
          "write either insecure = true, or all of tls.keyStore, tls.trustStore and tls.password");
    }
    if (isInsecure) {
      builder.insecure();
    } else {
      Path keyStore = path(settings.get("tls.keyStore"));
      char[] password = settings.get("tls.password").toCharArray();
      String objection;
      try {
        builder.tls(keyStore, path(settings.get("tls.trustStore")), password);
        objection = Keys.owner(keyStore, password).objection(cluster(), member());
      } catch (IllegalArgumentException e) {
        throw mistake("tls.keyStore, tls.trustStore or tls.password: " + e.getMessage());
      }
      if (objection != null) {
        throw mistake(
            "'tls.keyStore' is not for member '"
                + member()
                + "' of cluster '"
                + cluster()
                + "': "
                + objection);
      }
    }
  }

  private void use(String key, Consumer<String> setting) {
    String value = settings.get(key);
    if (value != null) {
      try {
        setting.accept(value);
      } catch (IllegalArgumentException e) {
        throw mistake("'" + key + "': " + e.getMessage());
      }
    }
  }

  /** A file or directory, next to the configuration unless it begins with a slash. */
  private Path path(String value) {
    return file.toAbsolutePath().resolveSibling(value);
  }

  private static int number(String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + value + "' is not a whole number.", e);
    }
  }

  private static String[] list(String value) {
    return Arrays.stream(value.split(",")).map(String::strip).toArray(String[]::new);
  }

  private IllegalArgumentException mistake(String sentence) {
    boolean isComplete = sentence.endsWith(".") || sentence.endsWith("?");
    return new IllegalArgumentException(file + ": " + sentence + (isComplete ? "" : "."));
  }
}
