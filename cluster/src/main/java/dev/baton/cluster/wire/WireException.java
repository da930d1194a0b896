package dev.baton.cluster.wire;

import org.jspecify.annotations.Nullable;

/** The bytes are no value of the expected type; the message says why, in one sentence. */
public final class WireException extends Exception {

  private static final long serialVersionUID = 1;

  WireException(@Nullable String sentence) {
    super(sentence);
  }
}
