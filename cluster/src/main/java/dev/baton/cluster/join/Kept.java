package dev.baton.cluster.join;

import dev.baton.cluster.epoch.Identity;
import org.jspecify.annotations.Nullable;

/**
 * What a voter's directory says before the voter is opened.
 *
 * @param voter whose directory it is; null if there is none yet
 * @param hasBegun whether the voter belongs to a group: then this is no first start
 * @param identity of its cluster; null if the directory names none
 * @param suspension why the cluster gave way to another, in a sentence; null if it did not
 */
public record Kept(
    @Nullable String voter,
    boolean hasBegun,
    @Nullable Identity identity,
    @Nullable String suspension) {

  /** There is no directory yet. */
  public static final Kept NOTHING = new Kept(null, false, null, null);
}
