package dev.baton.cluster.net;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Says who one is, and whether others are who they say. */
public sealed interface Guard permits Guard.Insecure, Keys {

  /** Everybody is believed. */
  Guard NONE = new Insecure();

  /** A socket that is not connected yet; connecting it includes the handshake. */
  Socket socket() throws IOException;

  /**
   * Has the other end of a connection show who it is, and waits for that.
   *
   * @param spoken run when the first message of the other end is there
   * @return the socket to go on with
   */
  Socket secure(Socket accepted, Runnable spoken) throws IOException;

  /**
   * What is sent to somebody who speaks TLS where it is not spoken, or the other way round, so that
   * its side can say so.
   */
  byte[] wordToForeigners();

  /** Null, or why whoever is at the other end is not this member of this cluster. */
  @Nullable String objection(Socket socket, String cluster, String member);

  /** Whom the other end is by its certificate; empty if there is none that says it. */
  String shownName(Socket socket);

  /** Why a connection came to nothing, as far as this side can know. */
  default Refused refusal(Throwable failure) {
    return Refused.of(failure);
  }

  /** What is to be said about the own certificate at this time; null if nothing. */
  default @Nullable String warning(Instant now) {
    return null;
  }

  /** Plain sockets, and no names but those that others give themselves. */
  final class Insecure implements Guard {

    private Insecure() {}

    @Override
    public Socket socket() {
      return new Socket();
    }

    @Override
    public Socket secure(Socket accepted, Runnable spoken) {
      return accepted;
    }

    /** No record of TLS begins like this. */
    @Override
    public byte[] wordToForeigners() {
      return "No TLS is spoken here.\n".getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public @Nullable String objection(Socket socket, String cluster, String member) {
      return null;
    }

    @Override
    public String shownName(Socket socket) {
      return "";
    }
  }
}
