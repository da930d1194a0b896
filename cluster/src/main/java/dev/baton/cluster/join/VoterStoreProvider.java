package dev.baton.cluster.join;

import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/**
 * Opens the store of a voter: what the module {@code baton-voter} adds to a member. Members that do
 * not vote have no use for it, nor for the consensus engine it brings along.
 */
public interface VoterStoreProvider {

  /**
   * Starts this voter; does not wait for others.
   *
   * @param refused told the reason of each call or handshake of another process that is refused,
   *     one of a few; on any thread
   * @throws IllegalStateException with one sentence, if the directory or the address cannot be used
   */
  VoterStore open(VoterSettings settings, Consumer<String> refused);

  /**
   * Looks into a voter's directory, which may not be there, without opening the voter.
   *
   * @throws IllegalStateException with one sentence, if it cannot be read
   */
  Kept kept(Path directory);

  /** The one on the class path, if there is one. */
  static Optional<VoterStoreProvider> find() {
    // Not by the loader of the thread: threads of a common pool have that of the system.
    ClassLoader beside = VoterStoreProvider.class.getClassLoader();
    return ServiceLoader.load(VoterStoreProvider.class, beside).findFirst();
  }
}
