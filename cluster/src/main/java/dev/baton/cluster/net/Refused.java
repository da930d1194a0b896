package dev.baton.cluster.net;

import java.io.EOFException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import javax.net.ssl.SSLException;

/** Why a connection came to nothing, for the log and for a meter. */
public enum Refused {
  /** Plain text where TLS is spoken, or the other way round. */
  NO_TLS("one side speaks TLS and the other does not"),
  EXPIRED("a certificate has expired or is not valid yet"),
  OTHER_AUTHORITY("a certificate is of an authority that is not trusted"),
  /** An alert that fits several reasons; which it is, only the other side knows. */
  NOT_ACCEPTED(
      "the other side does not accept this certificate; most often it trusts another authority"),
  NO_CERTIFICATE("no certificate of an authority that is trusted here was shown"),
  HANDSHAKE("the handshake failed"),
  HUNG_UP("the other side hung up"),
  /** The handshake took longer than all handshakes may. */
  TOO_SLOW("the handshake took too long"),
  /** It gave way to newer ones. */
  CROWDED("too many connections have not said who they are"),
  NOT_A_MEMBER("what came is not from a member"),
  TOO_LONG("a packet was too long for somebody without a name"),
  NAMELESS("it has not said who it is"),
  PLACE_TAKEN("another member is at the address that it gives"),
  NOT_TRUSTED("the certificate is not for the name"),
  NOT_ADMITTED("the name is not among those that may join"),
  OTHER_SETTINGS("the settings differ"),
  NAME_TAKEN("the name is taken");

  private final String text;

  Refused(String text) {
    this.text = text;
  }

  /** For the tag of a meter. */
  public String tag() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** For people. */
  public String text() {
    return text;
  }

  /** Whether it says what to do about it. */
  boolean isTelling() {
    return this != HANDSHAKE && this != HUNG_UP && this != NOT_A_MEMBER;
  }

  /** What a failed handshake says, here or by an alert of the other side. */
  public static Refused of(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof CertificateExpiredException
          || each instanceof CertificateNotYetValidException) {
        return EXPIRED;
      }
      if (each instanceof CertPathBuilderException || isSignedByAnother(each)) {
        return OTHER_AUTHORITY;
      }
      if (each instanceof Keys.PlainTextException) {
        return NO_TLS;
      }
    }
    if (failure instanceof SocketTimeoutException) {
      return TOO_SLOW;
    }
    if (failure instanceof SSLException) {
      return ofText(String.valueOf(failure.getMessage()));
    }
    boolean isCutOff = failure instanceof EOFException || failure instanceof SocketException;
    return isCutOff ? HUNG_UP : NOT_A_MEMBER;
  }

  /** Two authorities may have the same name, but not the same key. */
  private static boolean isSignedByAnother(Throwable failure) {
    return failure instanceof CertPathValidatorException invalid
        && invalid.getReason() == BasicReason.INVALID_SIGNATURE;
  }

  private static Refused ofText(String message) {
    if (message.contains("certificate_expired")) {
      return EXPIRED;
    }
    if (message.contains("Empty client certificate chain")) {
      return NO_CERTIFICATE;
    }
    // A member that is told to show a certificate has one, but keeps it back, since none that the
    // other side trusts has signed it.
    if (message.contains("unknown_ca") || message.contains("certificate_required")) {
      return OTHER_AUTHORITY;
    }
    // To a client the JDK says no more than this. A server hears the second, too, if its authority
    // only has the name of the trusted one, or if its certificate is not valid yet.
    if (message.contains("certificate_unknown") || message.contains("bad_certificate")) {
      return NOT_ACCEPTED;
    }
    return message.contains("unrecognized SSL message") || message.contains("not an SSL/TLS record")
        ? NO_TLS
        : HANDSHAKE;
  }
}
