package dev.baton.algorithms;

/** How an algorithm finds who may enter. */
public enum Family {
  PERMISSION("permission"),
  QUORUM("quorum"),
  COORDINATOR("coordinator"),
  TOKEN_BROADCAST("token, broadcast"),
  TOKEN_TREE("token, tree"),
  TOKEN_DYNAMIC_TREE("token, dynamic tree"),
  TOKEN_RING("token, ring"),
  TOKEN_ARRAY("token, array"),
  TOKEN_QUORUM("token, quorum"),
  TOKEN_ARBITER("token, arbiter"),
  TOKEN_GROUPS("token, groups"),
  TOKEN_CLUSTERS("token, clusters"),
  TOKEN_LEADER("token, leader"),
  TOKEN_DYNAMIC_GRAPH("token, dynamic graph");

  private final String text;

  Family(String text) {
    this.text = text;
  }

  /** In words; what comes before a comma is the same for related families. */
  public String text() {
    return text;
  }

  /** Whether whoever may enter has got something that there is only once, or k times. */
  public boolean hasToken() {
    return text.startsWith("token");
  }
}
