package dev.baton.lab;

import dev.baton.lab.options.HelpOption;
import dev.baton.lab.run.TextFile;
import dev.baton.page.PageServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code baton lab}: the page on which runs can be looked at. */
@Command(
    name = "lab",
    header = "Look at runs in a browser: step by step, forked, checked and compared.",
    description =
        "%nServes a page on this machine, and prints its address. The page runs the algorithms"
            + " itself: the same classes, compiled to JavaScript. It asks nobody else for anything,"
            + " and nobody on another machine can reach it.%n",
    customSynopsis = "baton lab [options]",
    synopsisHeading = "%nUsage: ",
    descriptionHeading = "",
    optionListHeading = "Options:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  baton lab --open",
      "  baton lab --port 0                 any port that is free",
      "  baton lab --save baton-lab.html    all of it in one file, which opens from disk"
    },
    usageHelpWidth = 100,
    sortOptions = false)
final class LabCommand implements Callable<Integer> {

  private static final int MOST_PORTS = 65_535;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8080",
      converter = Port.class,
      description = "Where to serve it; 0 for any that is free (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(names = "--open", description = "Open it in the browser.")
  private boolean open;

  @Option(
      names = "--save",
      paramLabel = "FILE",
      description = "Write the page to a file instead, which needs no server.")
  private Path save;

  @Mixin private HelpOption help;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    if (save != null) {
      TextFile.checkDirectory(save);
      TextFile.write(save, new String(PageServer.file("baton-lab.html"), StandardCharsets.UTF_8));
      out.println("The lab is in " + save + ": open it in a browser.");
      return 0;
    }
    try (PageServer server = start()) {
      out.println("The lab is at " + server.address() + " (Ctrl+C ends it).");
      out.flush();
      if (open) {
        open(server.address());
      }
      // Until the process is ended.
      new CountDownLatch(1).await();
    }
    return 0;
  }

  private PageServer start() throws IOException {
    try {
      return PageServer.start(port, null);
    } catch (BindException e) {
      int other = port == MOST_PORTS ? port - 1 : port + 1;
      throw new IllegalArgumentException(
          isForRootOnly(e)
              ? "Port " + port + " is not for this user: write --port 8080, or another above 1023."
              : "Port "
                  + port
                  + " is taken: write --port "
                  + other
                  + ", or --port 0 for any that is free.",
          e);
    }
  }

  static final class Port implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      try {
        int port = Integer.parseInt(text);
        if (port >= 0 && port <= MOST_PORTS) {
          return port;
        }
      } catch (NumberFormatException e) {
        // The same sentence.
      }
      throw new TypeConversionException(
          "'" + text + "' is not a port: write a number from 0 to " + MOST_PORTS + ".");
    }
  }

  /** The JDK throws the same exception, and the system's word for it is in the message. */
  private static boolean isForRootOnly(BindException e) {
    return String.valueOf(e.getMessage()).contains("ermission denied");
  }

  /** Whoever has no browser here sees the address all the same. */
  private void open(URI address) {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    List<String> command =
        system.contains("win")
            ? List.of("rundll32", "url.dll,FileProtocolHandler", address.toString())
            : List.of(system.contains("mac") ? "open" : "xdg-open", address.toString());
    try {
      new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      spec.commandLine()
          .getErr()
          .println("baton: no browser was found here; open the address in one.");
    }
  }
}
