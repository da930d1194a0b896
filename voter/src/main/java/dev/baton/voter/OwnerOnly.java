package dev.baton.voter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keeps other users of the machine out of a state directory: names of locks and members are in it,
 * and whoever can write there can rewrite history. The directory is 700; that also covers the files
 * that the consensus makes later. Without effect where files have no such permissions.
 */
final class OwnerOnly {

  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwx------");

  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private OwnerOnly() {}

  /** Makes the directory if it is missing, and closes it and what is in it already to others. */
  static void directory(Path directory) throws IOException {
    Files.createDirectories(directory);
    // The directory first: from then on nobody else gets at the rest.
    set(directory, DIRECTORY);
    List<Path> inside;
    try (Stream<Path> walk = Files.walk(directory)) {
      inside = walk.filter(path -> !Files.isSymbolicLink(path)).toList();
    }
    for (Path path : inside) {
      set(path, Files.isDirectory(path) ? DIRECTORY : FILE);
    }
  }

  static void file(Path file) throws IOException {
    set(file, FILE);
  }

  private static void set(Path path, Set<PosixFilePermission> permissions) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (view != null && !view.readAttributes().permissions().equals(permissions)) {
      view.setPermissions(permissions);
    }
  }
}
