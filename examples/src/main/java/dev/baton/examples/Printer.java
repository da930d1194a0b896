package dev.baton.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A resource that throws if two are ever inside, also if they are two processes. */
final class Printer {

  private final Path paper;
  private final Path occupied;

  Printer(Path paper) {
    this.paper = paper;
    occupied = paper.resolveSibling(paper.getFileName() + ".occupied");
  }

  void print(String line) throws IOException {
    // Fails if the file is there.
    Files.createFile(occupied);
    Files.writeString(paper, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    Files.delete(occupied);
  }
}
