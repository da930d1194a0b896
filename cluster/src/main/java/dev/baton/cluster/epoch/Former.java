package dev.baton.cluster.epoch;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An earlier process of a voter, as its directory remembers it.
 *
 * @param start the number in its seats, which it had written to the directory before it asked to
 *     join with any of them
 * @param isLocked whether the process of now has the directory for itself, so that the earlier one
 *     has let go of it: only its end does that
 * @param isSamePlace whether it was this directory, since this machine was switched on; the lock on
 *     a copy says nothing of a process that uses the original
 */
public record Former(long start, boolean isLocked, boolean isSamePlace) {

  /** The numbers of those that have ended for certain: what they held, nobody holds. */
  public static Set<Long> ended(Collection<Former> formers, Rules rules) {
    return formers.stream()
        .filter(former -> rules.isOver(former.isLocked, former.isSamePlace))
        .map(Former::start)
        .collect(Collectors.toUnmodifiableSet());
  }
}
