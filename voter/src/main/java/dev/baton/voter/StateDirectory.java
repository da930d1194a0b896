package dev.baton.voter;

import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.Identity;
import dev.baton.cluster.join.Kept;
import dev.baton.cluster.join.VoterSettings;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The directory of a voter, locked against other processes: who it belongs to, which cluster it is
 * of, with which stores the group was formed, and the log.
 *
 * <p>Every failure is an {@link IllegalStateException} with one sentence.
 */
final class StateDirectory implements AutoCloseable {

  /** The file that is locked. */
  static final String LOCK = "lock";

  private static final String STORE_OF = "store.";
  private static final String ADDRESS_OF = "address.";
  private static final String ID = "cluster.id";
  private static final String FIRST = "cluster.first";
  private static final String SUSPENDED = "suspended";

  /** How long a voter that is being closed may take to end on a busy machine. */
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  /**
   * Those that voters of this process have open, and whether they are about to close them. The file
   * lock is against other processes only: the system takes it away when this process closes any of
   * its channels to the file, so there must not even be a second one.
   */
  private static final ConcurrentMap<Object, AtomicBoolean> OPEN = new ConcurrentHashMap<>();

  /** Channels to lock files of others, which must not be closed. */
  private static final Queue<FileChannel> LEFT_OPEN = new ConcurrentLinkedQueue<>();

  private final Path directory;
  private final Path identity;

  /**
   * What it is called in {@link #OPEN}: the key of its file, or its path where there are no keys.
   * Another directory may take the place of one that was moved away.
   */
  private final Object place;

  private final FileChannel channel;
  private final AtomicBoolean ends = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Not changed, but replaced when what it says is on the disk. */
  private volatile Properties entries = new Properties();

