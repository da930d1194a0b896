package dev.baton.cluster.wire;

import static java.lang.invoke.MethodType.methodType;

import dev.baton.core.Hash;
import dev.baton.core.Ints;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Finds out, once, how a type looks on the wire: a sealed interface is the tag of one of its
 * records, a record is its components one after the other.
 *
 * <p>The accessors and the constructor of a record are put together into one method handle for
 * writing and one for reading, so that no number is boxed on the way.
 */
final class Derivation {

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  /** Algorithms that were renamed, with the names that they keep on the wire. */
  private static final Map<String, String> RENAMED =
      Map.of(
          "BanerjeeChrysanthisStyle", "BanerjeeChrysanthis",
          "CaoSinghalStyle", "CaoSinghal",
          "ChaudhuriEdwardKStyle", "ChaudhuriEdwardK",
          "RaysuzFairStyle", "RaysuzFair");

  private final Map<Class<?>, Form> forms = new HashMap<>();

  /** Types that are being looked at: one that contains itself could nest without end. */
  private final Set<Class<?>> underWay = new HashSet<>();

  private final Set<String> nullable = new HashSet<>();
  private final Set<String> absent = new HashSet<>();
  private final Set<Class<?>> kept = new HashSet<>();
  private final Map<Class<?>, List<Class<?>>> languages = new HashMap<>();

  /** What is inside a type comes before the type, and what comes last in it is first. */
  private final List<String> grammar = new ArrayList<>();

  Derivation() {
    forms.put(int.class, simple("int", int.class, "writeInt", "readInt"));
    forms.put(Integer.class, forms.get(int.class));
    forms.put(long.class, simple("long", long.class, "writeLong", "readLong"));
    forms.put(Long.class, forms.get(long.class));
    forms.put(boolean.class, simple("flag", boolean.class, "writeFlag", "readFlag"));
    forms.put(Ints.class, simple("ints", Ints.class, "writeInts", "readInts"));
    forms.put(Bytes.class, simple("bytes", Bytes.class, "writeBytes", "readBytes"));
    // Its length and at least one byte.
    forms.put(String.class, withMinimum(2, simple("name", String.class, "writeName", "readName")));
  }

  /** This component of a record may be null. */
  Derivation nullable(Class<? extends Record> type, String component) {
    nullable.add(type.getName() + "." + component);
    return this;
  }

  /** This component of a record is not on the wire, and always null. */
  Derivation absent(Class<? extends Record> type, String component) {
    absent.add(type.getName() + "." + component);
    return this;
  }

  /** A value of this type is large, and written to several receivers in a row. */
  Derivation kept(Class<? extends Record> type) {
    kept.add(type);
    return this;
  }

  /**
   * An interface that is not sealed stands for any of these, which are. Their tags are taken from
   * their names: they stay as they are when others come or go.
   */
  Derivation open(Class<?> type, List<Class<?>> sealed) {
    languages.put(type, sealed);
    return this;
  }

  <T> Codec<T> codec(Class<T> type) {
    Form form = form(type);
    return new Codec<>(form, String.join("\n", grammar.reversed()) + "\n");
  }

  private Form form(Type type) {
    if (type instanceof ParameterizedType generic) {
      return container(generic);
    }
    Class<?> plain = (Class<?>) type;
    Form known = forms.get(plain);
    if (known != null) {
      return known;
    }
    if (!underWay.add(plain)) {
      throw new IllegalArgumentException(name(plain) + " contains itself.");
    }
    Form form = derive(plain);
    if (kept.contains(plain)) {
      Form large = form;
      form =
          composite(
              large.text(),
              large.minimum(),
              () -> new Composite.Kept(large.objectWriter(), large.objectReader()));
    }
    underWay.remove(plain);
    forms.put(plain, form);
    return form;
  }

  private Form derive(Class<?> type) {
    if (type.isRecord()) {
      return record(type);
    }
    if (type.isSealed()) {
      return sealed(type);
    }
    if (type.isEnum()) {
      return constants(type);
    }
    List<Class<?>> language = languages.get(type);
    return language != null ? language(type, language) : refuse(type);
  }

