package dev.baton.lab;

import picocli.CommandLine.Option;

/** {@code --help}, which every command understands. */
final class HelpOption {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Explain this command.")
  private boolean help;
}
