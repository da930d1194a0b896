package dev.baton.algorithms;

import com.sun.source.tree.AssertTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Every small change of a class: each statement left out, each condition and each part of one
 * negated, each number and each bound one more or less.
 *
 * <p>What is not behaviour is not changed: assertions, and checks that only throw; methods that
 * take a {@code State} (they save and show a node); what tells of permits that lie unused; and what
 * builds the nodes before anything happens, {@code nodes} and constructors.
 */
final class SourceMutants extends TreeScanner<Void, Void> {

  private static final Path SOURCES = Path.of("src/main/java/dev/baton/algorithms");

  private static final Set<String> NOT_BEHAVIOUR =
      Set.of("nodes", "<init>", "toString", "idlePermits", "unusedPermits");

  private static final String BURN = " Fuel.burn();";
  private static final String FILL = " Fuel.fill();";

  private static final Set<Tree.Kind> LEFT_OUT =
      Set.of(
          Tree.Kind.EXPRESSION_STATEMENT,
          Tree.Kind.IF,
          Tree.Kind.FOR_LOOP,
          Tree.Kind.ENHANCED_FOR_LOOP,
          Tree.Kind.WHILE_LOOP,
          Tree.Kind.DO_WHILE_LOOP,
          Tree.Kind.SWITCH,
          Tree.Kind.RETURN,
          Tree.Kind.BREAK,
          Tree.Kind.CONTINUE);

  private static final Map<Tree.Kind, String[]> BOUNDS =
      Map.of(
          Tree.Kind.LESS_THAN, new String[] {"<", "<="},
          Tree.Kind.LESS_THAN_EQUAL, new String[] {"<=", "<"},
          Tree.Kind.GREATER_THAN, new String[] {">", ">="},
          Tree.Kind.GREATER_THAN_EQUAL, new String[] {">=", ">"});

  private static final Map<Tree.Kind, String[]> STEPS =
      Map.of(
          Tree.Kind.POSTFIX_INCREMENT, new String[] {"++", "--"},
          Tree.Kind.POSTFIX_DECREMENT, new String[] {"--", "++"},
          Tree.Kind.PREFIX_INCREMENT, new String[] {"++", "--"},
          Tree.Kind.PREFIX_DECREMENT, new String[] {"--", "++"});

  private final String type;
  private final String text;
  private final CompilationUnitTree unit;
  private final SourcePositions positions;

  /** Where a loop's or a handler's body begins, and what is added there. */
  private final TreeMap<Integer, String> fuel = new TreeMap<>();

  private final List<SourceMutant> mutants = new ArrayList<>();
  private final Map<String, Integer> names = new HashMap<>();
  private String method = "";