  private static Form refuse(Type type) {
    throw new IllegalArgumentException(
        type.getTypeName() + " has no form on the wire: use records and sealed interfaces.");
  }

  // The kinds of types.

  private static Form simple(String text, Class<?> type, String write, String read) {
    return new Form(
        text,
        1,
        () -> {
          try {
            return new Form.Handles(
                LOOKUP.findVirtual(Output.class, write, methodType(void.class, type)),
                LOOKUP.findVirtual(Input.class, read, methodType(type)));
          } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
          }
        });
  }

  private static Form withMinimum(int minimum, Form form) {
    return new Form(form.text(), minimum, () -> new Form.Handles(form.writer(), form.reader()));
  }

  private Form record(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Form[] forms = new Form[components.length];
    int minimum = 0;
    StringBuilder text = new StringBuilder();
    for (int i = forms.length - 1; i >= 0; i--) {
      forms[i] = component(type, components[i]);
      minimum += forms[i].minimum();
      text.insert(0, " " + components[i].getName() + ":" + forms[i].text());
    }
    try {
      MethodHandles.Lookup inside = MethodHandles.privateLookupIn(type, LOOKUP);
      grammar.add(name(type) + " =" + text);
      return new Form(name(type), minimum, () -> handles(type, inside, components, forms));
    } catch (IllegalAccessException e) {
      throw closed(type, e);
    }
  }

  private static Form.Handles handles(
      Class<?> type, MethodHandles.Lookup inside, RecordComponent[] components, Form[] forms) {
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = components[i].getType();
    }
    try {
      MethodHandle reader = inside.findConstructor(type, methodType(void.class, types));
      MethodHandle writer = MethodHandles.empty(methodType(void.class, Output.class, type));
      // From the last to the first: each handle runs before those that it was put around.
      for (int i = types.length - 1; i >= 0; i--) {
        MethodHandle write =
            forms[i].writer().asType(methodType(void.class, Output.class, types[i]));
        MethodHandle read = forms[i].reader().asType(methodType(types[i], Input.class));
        MethodHandle accessor = inside.unreflect(components[i].getAccessor());
        writer =
            MethodHandles.foldArguments(writer, MethodHandles.filterArguments(write, 1, accessor));
        reader = MethodHandles.collectArguments(reader, i, read);
      }
      reader =
          MethodHandles.permuteArguments(
              reader, methodType(type, Input.class), new int[types.length]);
      return new Form.Handles(writer, reader);
    } catch (IllegalAccessException | NoSuchMethodException e) {
      throw closed(type, e);
    }
  }

  private static IllegalArgumentException closed(Class<?> type, Exception cause) {
    return new IllegalArgumentException(name(type) + " cannot be looked into: open it.", cause);
  }

  private Form component(Class<?> type, RecordComponent component) {
    String name = type.getName() + "." + component.getName();
    if (absent.contains(name)) {
      return composite("nothing", 0, Composite.Nothing::new);
    }
    Form form = form(component.getGenericType());
    if (!nullable.contains(name)) {
      return form;
    }
    return composite(
        form.text() + "?",
        1,
        () -> new Composite.Nullable(form.objectWriter(), form.objectReader()));
  }

  private Form sealed(Class<?> type) {
    List<Class<?>> records = new ArrayList<>();
    addRecords(type, records);
    if (records.size() > 256) {
      throw new IllegalArgumentException(name(type) + " has more than 256 records.");
    }
    TreeMap<Integer, Form> variants = new TreeMap<>();
    Map<Class<?>, Integer> tags = new HashMap<>();
    for (int tag = records.size() - 1; tag >= 0; tag--) {
      tags.put(records.get(tag), tag);
      variants.put(tag, form(records.get(tag)));
    }
    return union(type, false, variants, tags);
  }

  private Form language(Class<?> type, List<Class<?>> sealed) {
    TreeMap<Integer, Form> variants = new TreeMap<>();
    Map<Class<?>, Integer> tags = new HashMap<>();
    for (Class<?> each : sealed.reversed()) {
      int tag = (int) Hash.of(name(each)) & 0xFFFF;
      if (variants.put(tag, form(each)) != null) {
        throw new IllegalArgumentException(
            name(each) + " has the tag of another: it needs another name.");
      }
      List<Class<?>> records = new ArrayList<>();
      addRecords(each, records);
      records.forEach(record -> tags.put(record, tag));
    }
    return union(type, true, variants, tags);
  }

  private Form union(
      Class<?> type, boolean isWide, TreeMap<Integer, Form> variants, Map<Class<?>, Integer> tags) {
    int shortest = Integer.MAX_VALUE;
    StringBuilder text = new StringBuilder(name(type) + " =");
    for (Map.Entry<Integer, Form> each : variants.entrySet()) {
      String tag = (isWide ? "%04x" : "%02x").formatted(each.getKey());
      text.append("\n  ").append(tag).append(' ').append(each.getValue().text());
      shortest = Math.min(shortest, each.getValue().minimum());
    }
    grammar.add(text.toString());
    return composite(
        name(type),
        shortest + (isWide ? 2 : 1),
        () -> new Composite.Union(name(type), isWide, variants, tags));
  }

  /** The records under a sealed interface, also those under sealed ones below it. */
  private static void addRecords(Class<?> type, List<Class<?>> records) {
    for (Class<?> each : type.getPermittedSubclasses()) {
      if (each.isSealed()) {
        addRecords(each, records);
      } else if (!each.isRecord()) {
        refuse(each);
      } else if (!records.contains(each)) {
        records.add(each);
      }
    }
  }

  private Form constants(Class<?> type) {
    Object[] values = type.getEnumConstants();
    if (values.length > 256) {
      throw new IllegalArgumentException(name(type) + " has more than 256 constants.");
    }
    grammar.add(name(type) + " = one of " + Arrays.toString(values));
    return composite(name(type), 1, () -> new Composite.Constants(name(type), values));
  }

  private Form container(ParameterizedType type) {
    List<Form> parts = new ArrayList<>();
    int minimum = 0;
    for (Type argument : type.getActualTypeArguments()) {
      Form part = form(argument);
      parts.add(part);
      minimum += part.minimum();
    }
    Class<?> raw = (Class<?>) type.getRawType();
    boolean isSorted = raw == SortedMap.class && isComparable(type.getActualTypeArguments()[0]);
    if (minimum == 0 || raw != List.class && raw != Map.class && !isSorted) {
      // Of elements without bytes there could be any number.
      return refuse(type);
    }
    Form first = parts.get(0);
    int least = minimum;
    if (raw == List.class) {
      return composite(
          "[" + first.text() + "]",
          1,
          () -> new Composite.Elements(first.objectWriter(), first.objectReader(), least));
    }
    Form value = parts.get(1);
    String text = "[" + first.text() + " " + value.text() + "]";
    return composite(
        isSorted ? "sorted " + text : text,
        1,
        () ->
            new Composite.Pairs(
                first.objectWriter(),
                first.objectReader(),
                value.objectWriter(),
                value.objectReader(),
                least,
                isSorted));
  }

  private static boolean isComparable(Type type) {
    return type instanceof Class<?> plain && Comparable.class.isAssignableFrom(plain);
  }

  private static Form composite(String text, int minimum, Supplier<Composite> source) {
    return new Form(
        text,
        minimum,
        () -> {
          Composite composite = source.get();
          try {
            return new Form.Handles(
                LOOKUP.bind(composite, "write", methodType(void.class, Output.class, Object.class)),
                LOOKUP.bind(composite, "read", methodType(Object.class, Input.class)));
          } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
          }
        });
  }

  /** Its name and those of the types around it; tags and the format's text are made of these. */
  private static String name(Class<?> type) {
    String name = type.getName().substring(type.getPackageName().length() + 1).replace('$', '.');
    int end = name.indexOf('.') < 0 ? name.length() : name.indexOf('.');
    String outermost = name.substring(0, end);
    return RENAMED.getOrDefault(outermost, outermost) + name.substring(end);
  }
}
