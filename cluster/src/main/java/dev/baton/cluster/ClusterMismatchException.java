package dev.baton.cluster;

/** The cluster was started with other settings than those of the member that wants to join. */
public final class ClusterMismatchException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  ClusterMismatchException(String message) {
    super(message);
  }
}
