package dev.baton.lab.campaign;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The epochs of a campaign. Journals say when one began at a member and who is in it; why it began
 * is in the log alone.
 */
final class Epochs {

  /** A line of a member's log. */
  private static final Pattern LINE =
      Pattern.compile(": epoch (\\d+) after a pause of \\d+ ms: (.*?); members: ");

  /** Between two reasons; one of them has a comma of its own. */
  private static final String COMMA = ", (?!told by )";

  private record Opened(long time, long number, Set<String> members) {}

  /** Of the members that are there all the time, not of guests. */
  private final Set<String> all = new TreeSet<>();

  /** In the order of time. */
  private final List<Opened> opened;

  private final Map<Long, Set<String>> reasons;

  /**
   * @param events of the journals, in the order of time
   * @param reasons of each epoch, by its number
   */
  Epochs(int members, List<Journals.Event> events, Map<Long, Set<String>> reasons) {
    IntStream.rangeClosed(1, members).mapToObj(CampaignSettings::name).forEach(all::add);
    opened =
        events.stream()
            .filter(event -> event.text().startsWith("epoch "))
            .map(event -> opened(event.time(), event.text().split(" ")))
            .toList();
    this.reasons = reasons;
  }

  private static Opened opened(long time, String[] words) {
    return new Opened(time, Long.parseLong(words[1]), Set.of(words[2].split(",")));
  }

  /** Why each epoch began, by its number, as all logs of a directory say. */
  static Map<Long, Set<String>> reasons(Path directory) throws IOException {
    Map<Long, Set<String>> reasons = new HashMap<>();
    try (var paths = Files.newDirectoryStream(directory, "*.log")) {
      for (Path path : paths) {
        try (BufferedReader in = Files.newBufferedReader(path, StandardCharsets.ISO_8859_1)) {
          for (String line = in.readLine(); line != null; line = in.readLine()) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.find()) {
              reasons
                  .computeIfAbsent(Long.valueOf(matcher.group(1)), key -> new LinkedHashSet<>())
                  .addAll(List.of(matcher.group(2).split(COMMA)));
            }
          }
        }
      }
    }
    return reasons;
  }

  /** Those that began at some member between two moments. */
  private Stream<Opened> between(long from, long to) {
    return opened.stream().filter(epoch -> epoch.time >= from && epoch.time <= to);
  }

  int count(long from, long to) {
    return (int) between(from, to).mapToLong(Opened::number).distinct().count();
  }

  /** Each once, in the order of time. */
  List<String> reasons(long from, long to) {
    return between(from, to)
        .flatMap(epoch -> reasons.getOrDefault(epoch.number, Set.of()).stream())
        .distinct()
        .toList();
  }

  /** The most that were missing from one of them. */
  int unseated(long from, long to) {
    return between(from, to)
        .mapToInt(epoch -> (int) all.stream().filter(name -> !epoch.members.contains(name)).count())
        .max()
        .orElse(0);
  }

  /** Who was in all of them, and in the last one before. */
  Set<String> seated(long from, long to) {
    Set<String> seated = new TreeSet<>(all);
    List<Opened> before = new ArrayList<>(opened);
    before.removeIf(epoch -> epoch.time >= from);
    if (!before.isEmpty()) {
      seated.retainAll(before.getLast().members);
    }
    between(from, to).forEach(epoch -> seated.retainAll(epoch.members));
    return seated;
  }
}
