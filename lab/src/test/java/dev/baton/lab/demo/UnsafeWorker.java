package dev.baton.lab.demo;

import dev.baton.cluster.UnsafeJoin;
import java.io.IOException;

/** A {@link Worker} without leases and fences. */
public final class UnsafeWorker {

  private UnsafeWorker() {}

  public static void main(String[] args) throws IOException {
    Worker.run(args, UnsafeJoin::join);
  }
}
