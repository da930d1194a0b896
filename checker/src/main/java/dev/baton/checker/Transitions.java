package dev.baton.checker;

import dev.baton.core.Hash;

/** The transitions met so far: finds the one that an event makes in a local state. */
final class Transitions {

  static final int ABSENT = -1;

  /** Numbers of transitions, plus one, by open addressing. The rest is in the tables. */
  private int[] slots = new int[1 << 12];

  private int size;

  int get(Tables tables, int local, int code) {
    int mask = slots.length - 1;
    int slot = home(local, code) & mask;
    while (slots[slot] != 0 && !tables.is(slots[slot] - 1, local, code)) {
      slot = slot + 1 & mask;
    }
    return slots[slot] - 1;
  }

  /** Adds a transition that is absent. */
  void add(Tables tables, int transition) {
    if (++size > slots.length / 2) {
      int[] old = slots;
      slots = new int[2 * old.length];
      for (int slot : old) {
        if (slot != 0) {
          put(tables, slot - 1);
        }
      }
    }
    put(tables, transition);
  }

  private void put(Tables tables, int transition) {
    int mask = slots.length - 1;
    int slot = home(tables.local(transition), tables.code(transition)) & mask;
    while (slots[slot] != 0) {
      slot = slot + 1 & mask;
    }
    slots[slot] = transition + 1;
  }

  private static int home(int local, int code) {
    return (int) Hash.mix((long) local << Integer.SIZE | code & 0xFFFFFFFFL);
  }

  long bytes() {
    return 4L * slots.length;
  }
}
