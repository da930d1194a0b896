package dev.baton.algorithms;

/** What sets an algorithm apart, besides its cost and the structure that it uses. */
public enum Trait {
  /** Needs channels that keep the order of messages. */
  NEEDS_FIFO,

  /** Has k permits: up to k nodes may be inside at once. */
  K_PERMITS,

  /** No node can say of a permit that it is unused: permits have no names, or lie nowhere. */
  UNKNOWN_PERMITS,

  /** A request can be bound to the permit of one holder, and wait although another is unused. */
  BOUND_REQUESTS,

  /** Divides the nodes into groups. */
  GROUPS,

  /** Nodes may join and leave neighbourhoods, and there are permits in each of them. */
  ROAMS,

  /** Talks over links that come up and go down. */
  LINKED,

  /** Sends messages forever, even while nobody wants to enter. */
  PERPETUAL,

  /** One more node serves the others, and asks for nothing itself. */
  HAS_COORDINATOR,

  /**
   * With unlimited requests, few enough states remain for a search when only differences of logical
   * clocks count.
   */
  UNBOUNDED
}
