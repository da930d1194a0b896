package dev.baton.lab.campaign;

import dev.baton.cluster.UnsafeJoin;
import java.io.IOException;

/** A {@link CampaignWorker} without leases and fences. */
public final class UnsafeCampaignWorker {

  private UnsafeCampaignWorker() {}

  public static void main(String[] args) throws IOException {
    CampaignWorker.run(args, UnsafeJoin::join);
  }
}
