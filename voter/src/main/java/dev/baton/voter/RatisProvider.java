package dev.baton.voter;

import dev.baton.cluster.join.Kept;
import dev.baton.cluster.join.VoterSettings;
import dev.baton.cluster.join.VoterStore;
import dev.baton.cluster.join.VoterStoreProvider;
import java.nio.file.Path;
import java.util.function.Consumer;

/** How a member finds {@link RatisEpochStore}: by {@code META-INF/services}. */
public final class RatisProvider implements VoterStoreProvider {

  @Override
  public VoterStore open(VoterSettings settings, Consumer<String> refused) {
    return RatisEpochStore.open(settings, refused);
  }

  @Override
  public Kept kept(Path directory) {
    return StateDirectory.kept(directory);
  }
}
