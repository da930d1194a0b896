package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What users program against, {@code api.txt}: every public type of the face of a cluster and of
 * the contract of an algorithm, and everything that can be called or extended. A change of the API
 * is a change of that file; {@code -Dbaton.update=true} writes it.
 */
class ApiTest {

  private static final Path PINNED = Path.of("../api.txt");

  private static final List<String> PACKAGES = List.of("dev.baton.cluster", "dev.baton.core");

  /** Every object has these. */
  private static final Set<String> OF_OBJECT = Set.of("equals", "hashCode", "toString");

  @Test
  void isPinned() throws IOException {
    List<String> lines = new ArrayList<>();
    Files.readAllLines(PINNED).stream().takeWhile(line -> line.startsWith("#")).forEach(lines::add);
    for (String name : PACKAGES) {
      lines.add("");
      lines.add("package " + name);
      publicTypes(name).forEach(type -> describe(type, lines));
    }
    if (Boolean.getBoolean("baton.update")) {
      Files.writeString(PINNED, String.join("\n", lines) + "\n");
    }
    List<String> pinned = Files.readAllLines(PINNED);
    assertThat(without(lines, pinned)).as("not in api.txt").isEmpty();
    assertThat(without(pinned, lines)).as("only in api.txt").isEmpty();
    assertThat(lines).isEqualTo(pinned);
  }

  private static List<String> without(List<String> lines, List<String> others) {
    return lines.stream().filter(line -> !others.contains(line)).toList();
  }

  private static List<Class<?>> publicTypes(String name) {
    List<Class<?>> types =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages(name).stream()
                .filter(type -> type.getPackageName().equals(name))
                .map(JavaClass::reflect)
                .filter(ApiTest::isVisible)
                .sorted(Comparator.comparing(ApiTest::name))
                .collect(Collectors.toCollection(ArrayList::new));
    assertThat(types).as(name).hasSizeGreaterThan(5);
    return types;
  }

  /** By everybody, through all types around it. */
  private static boolean isVisible(Class<?> type) {
    Class<?> around = type.getEnclosingClass();
    boolean isNamed = !type.isAnonymousClass() && !type.isLocalClass() && !type.isSynthetic();
    return isNamed && isApi(type.getModifiers()) && (around == null || isVisible(around));
  }

  private static boolean isApi(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static String name(Class<?> type) {
    return type.getName().substring(type.getPackageName().length() + 1).replace('$', '.');
  }

  private static void describe(Class<?> type, List<String> lines) {
    String own = "\\b" + Pattern.quote(type.getPackageName()) + "\\.(?=[A-Z])";
    lines.add("");
    lines.add(head(type).replaceAll(own, ""));
    List<String> members = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      if (isApi(field.getModifiers()) && !field.isSynthetic()) {
        members.add(field(field));
      }
    }
    members.sort(null);
    Stream.of(
            callables(type.getDeclaredConstructors(), type, each -> !isOfRecord(each)),
            callables(type.getDeclaredMethods(), type, each -> !isGenerated(each)))
        .forEach(members::addAll);
    members.forEach(member -> lines.add("  " + member.replaceAll(own, "")));
  }

  private static String head(Class<?> type) {
    StringBuilder head = new StringBuilder();
    int modifiers = type.getModifiers();
    head.append(Modifier.isProtected(modifiers) ? "protected " : "");
    boolean isClass = !type.isInterface() && !type.isEnum() && !type.isRecord();
    head.append(isClass && Modifier.isAbstract(modifiers) ? "abstract " : "");
    head.append(isClass && Modifier.isFinal(modifiers) ? "final " : "");
    head.append(type.isSealed() && !type.isEnum() ? "sealed " : "");
    head.append(
        type.isAnnotation()
            ? "@interface "
            : type.isInterface()
                ? "interface "
                : type.isEnum() ? "enum " : type.isRecord() ? "record " : "class ");
    head.append(name(type)).append(variables(type.getTypeParameters()));
    if (type.isRecord()) {
      head.append(
          Arrays.stream(type.getRecordComponents())
              .map(ApiTest::component)
              .collect(Collectors.joining(", ", "(", ")")));
    }
    Type above = type.getGenericSuperclass();
    if (isClass && above != Object.class) {
      head.append(" extends ").append(text(above));
    }
    Type[] interfaces = type.getGenericInterfaces();
    if (interfaces.length > 0) {
      head.append(type.isInterface() ? " extends " : " implements ").append(list(interfaces));
    }
    return head.toString();
  }

