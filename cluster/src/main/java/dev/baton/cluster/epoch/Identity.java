package dev.baton.cluster.epoch;

/**
 * Which cluster it is, among all that have ever had its name.
 *
 * @param id random, made when the cluster forms
 * @param first the number of its first epoch
 */
public record Identity(String id, long first) {

  /** Whether of two clusters of one name that meet this one goes on, and the other gives way. */
  public boolean precedes(Identity other) {
    return first != other.first ? first < other.first : id.compareTo(other.id) < 0;
  }
}
