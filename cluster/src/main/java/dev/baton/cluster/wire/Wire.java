package dev.baton.cluster.wire;

import dev.baton.algorithms.Catalog;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Reason;
import dev.baton.core.Graph;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import java.lang.reflect.ParameterizedType;
import java.util.List;

/** The codecs of the cluster. Each call derives one: keep it. */
public final class Wire {

  private Wire() {}

  /** What members tell each other, with the messages of every algorithm of the catalog. */
  public static Codec<Frame> frames() {
    return of(Frame.class);
  }

  /** What the epoch store keeps. */
  public static Codec<EpochRecord> records() {
    return of(EpochRecord.class);
  }

  /** The messages of all algorithms. */
  private static final class Languages {
    static final List<Class<?>> ALL =
        Catalog.entries().stream().<Class<?>>map(Wire::messageType).distinct().toList();
  }

  /** Any other record or sealed interface around these. */
  public static <T> Codec<T> of(Class<T> type) {
    return derivation().codec(type);
  }

  /** The same as builds wrote it in which clusters had no id and cut links no second end. */
  public static <T> Codec<T> ofEarlierBuilds(Class<T> type) {
    return derivation()
        .absent(Reason.class, "from")
        .absent(EpochRecord.class, "identity")
        .codec(type);
  }

  private static Derivation derivation() {
    return new Derivation()
        .nullable(Frame.Sealed.class, "member")
        .nullable(Frame.Sealed.class, "vote")
        .nullable(Frame.Sealed.class, "neighbourhood")
        .nullable(Frame.Beat.class, "neighbourhood")
        .nullable(Frame.Join.class, "neighbourhood")
        .nullable(LockId.class, "neighbourhood")
        .nullable(Reason.class, "from")
        .nullable(EpochRecord.class, "identity")
        .kept(EpochRecord.class)
        .open(Message.class, Languages.ALL);
  }

  /** The messages of one algorithm. */
  public static Codec<? extends Message> messages(Catalog.Entry entry) {
    return new Derivation().codec(messageType(entry));
  }

  /** The M of the algorithm's {@code Node<M>}. */
  static Class<? extends Message> messageType(Catalog.Entry entry) {
    Setup alone = Setup.of(entry.structureOn(Graph.complete(1)));
    Class<?> type = entry.nodes(alone)[0].getClass();
    while (type.getSuperclass() != Node.class) {
      type = type.getSuperclass();
    }
    ParameterizedType node = (ParameterizedType) type.getGenericSuperclass();
    return ((Class<?>) node.getActualTypeArguments()[0]).asSubclass(Message.class);
  }
}
