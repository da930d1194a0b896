package dev.baton.lab.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether the stays at one permit excluded each other, and whether their fences grew.
 *
 * @param overlaps entries while an earlier stay had not ended
 * @param inversions entries whose fence is not larger than all before
 */
public record Exclusion(List<Clash> overlaps, List<Clash> inversions) {

  /** Two stays that do not go together. */
  public record Clash(Stay earlier, Stay later) {}

  /** Judges stays in the order of their entries. */
  public static Exclusion of(List<Stay> inOrder) {
    List<Clash> overlaps = new ArrayList<>();
    List<Clash> inversions = new ArrayList<>();
    Stay longest = null;
    Stay highest = null;
    for (Stay stay : inOrder) {
      if (longest != null && stay.entered() < longest.end()) {
        overlaps.add(new Clash(longest, stay));
      }
      if (highest != null && stay.fence() <= highest.fence()) {
        inversions.add(new Clash(highest, stay));
      }
      longest = longest == null || stay.end() > longest.end() ? stay : longest;
      highest = highest == null || stay.fence() > highest.fence() ? stay : highest;
    }
    return new Exclusion(overlaps, inversions);
  }
}
