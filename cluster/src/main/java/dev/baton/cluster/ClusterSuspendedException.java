package dev.baton.cluster;

/** This member has no lease: nothing can be granted here until a majority of voters answers. */
public final class ClusterSuspendedException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  ClusterSuspendedException(String message) {
    super(message);
  }
}
