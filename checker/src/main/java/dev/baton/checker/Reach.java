package dev.baton.checker;

/**
 * Who can hear whom: the part of a vector that says so, and the events by which it changes. With
 * {@link FullReach} everyone always hears everyone, with {@link NeighbourhoodReach} nodes roam
 * between neighbourhoods, and with {@link LinkReach} links change.
 */
sealed interface Reach permits FullReach, NeighbourhoodReach, LinkReach {

  /** Takes in events. */
  interface Events {
    void add(int node, int code);
  }

  /**
   * The one that a check needs.
   *
   * @param at where in a vector it begins
   */
  static Reach of(Check check, Locals locals, int at) {
    if (check.linkChanges() > 0) {
      return new LinkReach(check, locals.n, at);
    }
    return check.setup().isRoaming()
        ? new NeighbourhoodReach(check, locals, at)
        : new FullReach(at);
  }

  /** Where in a vector it ends, and the envelopes begin. */
  int end();

  /** Writes the initial state. */
  void start(int[] vector);

  /** Whether one end of a link has been told of a change and the other has not. */
  boolean isChanging(int[] vector);

  /** The moves that a node can make. */
  void listMoves(Tables tables, int[] vector, int node, Events events);

  /** The changes of links that can happen. */
  void listChanges(Tables tables, int[] vector, int length, Events events);

  /**
   * Notes in the vector that an event has happened to a node; returns the length that the vector
   * has then.
   */
  int apply(Tables tables, int[] vector, int length, int node, int code);

  /**
   * Whether what is sent on a channel reaches its recipient.
   *
   * @param sender the local state in which the sender sends it
   */
  boolean reaches(Tables tables, int[] vector, int sender, int channel);

  /** Notes what follows from the messages that are under way after an event. */
  void settle(Tables tables, int[] vector, int length);

  /** Whether an event may lose messages that are under way. */
  boolean losesMessages();
}
