package dev.baton.cluster.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import org.jgroups.Address;
import org.jgroups.stack.IpAddress;

/**
 * Where a process listens.
 *
 * @param host its address in digits
 */
public record Endpoint(String host, int port) implements Comparable<Endpoint> {

  private static final Pattern VERSION_4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern VERSION_6 = Pattern.compile("[0-9a-fA-F:.]{2,45}(%\\w{1,16})?");

  public Endpoint {
    checkPort(port);
  }

  public static void checkPort(int port) {
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("A port must be between 1 and 65535, not " + port + ".");
    }
  }

  /** Looks a host's address up. */
  public static Endpoint of(String host, int port) {
    try {
      return new Endpoint(InetAddress.getByName(host).getHostAddress(), port);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("Unknown host '" + host + "': check the spelling.", e);
    }
  }

  /** From {@code host:port}. */
  public static Endpoint parse(String text) {
    int colon = text.lastIndexOf(':');
    try {
      return of(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a host and a port: write 10.0.0.1:7800.", e);
    }
  }

  /** Whether the host is an address in digits, so that nothing has to be looked up for it. */
  public boolean isInDigits() {
    boolean isVersion6 = host.indexOf(':') >= 0;
    return isVersion6 ? VERSION_6.matcher(host).matches() : VERSION_4.matcher(host).matches();
  }

  static Endpoint of(Address address) {
    IpAddress ip = (IpAddress) address;
    return new Endpoint(ip.getIpAddress().getHostAddress(), ip.getPort());
  }

  IpAddress address() {
    try {
      // Digits: nothing is looked up.
      return new IpAddress(InetAddress.getByName(host), port);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("'" + host + "' is not an address.", e);
    }
  }

  /** Whether it stands for all addresses of a machine. */
  public boolean isEverywhere() {
    return address().getIpAddress().isAnyLocalAddress();
  }

  @Override
  public int compareTo(Endpoint other) {
    int order = host.compareTo(other.host);
    return order != 0 ? order : Integer.compare(port, other.port);
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
