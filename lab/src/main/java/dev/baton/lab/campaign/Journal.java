package dev.baton.lab.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What one process of a campaign does: a file of lines, each written before the process goes on, so
 * that they are there when it is killed. Times are {@link System#nanoTime}, one clock for all
 * processes of a machine; THREAD is a name without spaces.
 *
 * <pre>
 * member NAME
 * ask THREAD LOCK TIME LIMIT              it asks; LIMIT in milliseconds, 0 for none
 * in THREAD LOCK SLOT FENCE TIME          it has it, and found it valid after TIME
 * late THREAD LOCK SLOT FENCE TIME        it has it, but found at once that it is lost
 * valid THREAD TIME                       it still found it valid after TIME
 * out THREAD TIME                         it released it, and had found it valid after TIME
 * lost THREAD TIME                        it found that it is lost; it was last valid after TIME
 * none THREAD TIME                        it did not get it: time was over, or it was refused
 * health TIME THREADS HEAP                after a collection of garbage, in bytes
 * event TIME TEXT
 * </pre>
 */
final class Journal implements AutoCloseable {

  private final FileChannel file;

  Journal(Path path, String member) throws IOException {
    file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    line("member " + member);
  }

  void ask(String thread, String lock, long time, long limitMillis) {
    line("ask " + thread + " " + lock + " " + time + " " + limitMillis);
  }

  void in(String thread, String lock, int slot, long fence, long time) {
    line("in " + thread + " " + lock + " " + slot + " " + fence + " " + time);
  }

  void late(String thread, String lock, int slot, long fence, long time) {
    line("late " + thread + " " + lock + " " + slot + " " + fence + " " + time);
  }

  void valid(String thread, long time) {
    line("valid " + thread + " " + time);
  }

  void out(String thread, long time) {
    line("out " + thread + " " + time);
  }

  void lost(String thread, long time) {
    line("lost " + thread + " " + time);
  }

  void none(String thread, long time) {
    line("none " + thread + " " + time);
  }

  void health(long time, int threads, long heap) {
    line("health " + time + " " + threads + " " + heap);
  }

  void event(long time, String text) {
    line("event " + time + " " + text.replaceAll("\\s+", " ").strip());
  }

  private synchronized void line(String text) {
    try {
      file.write(ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
