package dev.baton.voter;

import dev.baton.cluster.join.VoterSettings;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * The directory of a voter, locked against other processes: who it belongs to, with which stores
 * the group was formed, and the log.
 *
 * <p>Every failure is an {@link IllegalStateException} with one sentence.
 */
final class StateDirectory implements AutoCloseable {

  private static final String STORE_OF = "store.";
  private static final String ADDRESS_OF = "address.";
  private static final long PATIENCE_NANOS = 3_000_000_000L;

  private final Path directory;
  private final Path identity;
  private final FileChannel channel;
  private final Properties entries = new Properties();

  /** Opens the directory, or makes it and gives the voter a store that no other has. */
  StateDirectory(VoterSettings settings, Path log) {
    directory = settings.directory();
    identity = directory.resolve("voter.properties");
    channel = lock(directory);
    try {
      Properties expected = expected(settings);
      if (Files.exists(identity)) {
        try (Reader in = Files.newBufferedReader(identity)) {
          entries.load(in);
        }
        check(expected);
        if (entries.containsKey("started") && !Files.exists(log)) {
          throw new IllegalStateException(
              "The log "
                  + log
                  + " of voter "
                  + settings.voter()
                  + " is gone: give the voter back its whole state directory.");
        }
      } else {
        entries.putAll(expected);
        entries.setProperty("store", UUID.randomUUID().toString());
        save();
      }
    } catch (IOException e) {
      close();
      throw unusable(directory, e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private static FileChannel lock(Path directory) {
    try {
      OwnerOnly.directory(directory);
      Path file = directory.resolve("lock");
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      OwnerOnly.file(file);
      FileLock lock = lock(channel);
      if (lock == null) {
        channel.close();
        throw new IllegalStateException(
            "The state directory "
                + directory
                + " is in use by another voter: give every voter a directory of its own.");
      }
      return channel;
    } catch (IOException e) {
      throw unusable(directory, e);
    }
  }

  /** Null if it is locked, and stays so for longer than a voter of this process takes to end. */
  private static FileLock lock(FileChannel channel) throws IOException {
    long start = System.nanoTime();
    while (System.nanoTime() - start < PATIENCE_NANOS) {
      try {
        return channel.tryLock();
      } catch (OverlappingFileLockException e) {
        // By another voter of this process, perhaps one that has been closed just now.
        LockSupport.parkNanos(PATIENCE_NANOS / 100);
      }
    }
    return null;
  }

  static IllegalStateException unusable(Path directory, Throwable cause) {
    return new IllegalStateException(
        "The state directory "
            + directory
            + " cannot be used ("
            + cause
            + "): it must be writable, with space left.",
        cause);
  }

  private static Properties expected(VoterSettings settings) {
    Properties expected = new Properties();
    expected.setProperty("cluster", settings.cluster());
    expected.setProperty("genesis", Long.toHexString(settings.genesis().hash()));
    expected.setProperty("voter", settings.voter());
    expected.setProperty("voters", String.join(", ", settings.voters().keySet()));
    expected.setProperty("address", Roster.text(settings.address()));
    return expected;
  }

  private void check(Properties expected) {
    for (String key : List.of("cluster", "genesis", "voter", "voters", "address")) {
      String before = entries.getProperty(key);
      String now = expected.getProperty(key);
      if (!now.equals(before)) {
        throw new IllegalStateException(
            "The state directory "
                + directory
                + " was made for the "
                + key
                + " "
                + before
                + ", not "
                + now
                + ": give the voter its former settings, or a new directory.");
      }
    }
    if (store() == null) {
      throw new IllegalStateException(identity + " is damaged: it names no store.");
    }
  }

  /** A number that this directory has had from the start, and no other has. */
  String store() {
    return entries.getProperty("store");
  }

  /** Who is in the group, as far as this voter knows; null before it belongs to one. */
  Roster roster() {
    SortedMap<String, Roster.Listed> voters = new TreeMap<>();
    for (String key : entries.stringPropertyNames()) {
      if (key.startsWith(STORE_OF)) {
        String voter = key.substring(STORE_OF.length());
        String address = entries.getProperty(ADDRESS_OF + voter);
        voters.put(voter, new Roster.Listed(entries.getProperty(key), address));
      }
    }
    return voters.isEmpty() ? null : new Roster(voters);
  }

  /** From now on this voter belongs to this group. */
  void enlist(Roster roster) {
    if (!roster.equals(roster())) {
      roster
          .voters()
          .forEach(
              (voter, listed) -> {
                entries.setProperty(STORE_OF + voter, listed.store());
                entries.setProperty(ADDRESS_OF + voter, listed.address());
              });
      trySave();
    }
  }

  /** From now on there is a log, which must not get lost. */
  void started() {
    if (entries.setProperty("started", "true") == null) {
      trySave();
    }
  }

  private void trySave() {
    try {
      save();
    } catch (IOException e) {
      throw unusable(directory, e);
    }
  }

  private void save() throws IOException {
    StringWriter text = new StringWriter();
    entries.store(text, "Who this directory belongs to. Do not edit, copy or remove.");
    Path unfinished = directory.resolve("voter.properties.tmp");
    try (FileChannel out =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      OwnerOnly.file(unfinished);
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text.toString());
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
    Files.move(unfinished, identity, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel folder = FileChannel.open(directory, StandardOpenOption.READ)) {
      folder.force(true);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw unusable(directory, e);
    }
  }
}
