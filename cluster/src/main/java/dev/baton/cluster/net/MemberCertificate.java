package dev.baton.cluster.net;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whom a certificate is for.
 *
 * @param name the member's; empty if it does not say clearly which
 * @param places its alternative names of the form {@code baton://cluster/member}: if there are any,
 *     it is for these alone
 */
public record MemberCertificate(String name, List<String> places) {

  private static final String SCHEME = "baton://";
  private static final int URI = 6;

  public static MemberCertificate of(X509Certificate certificate) throws CertificateException {
    List<String> places = new ArrayList<>();
    Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
    if (alternatives != null) {
      for (List<?> each : alternatives) {
        if (each.get(0).equals(URI) && each.get(1).toString().startsWith(SCHEME)) {
          places.add(each.get(1).toString());
        }
      }
    }
    return new MemberCertificate(CertificateName.of(certificate), List.copyOf(places));
  }

  /** Null, or in a few words why it is not the certificate of this member of this cluster. */
  public @Nullable String objection(String cluster, String member) {
    if (name.isEmpty()) {
      return "its certificate does not have exactly one common name";
    }
    if (!name.equals(member)) {
      return "its certificate is for '" + name + "'";
    }
    boolean isForAll = places.isEmpty();
    return isForAll || places.contains(SCHEME + encoded(cluster) + "/" + encoded(member))
        ? null
        : "its certificate is for " + String.join(", ", places);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
