package dev.baton.voter;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Whom a connection is for, and where it goes: gRPC is given both in one text, so that whoever
 * checks the certificate knows which voter was called ({@link VoterResolver}).
 *
 * @param address host and port
 */
record VoterTarget(String voter, String address) {

  static final String SCHEME = "baton";

  /** Between voter and address; no member's name contains it. */
  private static final char AT = '~';

  /** In front of a voter's name in the authority of a connection. */
  private static final String VOTER = "voter-";

  private static final HexFormat HEX = HexFormat.of();

  /** As gRPC and Raft are given it. */
  String text() {
    try {
      return new URI(SCHEME, "", "/" + voter + AT + address, null).toASCIIString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("Not an address: " + address + ".", e);
    }
  }

  /** Reads what {@link #text} has written. */
  static VoterTarget of(URI target) {
    String path = target.getPath();
    int at = path == null ? -1 : path.indexOf(AT);
    if (!SCHEME.equals(target.getScheme()) || at < 1) {
      throw new IllegalArgumentException("Not a voter's target: " + target + ".");
    }
    return new VoterTarget(path.substring(1, at), path.substring(at + 1));
  }

  /** Whether this is what {@link #text} writes of this voter, at whatever address. */
  static boolean isOf(String voter, String text) {
    try {
      return text.equals(new VoterTarget(voter, of(URI.create(text)).address).text());
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** The host and port of a peer, written with its voter or without. */
  static String addressOf(String text) {
    return text.startsWith(SCHEME + ":") ? of(URI.create(text)).address : text;
  }

  /** What TLS and HTTP know as the host: the voter's name, in characters that a host may have. */
  String authority() {
    return VOTER + HEX.formatHex(voter.getBytes(StandardCharsets.UTF_8));
  }

  /** The voter that an authority stands for; empty, which is no voter's name, if for none. */
  static String voterOf(String authority) {
    try {
      return authority != null && authority.startsWith(VOTER)
          ? new String(HEX.parseHex(authority.substring(VOTER.length())), StandardCharsets.UTF_8)
          : "";
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
