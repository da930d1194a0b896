package dev.baton.cluster;

/** A live member of the cluster already has this name. */
public final class DuplicateMemberException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  DuplicateMemberException(String message) {
    super(message);
  }
}
