package dev.baton.cluster;

/** The settings of the member that wants to join differ from those of the cluster. */
public final class ClusterMismatchException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  ClusterMismatchException(String message) {
    super(message);
  }
}
