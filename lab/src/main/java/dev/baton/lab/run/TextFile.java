package dev.baton.lab.run;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Reads and writes the files that users name; an error is one sentence. */
public final class TextFile {

  private TextFile() {}

  public static String read(Path file) {
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException(
          file + " is a directory: write the files in it, such as " + file + "/*.");
    }
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("There is no file " + file + ".", e);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          file + " is not a scenario file: it is not text in UTF-8.", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + " cannot be read.", e);
    }
  }

  public static void write(Path file, String text) {
    write(file, Stream.of(text));
  }

  /** Writes one text after the other, so that a long file is never in memory as a whole. */
  public static void write(Path file, Stream<String> texts) {
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      for (String text : (Iterable<String>) texts::iterator) {
        writer.write(text);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(file + " cannot be written: write another file name.", e);
    }
  }

  /** Fails early, before a long run, if the file cannot be written; null stands for none. */
  public static void checkDirectory(Path file) {
    if (file == null) {
      return;
    }
    Path directory = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || directory == null || !Files.isWritable(directory)) {
      throw new IllegalArgumentException(
          (file.toString().isEmpty() ? "A file without a name" : file)
              + " cannot be written: write a file name in a directory that exists, and in which"
              + " you may write.");
    }
  }
}
