package dev.baton.lab;

import dev.baton.lab.run.Memory;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Answers a user's mistake with one line and exit code 2; only a bug of ours has a stack trace. */
final class Mistakes implements IParameterExceptionHandler, IExecutionExceptionHandler {

  static final int WRONG_USAGE = CommandLine.ExitCode.USAGE;
  private static final int BUG = 3;

  private final PrintWriter err;

  Mistakes(PrintWriter err) {
    this.err = err;
  }

  /** An option, an argument or a command that cannot be understood. */
  @Override
  public int handleParseException(ParameterException e, String[] args) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    String line =
        switch (e) {
          case UnmatchedArgumentException unmatched -> unmatched(unmatched);
          case OverwrittenOptionException twice
              when twice.getOverwritten() instanceof OptionSpec o ->
              o.longestName() + " is written twice.";
          default ->
              sentence(e.getMessage().replaceFirst("^Invalid value for option '(.*?)'", "$1"));
        };
    return say(line.contains(": write ") ? line : line + " See '" + command + " --help'.");
  }

  private static String unmatched(UnmatchedArgumentException e) {
    String argument = e.getUnmatched().get(0);
    String what = "There is no argument '" + argument + "' here";
    if (e.isUnknownOption()) {
      what = "There is no option '" + argument + "'";
    } else if (isCommandExpected(e)) {
      what = "There is no command '" + argument + "'";
    }
    // The most similar come first.
    List<String> suggestions = e.getSuggestions().stream().limit(2).toList();
    return suggestions.isEmpty()
        ? what + "."
        : what + ": did you mean " + String.join(" or ", suggestions) + "?";
  }

  private static boolean isCommandExpected(UnmatchedArgumentException e) {
    return !e.getCommandLine().getSubcommands().isEmpty();
  }

  /** Something that does not fit together, or a bug. */
  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    if (e instanceof IllegalArgumentException && e.getMessage() != null) {
      return say(sentence(e.getMessage()));
    }
    err.println("baton: this is a bug in Baton, not a mistake of yours. Please report it:");
    e.printStackTrace(err);
    return BUG;
  }

  int onOutOfMemory() {
    return say(
        "The memory of this JVM, "
            + Memory.text(Memory.heap())
            + ", is not enough: write fewer nodes, entries or trials, or give it more with"
            + " BATON_JAVA_OPTS=-Xmx"
            + Memory.text(2 * Memory.heap())
            + ".");
  }

  private int say(String line) {
    err.println("baton: " + line);
    return WRONG_USAGE;
  }

  /** On one line, with a full stop. */
  private static String sentence(String message) {
    String line = message.strip().replaceAll("\\s*\\R\\s*", " ");
    return line.endsWith(".") || line.endsWith("?") ? line : line + ".";
  }
}
