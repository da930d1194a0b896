package dev.baton.lab.demo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The file that the lock guards: for each permit a line with a counter and the fence of who wrote
 * it. To add 1 is to read and then to write, so that two at once lose an update.
 */
final class GuardedFile implements AutoCloseable {

  static final String NAME = "counter";
  private static final String LINE = "%19d %19d\n";
  private static final int WIDTH = 40;

  private final FileChannel file;

  GuardedFile(Path directory) throws IOException {
    file =
        FileChannel.open(
            directory.resolve(NAME),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
  }

  /** Zero if nobody has written yet. */
  long read(int slot) throws IOException {
    ByteBuffer line = ByteBuffer.allocate(WIDTH);
    if (file.read(line, (long) slot * WIDTH) < WIDTH) {
      return 0;
    }
    String text = new String(line.array(), StandardCharsets.US_ASCII).strip();
    return text.isEmpty() || text.charAt(0) == 0 ? 0 : Long.parseLong(text.split(" +")[0]);
  }

  void write(int slot, long counter, long fence) throws IOException {
    byte[] line = LINE.formatted(counter, fence).getBytes(StandardCharsets.US_ASCII);
    file.write(ByteBuffer.wrap(line), (long) slot * WIDTH);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
