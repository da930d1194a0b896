package dev.baton.lab.campaign;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A file system of its own for each voter, in a file behind a loop device, so that it can hang, be
 * full, fail or become read-only without touching anything else.
 */
final class Disks implements AutoCloseable {

  private static final long BYTES = 96L << 20;

  /** Tells ext4 to behave as if the disk had been pulled out: every call is an I/O error. */
  private static final String SHUT_DOWN =
      "open(my $f, '<', $ARGV[0]) or die $!; my $v = pack('L', 2);"
          + " ioctl($f, 0x8004587d, $v) or die $!";

  private record Disk(Path image, String device, Path mounted) {

    Path filler() {
      return mounted.resolve("filler");
    }
  }

  private final Path directory;
  private final Map<Integer, Disk> disks = new TreeMap<>();

  Disks(Path directory) {
    this.directory = directory;
  }

  /** Why there can be none here; null if there can. */
  static String obstacle() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return "this is not Linux";
    }
    if (!Shell.isRoot()) {
      return "not root";
    }
    String missing = Shell.missing("losetup", "mkfs.ext4", "e2fsck", "mount", "umount", "fsfreeze");
    if (missing != null) {
      return "there is no command '" + missing + "'";
    }
    return Files.exists(Path.of("/dev/loop-control")) ? null : "there are no loop devices";
  }

  /** Whether a disk can answer with I/O errors. */
  static boolean canFail() {
    return Shell.has("perl");
  }

  /** Makes the disk of a member, and returns an empty directory on it. */
  synchronized Path make(int member) throws IOException {
    Path image = directory.resolve("disk-" + member + ".img");
    try (FileChannel file =
        FileChannel.open(image, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(new byte[1]), BYTES - 1);
    }
    Shell.run("mkfs.ext4 -q -F -m 0 " + image);
    Path mounted = Files.createDirectory(directory.resolve("disk-" + member));
    String device = Shell.run("losetup --find --show " + image).strip();
    Disk disk = new Disk(image, device, mounted);
    disks.put(member, disk);
    mount(disk);
    return Files.createDirectory(mounted.resolve("state"));
  }

  private static void mount(Disk disk) throws IOException {
    Shell.run("mount -o errors=remount-ro " + disk.device + " " + disk.mounted);
  }

  void freeze(int member) throws IOException {
    Shell.run("fsfreeze --freeze " + disk(member).mounted);
  }

  void thaw(int member) {
    Shell.tryRun("fsfreeze --unfreeze " + disk(member).mounted);
  }

  /** Leaves no block free. */
  void fill(int member) throws IOException {
    for (int size : new int[] {1 << 20, 1 << 10}) {
      ByteBuffer zeros = ByteBuffer.allocate(size);
      try (FileChannel file =
          FileChannel.open(
              disk(member).filler(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        while (file.write(zeros.clear()) == size) {
          file.force(false);
        }
      } catch (IOException e) {
        // Full, for pieces of this size.
      }
    }
  }

  void empty(int member) throws IOException {
    Files.deleteIfExists(disk(member).filler());
  }

  void fail(int member) throws IOException {
    Shell.run(List.of("perl", "-e", SHUT_DOWN, disk(member).mounted.toString()));
  }

  /** As ext4 does it by itself when it finds an error. */
  void makeReadOnly(int member) throws IOException {
    String name = Path.of(disk(member).device).getFileName().toString();
    Files.writeString(Path.of("/sys/fs/ext4", name, "trigger_fs_error"), "1");
  }

  /** Makes a disk whole again after it has failed; nobody may use it meanwhile. */
  void repair(int member) throws IOException {
    Disk disk = disk(member);
    Shell.run("umount " + disk.mounted);
    // Exit code 1 says that it has fixed something.
    Shell.tryRun("e2fsck -p " + disk.device);
    mount(disk);
  }

  private synchronized Disk disk(int member) {
    return disks.get(member);
  }

  /** Lets go of what hangs, so that processes can end. */
  synchronized void thawAll() {
    disks.keySet().forEach(this::thaw);
  }

  @Override
  public synchronized void close() {
    thawAll();
    for (Disk disk : disks.values()) {
      Shell.tryRun("umount " + disk.mounted);
      Shell.tryRun("losetup --detach " + disk.device);
      try {
        Files.deleteIfExists(disk.image);
        Files.deleteIfExists(disk.mounted);
      } catch (IOException e) {
        // It stays in the directory of the campaign.
      }
    }
    disks.clear();
  }
}
