package dev.baton.cluster.net;

import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/** Which member a certificate is for: the common name of its subject, if there is exactly one. */
public final class CertificateName {

  private CertificateName() {}

  /** The name, or an empty text, which is no member's name. */
  public static String of(X509Certificate certificate) {
    List<Object> names = new ArrayList<>();
    try {
      String subject = certificate.getSubjectX500Principal().getName();
      for (Rdn part : new LdapName(subject).getRdns()) {
        // A part may have several attributes: CN=a+CN=b.
        Attribute common = part.toAttributes().get("CN");
        if (common != null) {
          names.addAll(Collections.list(common.getAll()));
        }
      }
    } catch (NamingException e) {
      return "";
    }
    return names.size() == 1 && names.getFirst() instanceof String name ? name : "";
  }
}
