package dev.baton.cluster.net;

import java.util.Collection;
import java.util.List;

/**
 * Which names may join besides those of the voters.
 *
 * @param patterns names, or beginnings of names followed by a star; if there are none, all may join
 */
public record AdmittedNames(List<String> patterns) {

  public static final AdmittedNames ALL = new AdmittedNames(List.of());

  public AdmittedNames {
    patterns = List.copyOf(patterns);
  }

  public boolean admit(String name, Collection<String> voters) {
    return patterns.isEmpty()
        || voters.contains(name)
        || patterns.stream().anyMatch(each -> fits(each, name));
  }

  private static boolean fits(String pattern, String name) {
    return pattern.endsWith("*")
        ? name.startsWith(pattern.substring(0, pattern.length() - 1))
        : name.equals(pattern);
  }

  @Override
  public String toString() {
    return String.join(", ", patterns);
  }
}
