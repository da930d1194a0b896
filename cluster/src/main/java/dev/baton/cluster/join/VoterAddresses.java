package dev.baton.cluster.join;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Where the consensus of each voter listens, kept in a voter's state directory: a restarted voter
 * need not wait until it has heard of all the others.
 */
final class VoterAddresses {

  private final Path file;

  VoterAddresses(Path directory) {
    file = directory.resolve("addresses.properties");
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw failure("Cannot create the state directory " + directory, e);
    }
  }

  Map<String, InetSocketAddress> read() {
    Map<String, InetSocketAddress> addresses = new TreeMap<>();
    if (Files.exists(file)) {
      Properties properties = new Properties();
      try (Reader reader = Files.newBufferedReader(file)) {
        properties.load(reader);
      } catch (IOException e) {
        throw failure("Cannot read " + file, e);
      }
      for (String voter : properties.stringPropertyNames()) {
        addresses.put(voter, address(properties.getProperty(voter)));
      }
    }
    return addresses;
  }

  private InetSocketAddress address(String text) {
    try {
      int colon = text.lastIndexOf(':');
      return new InetSocketAddress(
          text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
      throw new IllegalStateException(
          "'" + text + "' in " + file + " is not a host and a port.", e);
    }
  }

  /** All at once: a crash leaves the old file or the new one. */
  void write(Map<String, InetSocketAddress> addresses) {
    Properties properties = new Properties();
    addresses.forEach(
        (voter, address) ->
            properties.setProperty(voter, address.getHostString() + ":" + address.getPort()));
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try {
      try (Writer writer = Files.newBufferedWriter(next)) {
        properties.store(writer, null);
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw failure("Cannot write " + file, e);
    }
  }

  /** With the reason in the sentence: whoever sees only the message must be able to act on it. */
  private static UncheckedIOException failure(String what, IOException why) {
    return new UncheckedIOException(
        what + " (" + why + "): a voter's state directory must be writable, with space left.", why);
  }
}
