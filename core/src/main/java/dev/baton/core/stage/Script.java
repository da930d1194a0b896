package dev.baton.core.stage;

import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a scenario file: a head of settings, then steps, and below each step, indented, what
 * it does. A line that begins with # is a comment. What settings and steps there are is up to the
 * caller.
 */
public final class Script {

  /** A line that is wrong in itself: its file, number, and what is wrong, in one sentence. */
  public static final class WrongLine extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    WrongLine(String file, int line, String what) {
      super(file + " line " + line + ": " + what);
    }
  }

  /** Takes the settings of the head. */
  public interface Head {

    /** Returns false for a line that is not a setting: the steps begin with it. */
    boolean read(int line, String key, String value);
  }

  /** Runs the steps. */
  public interface Steps {

    /** Runs one step; returns what happens, a line each. */
    List<String> run(int line, String text);

    /** Whether a step lets something happen, instead of showing what has happened. */
    boolean isEvent(String text);
  }

  /** What running a script gave. */
  public record Result(String transcript, List<String> differences, int events) {
    public boolean matches() {
      return differences.isEmpty();
    }
  }

  private static final String INDENT = "  ";

  private final String file;
  private final String[] lines;

  /** The first line after the head. */
  private int firstStep;

  public Script(String file, String text) {
    this.file = file;
    lines = text.split("\r?\n", -1);
  }

  /** Reads the settings. */
  public void readHead(Head head) {
    int line = 0;
    for (; line < lines.length; line++) {
      String text = lines[line].strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      int space = text.indexOf(' ');
      String key = space < 0 ? text : text.substring(0, space);
      String value = space < 0 ? "" : text.substring(space + 1).strip();
      if (!head.read(line, key, value)) {
        break;
      }
    }
    firstStep = line;
  }

  /** What is thrown if something is missing before the first step. */
  public WrongLine missing(String what) {
    return wrong(Math.min(firstStep, Math.max(0, lines.length - 2)), what);
  }

  /** What is thrown if the settings do not fit together. */
  public WrongLine wrongHead(String what) {
    return wrong(firstStep - 1, what);
  }

  /**
   * Runs the steps and compares what happens with the indented lines.
   *
   * @throws WrongLine if a line asks for something that cannot happen
   */
  public Result run(Steps steps) {
    StringBuilder transcript = new StringBuilder();
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < firstStep; i++) {
      transcript.append(lines[i]).append('\n');
    }
    int events = 0;
    int line = firstStep;
    while (line < lines.length) {
      String text = lines[line].strip();
      int at = line++;
      if (at == lines.length - 1 && text.isEmpty()) {
        break;
      }
      transcript.append(lines[at]).append('\n');
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      List<String> expected = new ArrayList<>();
      while (line < lines.length && isIndented(lines[line])) {
        expected.add(lines[line++].strip());
      }
      List<String> actual = steps.run(at, text);
      for (String effect : actual) {
        transcript.append(INDENT).append(effect).append('\n');
      }
      if (!actual.stream().map(String::strip).toList().equals(expected)) {
        differences.add(
            file
                + " line "
                + (at + 1)
                + ": after '"
                + text
                + "' expected "
                + expected
                + ", got "
                + actual);
      }
      events += steps.isEvent(text) ? 1 : 0;
    }
    return new Result(transcript.toString(), differences, events);
  }

  private static boolean isIndented(String line) {
    return !line.isBlank() && Character.isWhitespace(line.charAt(0));
  }

  /** Reads a number. */
  public int number(int line, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw wrong(line, "a number is expected, not '" + text + "'.");
    }
  }

  /** What is thrown if a line is wrong. */
  public WrongLine wrong(int line, String what) {
    return new WrongLine(file, line + 1, what);
  }
}
