package dev.baton.cluster;

/** A living member of the cluster has this name already. */
public final class DuplicateMemberException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  DuplicateMemberException(String message) {
    super(message);
  }
}
