package dev.baton.lab.campaign;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which faults may happen, and how.
 *
 * @param forms those of which only one form may happen, as in {@code cut:everybody}
 * @param each how long each of them lasts; null if that is drawn
 */
public record FaultChoice(Set<FaultKind> kinds, Map<FaultKind, String> forms, Duration each) {

  public FaultChoice {
    kinds = Collections.unmodifiableSet(kinds);
    forms = Collections.unmodifiableMap(forms);
  }

  /** These, in every form. */
  public static FaultChoice of(FaultKind... kinds) {
    Set<FaultKind> all = EnumSet.noneOf(FaultKind.class);
    all.addAll(Arrays.asList(kinds));
    return new FaultChoice(all, Map.of(), null);
  }

  /**
   * Reads a list of kinds, groups, and kinds in one form.
   *
   * @param each null if that is to be drawn
   * @throws IllegalArgumentException with one sentence, if there is no such thing
   */
  public static FaultChoice parse(List<String> words, Duration each) {
    Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
    Map<FaultKind, String> forms = new EnumMap<>(FaultKind.class);
    for (String word : words) {
      int colon = word.indexOf(':');
      Set<FaultKind> named = FaultKind.named(colon < 0 ? word : word.substring(0, colon));
      kinds.addAll(named);
      if (colon >= 0) {
        String form = word.substring(colon + 1);
        named.forEach(kind -> forms.put(kind, kind.checkForm(form)));
      }
    }
    return new FaultChoice(kinds, forms, each);
  }

  /**
   * Checks that members which are named are among those that there are.
   *
   * @throws IllegalArgumentException with one sentence, if one is not
   */
  public void check(int members) {
    String link = form(FaultKind.LINK);
    if (!link.isEmpty() && FaultPlan.ends(link).stream().anyMatch(end -> end > members)) {
      throw new IllegalArgumentException(
          "There is no link:" + link + ": the members are 1 to " + members + ".");
    }
  }

  /** The form in which it may happen alone; empty if in any. */
  String form(FaultKind kind) {
    return forms.getOrDefault(kind, "");
  }

  /** As it is written on the command line. */
  public List<String> words() {
    return kinds.stream()
        .map(kind -> forms.containsKey(kind) ? kind.id() + ":" + forms.get(kind) : kind.id())
        .toList();
  }
}
