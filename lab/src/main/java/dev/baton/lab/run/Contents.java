package dev.baton.lab.run;

import dev.baton.core.Node;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All that can be reached from an object, by reflection: each value as text, by the way to it. */
final class Contents {

  private final Map<String, String> values = new LinkedHashMap<>();

  /** What is being added: what leads back to itself is not followed. */
  private final Set<Object> open = Collections.newSetFromMap(new IdentityHashMap<>());

  private Contents() {}

  /** The fields of a node, without those that every node has. */
  static Map<String, String> of(Node<?> node) {
    Contents contents = new Contents();
    contents.open.add(node);
    contents.addFields("", node, Node.class);
    return contents.values;
  }

  /** The static fields of a node's class, of those that it is nested with, and of its ancestors. */
  static Map<String, String> statics(Class<?> type) {
    Contents contents = new Contents();
    for (Field field : staticFields(type)) {
      contents.add(name(field), value(field, null));
    }
    return contents.values;
  }

  private static List<Field> staticFields(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> each = type; each != Node.class; each = each.getSuperclass()) {
      for (Class<?> mate : each.getNestMembers()) {
        fields.addAll(fields(mate, true));
      }
    }
    return fields;
  }

  private static String name(Field field) {
    return field.getDeclaringClass().getSimpleName() + "." + field.getName();
  }

  /** The way to the first value that is another one, or missing; null if there is none. */
  static String firstDifference(Map<String, String> one, Map<String, String> other) {
    for (Map.Entry<String, String> value : one.entrySet()) {
      if (!value.getValue().equals(other.get(value.getKey()))) {
        return value.getKey();
      }
    }
    return other.keySet().stream().filter(way -> !one.containsKey(way)).findFirst().orElse(null);
  }

  private static List<Field> fields(Class<?> type, boolean areStatic) {
    List<Field> fields = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      if (!field.isSynthetic() && Modifier.isStatic(field.getModifiers()) == areStatic) {
        fields.add(field);
      }
    }
    return fields;
  }

  private static Object value(Field field, Object owner) {
    try {
      field.setAccessible(true);
      return field.get(owner);
    } catch (InaccessibleObjectException | IllegalAccessException e) {
      return "not accessible";
    }
  }

  private void addFields(String way, Object owner, Class<?> end) {
    for (Class<?> type = owner.getClass();
        type != end && type != null;
        type = type.getSuperclass()) {
      for (Field field : fields(type, false)) {
        add(way + field.getName(), value(field, owner));
      }
    }
  }

  private void add(String way, Object value) {
    if (value == null || isValue(value)) {
      values.put(way, String.valueOf(value));
      return;
    }
    if (!open.add(value)) {
      return;
    }
    if (value.getClass().isArray()) {
      addAll(way, arrayList(value));
    } else if (value instanceof Set<?> || value instanceof Map<?, ?>) {
      // Their order means nothing.
      Collection<?> all = value instanceof Map<?, ?> map ? map.entrySet() : (Set<?>) value;
      values.put(way, all.stream().map(String::valueOf).sorted().toList().toString());
    } else if (value instanceof Collection<?> collection && isOfJava(value)) {
      addAll(way, new ArrayList<>(collection));
    } else if (isOfJava(value) || value.getClass().isHidden()) {
      values.put(way, says(value) ? value.toString() : value.getClass().getSimpleName());
    } else {
      addFields(way + ".", value, Object.class);
    }
    open.remove(value);
  }

  /** What is known by its text. */
  private static boolean isValue(Object value) {
    return value instanceof Number
        || value instanceof Boolean
        || value instanceof CharSequence
        || value instanceof Character
        || value instanceof Enum<?>
        || value instanceof Class<?>
        || value.getClass().getPackageName().equals(Node.class.getPackageName()) && says(value);
  }

  private static boolean isOfJava(Object value) {
    return value.getClass().getName().startsWith("java.");
  }

  /** Whether it has a text of its own. */
  private static boolean says(Object value) {
    try {
      return value.getClass().getMethod("toString").getDeclaringClass() != Object.class;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  private void addAll(String way, List<?> list) {
    values.put(way + ".length", Integer.toString(list.size()));
    for (int i = 0; i < list.size(); i++) {
      add(way + "[" + i + "]", list.get(i));
    }
  }

  private static List<Object> arrayList(Object array) {
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      list.add(Array.get(array, i));
    }
    return list;
  }
}
