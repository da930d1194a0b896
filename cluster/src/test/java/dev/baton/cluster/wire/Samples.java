package dev.baton.cluster.wire;

import dev.baton.algorithms.Catalog;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Values to be sent: from random runs of an algorithm, and made at random from their types. */
final class Samples {

  private static final int RUNS = 40;
  private static final int STEPS = 150;

  private final Random random;

  Samples(long seed) {
    random = new Random(seed);
  }

  /** Different messages that an algorithm really sends. */
  static Set<Message> ofRuns(Catalog.Entry entry) {
    Set<Message> messages = new LinkedHashSet<>();
    for (int seed = 1; seed <= RUNS; seed++) {
      Random random = new Random(seed);
      int n = 2 + random.nextInt(6);
      int permits = entry.hasPermits() ? 1 + random.nextInt(3) : 1;
      int division = entry.hasClusters() || entry.usesGroups() ? 1 + random.nextInt(2) : 0;
      Graph structure = entry.structureOn(Graph.complete(n));
      Setup setup = new Setup(n, random.nextInt(n), permits, structure, division);
      setup = entry.roams() ? setup.roaming(2, 0) : setup;
      Stage stage = new Stage(entry, setup, true);
      for (int step = 0; step < STEPS; step++) {
        List<Event> enabled = stage.enabled();
        stage.step(enabled.get(random.nextInt(enabled.size())));
        stage.inFlight().forEach(deliver -> messages.add(deliver.message()));
      }
    }
    return messages;
  }

  /** The records under a sealed interface. */
  static List<Class<?>> records(Class<?> type) {
    if (type.isRecord()) {
      return List.of(type);
    }
    List<Class<?>> records = new ArrayList<>();
    for (Class<?> each : type.getPermittedSubclasses()) {
      records.addAll(records(each));
    }
    return records;
  }

  Object any(Type type) {
    if (type instanceof ParameterizedType generic) {
      return container(generic);
    }
    Class<?> plain = (Class<?>) type;
    if (plain == int.class || plain == Integer.class) {
      return (int) number(32);
    } else if (plain == long.class || plain == Long.class) {
      return number(64);
    } else if (plain == boolean.class) {
      return random.nextBoolean();
    } else if (plain == String.class) {
      return name();
    } else if (plain == Ints.class) {
      return Ints.of(random.ints(random.nextInt(6)).map(i -> (int) number(32)).toArray());
    } else if (plain == Bytes.class) {
      byte[] bytes = new byte[random.nextInt(6)];
      random.nextBytes(bytes);
      return Bytes.of(bytes);
    } else if (plain == Message.class) {
      List<Catalog.Entry> all = Catalog.entries();
      return any(Wire.messageType(all.get(random.nextInt(all.size()))));
    } else if (plain.isEnum()) {
      return plain.getEnumConstants()[random.nextInt(plain.getEnumConstants().length)];
    }
    List<Class<?>> records = records(plain);
    return record(records.get(random.nextInt(records.size())));
  }

  private Object record(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      types[i] = components[i].getType();
      String name = components[i].getName();
      boolean isNull =
          Set.of("member", "vote", "neighbourhood").contains(name) && random.nextInt(3) == 0;
      values[i] = isNull ? null : any(components[i].getGenericType());
      if (name.equals("port")) {
        values[i] = 1 + random.nextInt(65_535);
      } else if (name.equals("permits")) {
        values[i] = 1 + random.nextInt(200);
      }
    }
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private Object container(ParameterizedType type) {
    Type[] parts = type.getActualTypeArguments();
    int size = random.nextInt(4);
    if (type.getRawType() == List.class) {
      List<Object> list = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        list.add(any(parts[0]));
      }
      return list;
    }
    Map<Object, Object> map =
        type.getRawType() == Map.class ? new LinkedHashMap<>() : new TreeMap<>();
    for (int i = 0; i < size; i++) {
      map.put(any(parts[0]), any(parts[1]));
    }
    return map;
  }

  /** Of any length in bits, and either sign. */
  private long number(int bits) {
    return random.nextLong() >> 64 - bits >> random.nextInt(bits);
  }

  private String name() {
    int[] alphabet = {'a', 'z', '-', '*', '/', ' ', 'é', 'ß', '鎖', 0x1F512};
    StringBuilder name = new StringBuilder();
    int length = random.nextInt(20) == 0 ? 64 : 1 + random.nextInt(8);
    for (int i = 0; i < length; i++) {
      name.appendCodePoint(alphabet[random.nextInt(alphabet.length)]);
    }
    return name.toString();
  }
}