  private SourceMutants(String type, String text) throws IOException {
    this.type = type;
    this.text = text;
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, null, null, null, List.of(source(type, text)));
    positions = Trees.instance(task).getSourcePositions();
    unit = task.parse().iterator().next();
    scan(unit, null);
  }

  static JavaFileObject source(String type, String text) {
    URI uri = URI.create("string:///dev/baton/algorithms/" + type + ".java");
    return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoresErrors) {
        return text;
      }
    };
  }

  /** All mutants of a class; the compiler may refuse some. */
  static List<SourceMutant> of(String type) {
    try {
      return of(type, Files.readString(file(type)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<SourceMutant> of(String type, String text) throws IOException {
    return new SourceMutants(type, fuelled(type, text)).mutants;
  }

  /** A class that is not changed, but for the calls that keep it from looping for ever. */
  static String fuelled(String type) {
    try {
      return fuelled(type, Files.readString(file(type)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String fuelled(String type, String text) throws IOException {
    StringBuilder fuelled = new StringBuilder(text);
    new SourceMutants(type, text).fuel.descendingMap().forEach(fuelled::insert);
    return fuelled.toString();
  }

  static Path file(String type) {
    return SOURCES.resolve(type + ".java");
  }

  // What is changed.

  @Override
  public Void visitMethod(MethodTree tree, Void none) {
    String before = method;
    method = tree.getName().toString();
    boolean takesState =
        tree.getParameters().stream().anyMatch(p -> p.getType().toString().equals("State"));
    if (tree.getBody() != null && (method.startsWith("on") || method.equals("nodes"))) {
      fuel.put(start(tree.getBody()) + 1, FILL);
    }
    if (!takesState && !NOT_BEHAVIOUR.contains(method)) {
      scan(tree.getBody(), none);
    }
    method = before;
    return null;
  }

  /** Fields are the initial state, which is not behaviour. */
  @Override
  public Void visitVariable(VariableTree tree, Void none) {
    return method.isEmpty() ? null : scan(tree.getInitializer(), none);
  }

  @Override
  public Void visitAssert(AssertTree tree, Void none) {
    return null;
  }

  @Override
  public Void visitBlock(BlockTree tree, Void none) {
    for (StatementTree statement : tree.getStatements()) {
      if (!isCheck(statement) && !textOf(statement).startsWith("Fuel.")) {
        leaveOut(statement);
        scan(statement, none);
      }
    }
    return null;
  }

  @Override
  public Void visitCase(CaseTree tree, Void none) {
    if (tree.getBody() instanceof StatementTree body && !(body instanceof BlockTree)) {
      leaveOut(body);
    }
    return super.visitCase(tree, none);
  }

  private void leaveOut(StatementTree statement) {
    if (LEFT_OUT.contains(statement.getKind())) {
      add("left out", firstLine(textOf(statement)), statement, "{}");
    }
  }

  /** Whether all that a statement does is to throw, if something is wrong. */
  private static boolean isCheck(StatementTree statement) {
    if (statement instanceof BlockTree block) {
      return block.getStatements().size() == 1 && isCheck(block.getStatements().get(0));
    }
    if (statement instanceof IfTree choice) {
      return choice.getElseStatement() == null && isCheck(choice.getThenStatement());
    }
    return statement.getKind() == Tree.Kind.THROW || statement.getKind() == Tree.Kind.ASSERT;
  }

  @Override
  public Void visitIf(IfTree tree, Void none) {
    negate(tree.getCondition());
    return super.visitIf(tree, none);
  }

  @Override
  public Void visitWhileLoop(WhileLoopTree tree, Void none) {
    negate(tree.getCondition());
    burn(tree.getStatement());
    return super.visitWhileLoop(tree, none);
  }

  @Override
  public Void visitDoWhileLoop(DoWhileLoopTree tree, Void none) {
    negate(tree.getCondition());
    burn(tree.getStatement());
    return super.visitDoWhileLoop(tree, none);
  }

  @Override
  public Void visitForLoop(ForLoopTree tree, Void none) {
    if (tree.getCondition() != null) {
      negate(tree.getCondition());
    }
    burn(tree.getStatement());
    return super.visitForLoop(tree, none);
  }

  @Override
  public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void none) {
    burn(tree.getStatement());
    return super.visitEnhancedForLoop(tree, none);
  }

  private void burn(StatementTree body) {
    if (body instanceof BlockTree) {
      fuel.put(start(body) + 1, BURN);
    }
  }

  @Override
  public Void visitConditionalExpression(ConditionalExpressionTree tree, Void none) {
    negate(tree.getCondition());
    return super.visitConditionalExpression(tree, none);
  }

  private void negate(ExpressionTree condition) {
    ExpressionTree inner = condition;
    while (inner instanceof ParenthesizedTree parentheses) {
      inner = parentheses.getExpression();
    }
    String old = textOf(inner);
    add("negated", firstLine(old), inner, "!(" + old + ")");
  }

  @Override
  public Void visitBinary(BinaryTree tree, Void none) {
    if (Set.of(Tree.Kind.CONDITIONAL_AND, Tree.Kind.CONDITIONAL_OR).contains(tree.getKind())) {
      negatePart(tree.getLeftOperand(), tree.getKind());
      negatePart(tree.getRightOperand(), tree.getKind());
    }
    if (BOUNDS.containsKey(tree.getKind())) {
      String[] change = BOUNDS.get(tree.getKind());
      int at = text.indexOf(change[0], end(tree.getLeftOperand()));
      add(change[0] + " is " + change[1], textOf(tree), at, at + change[0].length(), change[1]);
    }
    return super.visitBinary(tree, none);
  }

  /** In {@code a && b && c}, the part {@code a && b} is not one that anybody sees. */
  private void negatePart(ExpressionTree part, Tree.Kind around) {
    if (part.getKind() != around) {
      negate(part);
    }
  }

  @Override
  public Void visitLiteral(LiteralTree tree, Void none) {
    if (tree.getKind() == Tree.Kind.INT_LITERAL) {
      for (int step : new int[] {1, -1}) {
        String changed = Integer.toString((int) tree.getValue() + step);
        String replacement = changed.startsWith("-") ? "(" + changed + ")" : changed;
        add(textOf(tree) + " is " + changed, line(start(tree)), tree, replacement);
      }
    }
    return null;
  }

  @Override
  public Void visitUnary(UnaryTree tree, Void none) {
    if (STEPS.containsKey(tree.getKind())) {
      String[] change = STEPS.get(tree.getKind());
      String old = textOf(tree);
      add(
          change[0] + " is " + change[1],
          line(start(tree)),
          tree,
          old.replace(change[0], change[1]));
    }
    return super.visitUnary(tree, none);
  }

  // How it is changed.

  private void add(String what, String where, Tree tree, String replacement) {
    add(what, where, start(tree), end(tree), replacement);
  }

  private void add(String what, String where, int from, int to, String replacement) {
    if (method.isEmpty()) {
      return;
    }
    String name = method + ": " + what + ": " + where.replaceAll("\\s+", " ");
    int times = names.merge(name, 1, Integer::sum);
    String unique = times == 1 ? name : name + " (" + times + ")";
    String changed = text.substring(0, from) + replacement + text.substring(to);
    mutants.add(new SourceMutant(type, unique, changed));
  }

  private int start(Tree tree) {
    return (int) positions.getStartPosition(unit, tree);
  }

  private int end(Tree tree) {
    return (int) positions.getEndPosition(unit, tree);
  }

  private String textOf(Tree tree) {
    return text.substring(start(tree), end(tree));
  }

  /** The line around a place, as it is in the source. */
  private String line(int at) {
    int from = text.lastIndexOf('\n', at) + 1;
    return firstLine(text.substring(from));
  }

  private static String firstLine(String code) {
    int end = code.indexOf('\n');
    String line = end < 0 ? code : code.substring(0, end);
    return line.replace(BURN, "").replace(FILL, "").strip();
  }
}
