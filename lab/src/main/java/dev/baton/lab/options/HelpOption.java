package dev.baton.lab.options;

import picocli.CommandLine.Option;

/** {@code --help}, which every command understands. */
public final class HelpOption {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Explain this command.")
  private boolean help;
}
