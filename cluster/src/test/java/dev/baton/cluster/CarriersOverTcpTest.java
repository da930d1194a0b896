package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.gate.OccupiedCarriers;
import java.lang.reflect.Field;
import java.util.List;
import org.jgroups.blocks.cs.TcpServer;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Members find each other again although virtual threads of the application occupy all carriers.
 */
@Timeout(120)
@Tag("slow")
final class CarriersOverTcpTest extends NetworkTest {

  /** So often the lock goes to and fro over the connection that they have made again. */
  private static final int TIMES = 10;

  @Test
  void holdsSurviveACutWhileAllCarriersCompute() throws Exception {
    List<Baton> members = joinAll(List.of(member("a"), member("b")));
    Baton b = members.get(1);
    try (Hold hold = b.lock("x").acquire(SOON)) {
      OccupiedCarriers occupied = new OccupiedCarriers();
      try {
        for (Baton each : members) {
          hangUp(each);
        }
        for (int i = 0; i < TIMES; i++) {
          for (Baton each : members) {
            each.lock("y").acquire(SOON).close();
          }
        }
        assertThat(hold.isHeld()).isTrue();
      } finally {
        occupied.close();
      }
    }
  }

  /** The only voter is a. */
  private BatonBuilder member(String name) {
    return inMemory(
        Baton.builder()
            .cluster("orders")
            .member(name)
            .bind("127.0.0.1", port(name))
            .peers("127.0.0.1:" + port("a"), "127.0.0.1:" + port("b"))
            .voters("a")
            .stateDirectory(directory.resolve(name))
            .lease(LEASE)
            .joinPatience(SOON)
            .insecure());
  }

  /** Closes all connections of a member, which it does not expect. */
  private static void hangUp(Baton member) throws ReflectiveOperationException {
    Object sockets = field(field(field(member, "cluster"), "network"), "sockets");
    TcpServer server = (TcpServer) field(sockets, "server");
    server.forAllConnections((to, connection) -> Util.close(connection));
  }

  private static Object field(Object of, String name) throws ReflectiveOperationException {
    Field field = of.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }
}
