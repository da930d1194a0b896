package dev.baton.examples;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.file.Path;

/**
 * A resource that refuses old fences: who was paused for longer than its lease, and does not know
 * it yet, changes nothing. To compare and to write is one step, as in a database {@code UPDATE …
 * WHERE fence <= ?}; here the file system sees to that.
 */
final class Numbers {

  private final Path path;

  Numbers(Path path) {
    this.path = path;
  }

  /** The next number, for the holder of this fence. */
  long next(long fence) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        FileLock step = file.getChannel().lock()) {
      assert step.isValid();
      boolean isNew = file.length() == 0;
      long highest = isNew ? 0 : file.readLong();
      long number = isNew ? 1 : file.readLong() + 1;
      if (fence < highest) {
        throw new IllegalStateException("fence " + fence + " is old: " + highest + " was here");
      }
      file.seek(0);
      file.writeLong(fence);
      file.writeLong(number);
      return number;
    }
  }

  /** The last number that was given, 0 if there is none yet. */
  long last() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        FileLock step = file.getChannel().lock()) {
      assert step.isValid();
      if (file.length() == 0) {
        return 0;
      }
      file.seek(Long.BYTES);
      return file.readLong();
    }
  }
}
