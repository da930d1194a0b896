package dev.baton.cluster.join;

import java.nio.file.Path;

/**
 * How a voter shows who it is, and whom it believes: both sides of a connection need a certificate
 * that the trust store vouches for.
 *
 * @param keyStore this voter's key and certificate, whose common name is the voter's, PKCS12
 * @param trustStore the certificates to be believed, PKCS12
 * @param password of both
 */
public record KeyFiles(Path keyStore, Path trustStore, String password) {

  /** Without the password. */
  @Override
  public String toString() {
    return "KeyFiles[" + keyStore + ", " + trustStore + "]";
  }
}
