package dev.baton.lab.demo;

import dev.baton.lab.demo.Stay.Ended;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * What one process did under the lock: a file of lines, each written before the process goes on, so
 * that they are there when it is killed.
 *
 * <pre>
 * member app-1
 * enter SLOT FENCE VALUE REQUESTED ENTERED
 * left TIME | lost TIME | killed TIME
 * </pre>
 */
final class History implements AutoCloseable {

  static final String SUFFIX = ".history";

  private final FileChannel file;

  /** Begins a new one. */
  History(Path path, String member) throws IOException {
    file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    line("member " + member);
  }

  void enter(int slot, long fence, long value, long requested, long entered) throws IOException {
    line("enter " + slot + " " + fence + " " + value + " " + requested + " " + entered);
  }

  void left(long time) throws IOException {
    line("left " + time);
  }

  /** The hold was lost; at this time it was still valid. */
  void lost(long time) throws IOException {
    line("lost " + time);
  }

  private void line(String text) throws IOException {
    file.write(ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** Ends the history of a process that was killed; a line that it could not finish is cut off. */
  static void killed(Path path, long time) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long end = file.size();
      ByteBuffer last = ByteBuffer.allocate(1);
      while (end > 0) {
        file.read(last.clear(), end - 1);
        if (last.get(0) == '\n') {
          break;
        }
        end--;
      }
      file.truncate(end);
      file.write(ByteBuffer.wrap(("killed " + time + "\n").getBytes(StandardCharsets.UTF_8)), end);
    }
  }

  static List<Stay> read(Path path) throws IOException {
    List<Stay> stays = new ArrayList<>();
    String member = path.getFileName().toString();
    Stay open = null;
    for (String line : Files.readAllLines(path)) {
      String[] words = line.split(" ");
      switch (words[0]) {
        case "member" -> member = words[1];
        case "enter" -> {
          if (open != null) {
            stays.add(open);
          }
          open =
              Stay.begun(
                  member,
                  Integer.parseInt(words[1]),
                  Long.parseLong(words[2]),
                  Long.parseLong(words[3]),
                  Long.parseLong(words[4]),
                  Long.parseLong(words[5]));
        }
        case "left", "lost", "killed" -> {
          if (open != null) {
            stays.add(open.ended(ended(words[0]), Long.parseLong(words[1])));
          }
          open = null;
        }
        default -> throw new IOException(path + " has a line that cannot be read: " + line);
      }
    }
    if (open != null) {
      stays.add(open);
    }
    return stays;
  }

  private static Ended ended(String word) {
    return switch (word) {
      case "left" -> Ended.LEFT;
      case "lost" -> Ended.LOST;
      default -> Ended.KILLED;
    };
  }

  /** All histories of a directory. */
  static List<Stay> readAll(Path directory) throws IOException {
    List<Stay> stays = new ArrayList<>();
    try (var paths = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
      for (Path path : paths) {
        stays.addAll(read(path));
      }
    }
    return stays;
  }
}
