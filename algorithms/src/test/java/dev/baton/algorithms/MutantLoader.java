package dev.baton.algorithms;

import dev.baton.core.Node;
import dev.baton.core.Setup;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles a {@link SourceMutant} in memory and loads it. All classes of the algorithms' package
 * are loaded once more with it: those of another loader would not see what is package-private here.
 */
final class MutantLoader extends ClassLoader {

  private static final String PACKAGE = "dev.baton.algorithms.";
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  /** Each remembers what is on the class path, and serves one thread. */
  private static final ThreadLocal<JavaFileManager> FILES =
      ThreadLocal.withInitial(() -> COMPILER.getStandardFileManager(null, null, null));

  /**
   * The other classes, by name. Those of the algorithms are compiled with {@link Fuel}, too: the
   * loop that does not end may be in a class that calls the changed one, and what fills up the fuel
   * of a changed helper are the handlers that call it.
   */
  private static final Map<String, byte[]> UNCHANGED = new ConcurrentHashMap<>();

  /** What the compiler writes, by the name of the class. */
  private static final class Written extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

    Written(JavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("memory:///" + name), kind) {
        @Override
        public OutputStream openOutputStream() {
          return classes.computeIfAbsent(name, n -> new ByteArrayOutputStream());
        }
      };
    }
  }

  private final Map<String, ByteArrayOutputStream> changed;

  private MutantLoader(Map<String, ByteArrayOutputStream> changed) {
    super(MutantLoader.class.getClassLoader());
    this.changed = changed;
    setDefaultAssertionStatus(true);
  }

  /** Null if the compiler refuses the mutant. */
  static MutantLoader load(SourceMutant mutant) {
    Map<String, ByteArrayOutputStream> classes = compile(mutant.type(), mutant.source());
    return classes == null ? null : new MutantLoader(classes);
  }

  /** Null if the compiler refuses the source. */
  private static Map<String, ByteArrayOutputStream> compile(String type, String source) {
    List<String> options =
        List.of("-proc:none", "-nowarn", "-Xlint:none", "-implicit:none", "-cp", classPath());
    List<JavaFileObject> sources = List.of(SourceMutants.source(type, source));
    Written written = new Written(FILES.get());
    boolean compiles =
        COMPILER
            .getTask(Writer.nullWriter(), written, problem -> {}, options, null, sources)
            .call();
    return compiles ? written.classes : null;
  }

  private static String classPath() {
    return Stream.of(Node.class, Catalog.class, Fuel.class)
        .map(MutantLoader::place)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolves) throws ClassNotFoundException {
    if (!name.startsWith(PACKAGE)) {
      return super.loadClass(name, resolves);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      byte[] bytes = changed.containsKey(name) ? changed.get(name).toByteArray() : unchanged(name);
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  private byte[] unchanged(String name) {
    if (!UNCHANGED.containsKey(name)) {
      String type = name.substring(PACKAGE.length()).replaceAll("\\$.*", "");
      if (Files.exists(SourceMutants.file(type))) {
        compile(type, SourceMutants.fuelled(type))
            .forEach((part, code) -> UNCHANGED.put(part, code.toByteArray()));
      } else {
        UNCHANGED.put(name, onClassPath(name));
      }
    }
    return UNCHANGED.get(name);
  }

  private byte[] onClassPath(String name) {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What builds the nodes of a class with the change in it. */
  Function<Setup, Node<?>[]> nodes(String type) {
    try {
      Method nodes = loadClass(PACKAGE + type).getDeclaredMethod("nodes", Setup.class);
      nodes.setAccessible(true);
      return setup -> invoke(nodes, setup);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Node<?>[] invoke(Method nodes, Setup setup) {
    try {
      return (Node<?>[]) nodes.invoke(null, setup);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
