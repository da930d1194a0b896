package dev.baton.lab.member;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * Where members put their sockets: {@code $XDG_RUNTIME_DIR/baton}, or {@code baton-USER} among the
 * temporary files. Only its owner can look inside.
 */
public final class SocketDirectory {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final String SUFFIX = ".sock";

  /** The longest path that a socket may have. */
  private static final int LONGEST = 107;

  private final Path path;

  public SocketDirectory(Path path) {
    this.path = path;
  }

  /** That of this user. */
  public static SocketDirectory ofUser() {
    String runtime = System.getenv("XDG_RUNTIME_DIR");
    return new SocketDirectory(
        runtime != null && !runtime.isEmpty()
            ? Path.of(runtime, "baton")
            : Path.of(
                System.getProperty("java.io.tmpdir"), "baton-" + System.getProperty("user.name")));
  }

  /** Makes it, if it is not there. */
  void create() {
    try {
      Files.createDirectory(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } catch (FileAlreadyExistsException e) {
      check();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "The directory " + path + " for the member's socket cannot be created: " + e + ".", e);
    }
  }

  /** Somebody else may have made it, to listen or to answer in our place. */
  private void check() {
    try {
      PosixFileAttributes attributes =
          Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      // Who this user is to the file system is seen from a file that it makes.
      boolean isPrivate = attributes.isDirectory() && attributes.permissions().equals(OWNER_ONLY);
      if (!isPrivate || !attributes.owner().equals(user())) {
        throw new IllegalArgumentException(
            path
                + " must be a directory that belongs to this user alone (mode 700), since members"
                + " are reached through it: remove it or change its mode.");
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(path + " cannot be examined: " + e + ".", e);
    }
  }

  private static Object user() throws IOException {
    Path own = Files.createTempFile("baton", null);
    try {
      return Files.getOwner(own);
    } finally {
      Files.delete(own);
    }
  }

  /** The socket of a member; a readable beginning, then what makes it unique. */
  UnixDomainSocketAddress socket(String cluster, String member) {
    CRC32 sum = new CRC32();
    sum.update((cluster + "\t" + member).getBytes(StandardCharsets.UTF_8));
    String readable = member.replaceAll("[^A-Za-z0-9._-]", "_");
    String name =
        readable.substring(0, Math.min(24, readable.length()))
            + String.format(Locale.ROOT, "-%08x", sum.getValue())
            + SUFFIX;
    Path socket = path.resolve(name);
    if (socket.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST) {
      throw new IllegalArgumentException(
          "The path of the member's socket is too long for the system: "
              + socket
              + ": set XDG_RUNTIME_DIR to a shorter one.");
    }
    return UnixDomainSocketAddress.of(socket);
  }

  /** All sockets, including those of members that have ended. */
  List<UnixDomainSocketAddress> sockets() {
    List<UnixDomainSocketAddress> sockets = new ArrayList<>();
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      check();
      try (var files = Files.newDirectoryStream(path, "*" + SUFFIX)) {
        files.forEach(file -> sockets.add(UnixDomainSocketAddress.of(file)));
      } catch (IOException e) {
        throw new IllegalArgumentException(path + " cannot be read: " + e + ".", e);
      }
    }
    sockets.sort(Comparator.comparing(UnixDomainSocketAddress::toString));
    return sockets;
  }
}