  private static String component(RecordComponent component) {
    return text(component.getGenericType()) + " " + component.getName();
  }

  private static String field(Field field) {
    if (field.isEnumConstant()) {
      return field.getName();
    }
    return modifiers(field) + text(field.getGenericType()) + " " + field.getName();
  }

  /** The constructors or methods that can be called or overridden, sorted. */
  private static <E extends Executable> Collection<String> callables(
      E[] declared, Class<?> type, Predicate<E> isWritten) {
    return Arrays.stream(declared)
        .filter(each -> isApi(each.getModifiers()) && !each.isSynthetic())
        .filter(each -> Modifier.isPublic(each.getModifiers()) || isExtensible(each))
        .filter(isWritten)
        .sorted(Comparator.comparing(E::getName).thenComparing(each -> callable(each, type)))
        .map(each -> callable(each, type))
        .toList();
  }

  private static String callable(Executable callable, Class<?> type) {
    StringBuilder text = new StringBuilder(modifiers(callable));
    text.append(callable instanceof Method method && method.isDefault() ? "default " : "");
    String variables = variables(callable.getTypeParameters());
    text.append(variables.isEmpty() ? "" : variables + " ");
    if (callable instanceof Method method) {
      text.append(text(method.getGenericReturnType())).append(' ').append(method.getName());
    } else {
      text.append(type.getSimpleName());
    }
    String parameters = list(callable.getGenericParameterTypes());
    text.append('(');
    text.append(callable.isVarArgs() ? parameters.replaceFirst("\\[]$", "...") : parameters);
    text.append(')');
    Type[] thrown = callable.getGenericExceptionTypes();
    return text.append(thrown.length == 0 ? "" : " throws " + list(thrown)).toString();
  }

  /** The constructor of all components, which the head shows. */
  private static boolean isOfRecord(Constructor<?> constructor) {
    Class<?> type = constructor.getDeclaringClass();
    return type.isRecord()
        && Arrays.equals(
            constructor.getParameterTypes(),
            Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new));
  }

  /** What every object, every enum or this record has, whether it is written or not. */
  private static boolean isGenerated(Method method) {
    Class<?> type = method.getDeclaringClass();
    boolean isAccessor =
        type.isRecord()
            && Arrays.stream(type.getRecordComponents())
                .anyMatch(component -> component.getAccessor().equals(method));
    boolean isOfEnum = type.isEnum() && Set.of("values", "valueOf").contains(method.getName());
    return isAccessor || isOfEnum || OF_OBJECT.contains(method.getName());
  }

  private static String modifiers(Member member) {
    int modifiers = member.getModifiers();
    boolean isField = member instanceof Field;
    boolean inInterface = member.getDeclaringClass().isInterface();
    return (Modifier.isProtected(modifiers) ? "protected " : "")
        + (Modifier.isStatic(modifiers) ? "static " : "")
        + (Modifier.isAbstract(modifiers) && !inInterface ? "abstract " : "")
        + (Modifier.isFinal(modifiers) && isField ? "final " : "")
        + (Modifier.isFinal(modifiers) && !isField && isExtensible(member) ? "final " : "");
  }

  private static boolean isExtensible(Member member) {
    return !Modifier.isFinal(member.getDeclaringClass().getModifiers());
  }

  private static String variables(TypeVariable<?>[] variables) {
    return variables.length == 0
        ? ""
        : Arrays.stream(variables)
            .map(
                variable ->
                    variable.getBounds()[0] == Object.class
                        ? variable.getName()
                        : variable.getName() + " extends " + list(variable.getBounds()))
            .collect(Collectors.joining(", ", "<", ">"));
  }

  private static String list(Type[] types) {
    return Arrays.stream(types).map(ApiTest::text).collect(Collectors.joining(", "));
  }

  /** Without the packages of the JDK. */
  private static String text(Type type) {
    return type.getTypeName().replace('$', '.').replaceAll("\\bjava(\\.[a-z]+)+\\.(?=[A-Z])", "");
  }
}
