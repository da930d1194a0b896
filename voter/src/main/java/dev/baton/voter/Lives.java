package dev.baton.voter;

import dev.baton.cluster.epoch.Former;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes that have used a voter's directory: the numbers in their seats, each written before
 * its process asked to join. A voter that restarts need not let others wait for the lease of the
 * process that it was, if that is certain to have ended.
 *
 * <p>It is certain if the number was written to this very directory since this machine was switched
 * on, because the process of then had the lock that the process of now has got. In a copy, on
 * another machine, after a restart of the machine and where that cannot be told, it is not.
 *
 * <p>Used by whoever has the lock on the directory.
 */
final class Lives {

  private static final Logger LOG = LoggerFactory.getLogger(Lives.class);

  /** So many are kept. */
  private static final int MOST = 256;

  private final Path directory;
  private final Executor writer;
  private final Path file;

  /** Where and since when this is; null if that cannot be told. */
  private final String place;

  private final List<String> lines = new ArrayList<>();
  private final List<Former> formers = new ArrayList<>();

  /**
   * @param writer writes lines into the log, and holds nobody up
   */
  Lives(Path directory, Executor writer) {
    this(directory, place(directory, Path.of("/proc/sys/kernel/random/boot_id")), writer);
  }

  Lives(Path directory, String place, Executor writer) {
    this.directory = directory;
    this.place = place;
    this.writer = writer;
    file = directory.resolve("lives");
    try {
      lines.addAll(Files.readAllLines(file));
    } catch (NoSuchFileException e) {
      // The first process, or one after a build that wrote none.
    } catch (IOException e) {
      writer.execute(
          () ->
              LOG.warn(
                  "{} cannot be read ({}): others wait for leases that have ended.",
                  file,
                  e.toString()));
    }
    lines.forEach(this::read);
  }

  /**
   * The run of the machine, the directory and the file in it that is locked, or null. While a
   * process has that file open, no other can have its key, as a directory can that was put in the
   * place of another.
   */
  static String place(Path directory, Path bootId) {
    try {
      Object key = key(directory);
      Object lock = key(directory.resolve(StateDirectory.LOCK));
      return key == null || lock == null
          ? null
          : Files.readString(bootId).strip() + " " + key + " " + lock;
    } catch (IOException e) {
      return null;
    }
  }

  private static Object key(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  private void read(String line) {
    int end = line.indexOf(' ');
    try {
      long start = Long.parseUnsignedLong(line.substring(0, Math.max(0, end)), 16);
      formers.add(new Former(start, true, line.substring(end + 1).equals(place)));
    } catch (NumberFormatException e) {
      // Cut off by a crash, or not ours: as if it were not there.
    }
  }

  /** Those before this process. */
  List<Former> formers() {
    return List.copyOf(formers);
  }

  /** This process is about to ask to join. What cannot be written is not remembered. */
  synchronized void remember(long start) {
    if (place == null) {
      return;
    }
    lines.add(Long.toHexString(start) + " " + place);
    if (lines.size() > MOST) {
      lines.removeFirst();
    }
    try {
      save();
    } catch (IOException e) {
      writer.execute(() -> LOG.warn("{} cannot be written ({}).", file, e.toString()));
    }
  }

  private void save() throws IOException {
    Path unfinished = directory.resolve("lives.tmp");
    try (FileChannel out =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      OwnerOnly.file(unfinished);
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(String.join("\n", lines) + "\n");
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel folder = FileChannel.open(directory, StandardOpenOption.READ)) {
      folder.force(true);
    }
  }
}
