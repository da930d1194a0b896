package dev.baton.cluster.wire;

import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes and reads values that are made of others. */
interface Composite {

  void write(Output out, Object value);

  @org.jspecify.annotations.Nullable
  Object read(Input in) throws WireException;

  /** One of several types: its tag, then the value. */
  final class Union implements Composite {

    private final String name;
    private final boolean isWide;

    /** In increasing order; the other arrays and {@code places} go by place in this one. */
    private final int[] tags;

    private final Form[] forms;

    // Made when they are first needed; several threads may make them, and all make the same.
    private final MethodHandle[] writers;
    private final MethodHandle[] readers;
    private final Map<Class<?>, Integer> places = new HashMap<>();

    /**
     * Builds a union.
     *
     * @param isWide whether a tag takes two bytes
     * @param byTag the forms
     * @param tagOf the tag of each class
     */
    Union(String name, boolean isWide, TreeMap<Integer, Form> byTag, Map<Class<?>, Integer> tagOf) {
      this.name = name;
      this.isWide = isWide;
      tags = byTag.keySet().stream().mapToInt(tag -> tag).toArray();
      forms = byTag.values().toArray(Form[]::new);
      writers = new MethodHandle[forms.length];
      readers = new MethodHandle[forms.length];
      tagOf.forEach((type, tag) -> places.put(type, Arrays.binarySearch(tags, tag)));
    }

    @Override
    public void write(Output out, Object value) {
      Integer place = places.get(value.getClass());
      if (place == null) {
        throw new IllegalArgumentException(value + " is no " + name + ".");
      }
      if (isWide) {
        out.writeByte(tags[place] >>> 8);
      }
      out.writeByte(tags[place]);
      MethodHandle writer = writers[place];
      if (writer == null) {
        writer = forms[place].objectWriter();
        writers[place] = writer;
      }
      Form.write(writer, out, value);
    }

    @Override
    public Object read(Input in) throws WireException {
      int tag = isWide ? in.readByte() << 8 | in.readByte() : in.readByte();
      int place = Arrays.binarySearch(tags, tag);
      if (place < 0) {
        throw new WireException("No %s has the tag %d.".formatted(name, tag));
      }
      MethodHandle reader = readers[place];
      if (reader == null) {
        reader = forms[place].objectReader();
        readers[place] = reader;
      }
      return Form.read(reader, in);
    }
  }

  /** A constant of an enum: its place. */
  record Constants(String name, Object[] values) implements Composite {

    @Override
    public void write(Output out, Object value) {
      out.writeByte(((Enum<?>) value).ordinal());
    }

    @Override
    public Object read(Input in) throws WireException {
      int place = in.readByte();
      if (place >= values.length) {
        throw new WireException("%s has no constant %d.".formatted(name, place));
      }
      return values[place];
    }
  }

  /** A component that may be null: a flag, then the value if there is one. */
  record Nullable(MethodHandle writer, MethodHandle reader) implements Composite {

    @Override
    public void write(Output out, @org.jspecify.annotations.Nullable Object value) {
      out.writeFlag(value != null);
      if (value != null) {
        Form.write(writer, out, value);
      }
    }

    @Override
    public @org.jspecify.annotations.Nullable Object read(Input in) throws WireException {
      return in.readFlag() ? Form.read(reader, in) : null;
    }
  }

  /** A component that is always null, and takes no bytes. */
  record Nothing() implements Composite {

    @Override
    public void write(Output out, @org.jspecify.annotations.Nullable Object value) {
      if (value != null) {
        throw new IllegalArgumentException(value + " has no place in this format.");
      }
    }

    @Override
    public @org.jspecify.annotations.Nullable Object read(Input in) {
      return null;
    }
  }

  /** A large value that is often written several times in a row: the output keeps its bytes. */
  record Kept(MethodHandle writer, MethodHandle reader) implements Composite {

    @Override
    public void write(Output out, Object value) {
      if (!out.repeat(value)) {
        int from = out.size();
        Form.write(writer, out, value);
        out.keep(value, from);
      }
    }

    @Override
    public Object read(Input in) throws WireException {
      return Form.read(reader, in);
    }
  }

  /** A list: how many, then each. */
  record Elements(MethodHandle writer, MethodHandle reader, int minimum) implements Composite {

    @Override
    public void write(Output out, Object value) {
      List<?> list = (List<?>) value;
      out.writeCount(list.size());
      for (Object element : list) {
        Form.write(writer, out, element);
      }
    }

    @Override
    public Object read(Input in) throws WireException {
      int count = in.readCount(minimum);
      List<Object> list = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        list.add(Form.read(reader, in));
      }
      return Collections.unmodifiableList(list);
    }
  }

  /** A map: how many, then each key with its value, in order if the map has one. */
  record Pairs(
      MethodHandle keyWriter,
      MethodHandle keyReader,
      MethodHandle valueWriter,
      MethodHandle valueReader,
      int minimum,
      boolean isSorted)
      implements Composite {

    @Override
    public void write(Output out, Object value) {
      Map<?, ?> map = (Map<?, ?>) value;
      out.writeCount(map.size());
      map.forEach(
          (key, of) -> {
            Form.write(keyWriter, out, key);
            Form.write(valueWriter, out, of);
          });
    }

    @Override
    public Object read(Input in) throws WireException {
      int count = in.readCount(minimum);
      Map<Object, Object> map = new LinkedHashMap<>();
      for (int i = 0; i < count; i++) {
        Object key = Form.read(keyReader, in);
        if (map.containsKey(key)) {
          throw new WireException("A map has the key " + key + " twice.");
        }
        map.put(key, Form.read(valueReader, in));
      }
      return isSorted ? sorted(map) : Collections.unmodifiableMap(map);
    }

    private static Object sorted(Map<Object, Object> map) throws WireException {
      TreeMap<Object, Object> sorted = new TreeMap<>(map);
      Iterator<Object> keys = map.keySet().iterator();
      for (Object key : sorted.keySet()) {
        if (!key.equals(keys.next())) {
          throw new WireException("The keys of a map are not in order.");
        }
      }
      return Collections.unmodifiableSortedMap(sorted);
    }
  }
}
