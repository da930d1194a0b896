package dev.baton.cluster.epoch;

import dev.baton.cluster.epoch.EpochRecord.Holder;
import dev.baton.cluster.epoch.EpochRecord.LockState;
import java.util.List;

/**
 * How many bytes the locks may take in what is said at the end of an epoch, so that everything fits
 * into a frame. A record lists locks up to {@code record} bytes. The answer to SEAL has reports of
 * up to {@code reports} bytes and, from a voter, quarantines, which are a part of the record.
 *
 * @param inUse how many bytes members may use for locks that they hold or wait for, all together
 * @param unused how many bytes of reports may be about unused locks, of all members together
 */
public record SizeBudget(int record, int reports, int inUse, int unused) {

  /** For frames of 4 MiB; what is left is for members, their names and where they are. */
  public static final SizeBudget OF_A_FRAME = new SizeBudget(5 << 19, 5 << 18, 5 << 19, 2 << 20);

  /**
   * So many bytes the seats of all members may take. They are in the record up to four times: as
   * members, with their incarnations, and with where they are.
   */
  private static final int SEATS = 1 << 18;

  /** What a lock in use takes in a record besides names and slots, as a rule. */
  private static final int USUAL = 32;

  /** How many bytes the seats of more members may take. */
  static int roomBeside(List<Seat> members) {
    return SEATS - members.stream().mapToInt(SizeBudget::bytes).sum();
  }

  /** Whether a record can have one more seat. */
  static boolean hasRoomFor(Seat seat, List<Seat> members) {
    return members.size() < RecordCheck.MOST_SEATS && bytes(seat) <= roomBeside(members);
  }

  /** How many bytes one of so many members may use for locks that it holds or waits for. */
  int share(int members) {
    return Math.min(reports, inUse / members);
  }

  /** How many locks one member has anything to say of, at most. */
  int mostReports() {
    return reports / USUAL;
  }

  /**
   * How many bytes one of so many members may use for unused locks, if others take {@code used}.
   */
  int unused(int members, int used) {
    return Math.min(unused / members, reports - used);
  }

  /** Whether a lock that a record does not list may have found no room in it. */
  boolean mayLack(EpochRecord next, LockId id) {
    long most = names(id) + USUAL + 10L * id.permits();
    for (Seat seat : next.members()) {
      // As a holder of every permit and as a waiter.
      most += (id.permits() + 1L) * (bytes(seat) + 20);
    }
    for (LockState lock : next.locks()) {
      most += bytes(lock);
    }
    return most > record;
  }

  /** What a lock in use takes of a member's share, besides the member's own name. */
  static int use(LockId id) {
    return names(id) + id.permits() + USUAL;
  }

  /** The most that an unused lock takes in a report, a vote or a record. */
  static int mostUnused(LockId id) {
    return names(id) + USUAL + 10 * id.permits();
  }

  private static int names(LockId id) {
    String where = id.neighbourhood();
    return bytes(id.name()) + (where == null ? 0 : bytes(where));
  }

  /** As on the wire, or a little more. */
  static int bytes(LockState lock) {
    LockId id = lock.id();
    int sum = text(id.name()) + bytes(id.permits()) + 1;
    String where = id.neighbourhood();
    sum += where == null ? 0 : text(where);
    sum += bytes(lock.holders().size());
    for (Holder holder : lock.holders()) {
      sum += bytes(holder.seat()) + bytes(holder.slot()) + bytes(holder.fence());
    }
    sum += bytes(lock.waiters().size());
    for (Seat waiter : lock.waiters()) {
      sum += bytes(waiter);
    }
    sum += bytes(lock.quarantines().size());
    for (long slot : lock.quarantines()) {
      sum += bytes(slot);
    }
    return sum;
  }

  static int bytes(Seat seat) {
    return text(seat.name()) + bytes(seat.incarnation()) + bytes(seat.start());
  }

  /** With its length before it. */
  private static int text(String name) {
    int bytes = bytes(name);
    return bytes + bytes((long) bytes);
  }

  /** Of a number: the sign is its lowest bit, and a byte has seven. */
  private static int bytes(long number) {
    long bits = number << 1 ^ number >> 63;
    return (70 - Long.numberOfLeadingZeros(bits | 1)) / 7;
  }

  /** In UTF-8. */
  static int bytes(String name) {
    int sum = 0;
    for (int i = 0; i < name.length(); i++) {
      sum += ofCharacter(name.charAt(i));
    }
    return sum;
  }

  /** Each of a pair of surrogates has half of the four bytes. */
  private static int ofCharacter(char character) {
    if (character < 0x80) {
      return 1;
    }
    return character < 0x800 || Character.isSurrogate(character) ? 2 : 3;
  }
}
