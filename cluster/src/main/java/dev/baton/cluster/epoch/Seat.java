package dev.baton.cluster.epoch;

import dev.baton.core.Hash;

/**
 * A place in the membership.
 *
 * @param name the member's name; of a further seat of the member, with a number behind it
 * @param incarnation how often the name has come back; 0 stands for any
 * @param start a number that no other process of this name has: an incarnation belongs to the
 *     process that asked for it, also when a restarted one guesses the same number
 */
public record Seat(String name, int incarnation, long start) {

  /** Stands between a member's name and the number of one of its further seats. */
  public static final char FURTHER = '~';

  /** The member that a seat of this name belongs to. */
  public static String memberOf(String name) {
    int end = name.indexOf(FURTHER);
    return end < 0 ? name : name.substring(0, end);
  }

  /** Its member's name. */
  String member() {
    return memberOf(name);
  }

  /** The same process as another incarnation. */
  Seat withIncarnation(int number) {
    return new Seat(name, number, start);
  }

  /** The same process as an incarnation that is not used up. */
  Seat above(int floor) {
    return incarnation > floor ? this : withIncarnation(floor + 1);
  }

  /** The same on every machine. */
  long hash() {
    return Hash.fold(Hash.fold(Hash.of(name), incarnation), start);
  }

  @Override
  public String toString() {
    return name + "/" + incarnation;
  }
}