  /** Opens the directory, or makes it and gives the voter a store that no other has. */
  StateDirectory(VoterSettings settings, Path log) {
    directory = settings.directory();
    identity = identity(directory);
    place = claim(directory, ends);
    channel = lock(directory, place);
    try {
      Properties expected = expected(settings);
      if (Files.exists(identity)) {
        entries = read(identity);
        check(expected);
        entries.setProperty("algorithms", expected.getProperty("algorithms"));
        if (entries.containsKey("started") && !Files.exists(log)) {
          throw new IllegalStateException(
              "The log "
                  + log
                  + " of voter "
                  + settings.voter()
                  + " is gone: give the voter back its whole state directory.");
        }
      } else {
        expected.setProperty("store", UUID.randomUUID().toString());
        save(expected);
        entries = expected;
      }
    } catch (IOException e) {
      close();
      throw unusable(directory, e);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private static Path identity(Path directory) {
    return directory.resolve("voter.properties");
  }

  private static Properties read(Path file) throws IOException {
    Properties entries = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      entries.load(in);
    }
    return entries;
  }

  /** What a directory says that is not open, and perhaps not there. */
  static Kept kept(Path directory) {
    Path file = identity(directory);
    try {
      if (!Files.exists(file)) {
        return Kept.NOTHING;
      }
      Properties entries = read(file);
      boolean hasBegun =
          entries.keySet().stream().anyMatch(it -> ((String) it).startsWith(STORE_OF));
      return new Kept(
          entries.getProperty("voter"),
          hasBegun,
          identity(entries),
          entries.getProperty(SUSPENDED));
    } catch (IOException | NumberFormatException e) {
      throw unusable(directory, e);
    }
  }

  private static Identity identity(Properties entries) {
    String id = entries.getProperty(ID);
    return id == null ? null : new Identity(id, Long.parseLong(entries.getProperty(FIRST)));
  }

  /** Makes it, and keeps other voters of this process out. */
  private static Object claim(Path directory, AtomicBoolean ends) {
    Object place;
    try {
      OwnerOnly.directory(directory);
      Object key = Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
      place = key != null ? key : directory.toRealPath();
    } catch (IOException e) {
      throw unusable(directory, e);
    }
    long start = System.nanoTime();
    for (AtomicBoolean other; (other = OPEN.putIfAbsent(place, ends)) != null; ) {
      if (!other.get() || System.nanoTime() - start > PATIENCE_NANOS) {
        throw inUse(directory);
      }
      LockSupport.parkNanos(10_000_000);
    }
    return place;
  }

  /** Keeps other processes out. */
  private static FileChannel lock(Path directory, Object place) {
    FileChannel channel = null;
    try {
      Path file = directory.resolve(LOCK);
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      OwnerOnly.file(file);
      if (channel.tryLock() == null) {
        throw inUse(directory);
      }
      return channel;
    } catch (IOException e) {
      release(channel, place, directory);
      throw unusable(directory, e);
    } catch (OverlappingFileLockException e) {
      // By a copy of this class that another class loader has made. The channel stays open: to
      // close one on this file would end the lock of the other copy.
      LEFT_OPEN.add(channel);
      release(null, place, directory);
      throw inUse(directory);
    } catch (RuntimeException | Error e) {
      release(channel, place, directory);
      throw e;
    }
  }

  /**
   * @param channel null if none was opened
   */
  private static void release(FileChannel channel, Object place, Path directory) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      throw unusable(directory, e);
    } finally {
      OPEN.remove(place);
    }
  }

  private static IllegalStateException inUse(Path directory) {
    return new IllegalStateException(
        "The state directory "
            + directory
            + " is in use by another voter: give every voter a directory of its own.");
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
    expected.setProperty("algorithms", algorithms(settings.genesis().choices()));
    expected.setProperty("address", Roster.text(settings.address()));
    return expected;
  }

  private static String algorithms(List<Choice> choices) {
    return choices.stream()
        .map(choice -> choice.pattern() + " = " + choice.algorithm())
        .collect(Collectors.joining(", "));
  }

  private void check(Properties expected) {
    for (String key : List.of("cluster", "voter")) {
      check(key, expected);
    }
    if (!expected.getProperty("genesis").equals(entries.getProperty("genesis"))) {
      throw new IllegalStateException(
          "Voters or algorithms have changed since the state directory "
              + directory
              + " was made: "
              + changes(expected)
              + ". Give the voter its former settings, or a new directory.");
    }
    check("address", expected);
    if (store() == null) {
      throw new IllegalStateException(identity + " is damaged: it names no store.");
    }
  }

  private void check(String key, Properties expected) {
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

  /** What the first record of the chain was made of, as far as it differs. */
  private String changes(Properties expected) {
    String changes =
        Stream.of("voters", "algorithms")
            .filter(key -> !expected.getProperty(key).equals(entries.getProperty(key)))
            .map(
                key ->
                    key
                        + " were "
                        + entries.getProperty(key, "not written down")
                        + ", and are now "
                        + expected.getProperty(key))
            .collect(Collectors.joining("; "));
    return changes.isEmpty() ? "their order differs" : changes;
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

  /** Which cluster this voter is of; null if it has not heard yet. */
  Identity identity() {
    return identity(entries);
  }

  /** Writes down which cluster this voter is of, for good. */
  void identify(Identity cluster) {
    Identity known = identity();
    if (known == null) {
      change(Map.of(ID, cluster.id(), FIRST, Long.toString(cluster.first())));
    } else if (!known.equals(cluster)) {
      throw new IllegalStateException(
          "The state directory "
              + directory
              + " is of the cluster with the id "
              + known.id()
              + ", and its log of the one with the id "
              + cluster.id()
              + ": give the voter back its whole state directory.");
    }
  }

  /** Writes down that the cluster gave way to another: until the directory is removed. */
  void suspend(String why) {
    change(Map.of(SUSPENDED, why));
  }

  /** From now on this voter belongs to this group. */
  void enlist(Roster roster) {
    if (!roster.equals(roster())) {
      Map<String, String> voters = new HashMap<>();
      roster
          .voters()
          .forEach(
              (voter, listed) -> {
                voters.put(STORE_OF + voter, listed.store());
                voters.put(ADDRESS_OF + voter, listed.address());
              });
      change(voters);
    }
  }

  /** From now on there is a log, which must not get lost. */
  void started() {
    if (!entries.containsKey("started")) {
      change(Map.of("started", "true"));
    }
  }

  /** What fails half way, as for want of memory, may be done once more. */
  private void change(Map<String, String> changes) {
    Properties changed = new Properties();
    changed.putAll(entries);
    changed.putAll(changes);
    try {
      save(changed);
    } catch (IOException e) {
      throw unusable(directory, e);
    }
    entries = changed;
  }

  private void save(Properties changed) throws IOException {
    StringWriter text = new StringWriter();
    changed.store(text, "Who this directory belongs to. Do not edit, copy or remove.");
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

  /** It will be closed soon: the next voter of this process waits for that. */
  void ends() {
    ends.set(true);
  }

  /** Has no effect the second time: the directory may be another's by then. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      release(channel, place, directory);
    }
  }
}
