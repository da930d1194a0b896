package dev.baton.lab.options;

import dev.baton.lab.member.Durations;
import dev.baton.lab.run.TextFile;
import dev.baton.simulator.Demand;
import dev.baton.simulator.Distribution;
import dev.baton.simulator.Mobility;
import dev.baton.simulator.Topology;
import dev.baton.simulator.Workload;
import dev.baton.simulator.Zones;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** How the values of options are read, the same for commands and for the cells of experiments. */
public final class OptionTypes {

  private OptionTypes() {}

  /** Teaches a command line the types of our options, and returns it. */
  public static CommandLine register(CommandLine line) {
    // An argument that begins with @ is not the name of a file with more arguments.
    line.setExpandAtFiles(false);
    line.registerConverter(
        Distribution.class, reading(text -> Distribution.parse(text, OptionTypes::file)));
    line.registerConverter(
        Workload.class, reading(text -> Workload.parse(text, OptionTypes::file)));
    line.registerConverter(Demand.class, reading(Demand::parse));
    line.registerConverter(Mobility.class, reading(Mobility::parse));
    line.registerConverter(Topology.class, reading(Topology::parse));
    line.registerConverter(Duration.class, reading(Durations::parse));
    line.registerConverter(Integer.class, OptionTypes::wholeNumber);
    line.registerConverter(int.class, OptionTypes::wholeNumber);
    line.registerConverter(Long.class, OptionTypes::longNumber);
    line.registerConverter(long.class, OptionTypes::longNumber);
    return line;
  }

  private static String file(String name) {
    return TextFile.read(Path.of(name));
  }

  private static Zones zones(String file) {
    return Zones.parse(file, file(file));
  }

  /**
   * What a file says of the zones of so many nodes.
   *
   * @throws IllegalArgumentException with one sentence, if it is not a file of zones or has others
   */
  public static Zones zones(String file, int nodes) {
    Zones zones = zones(file);
    if (zones.nodes() != nodes) {
      throw new IllegalArgumentException(
          file
              + " has zones of "
              + zones.nodes()
              + " nodes in all: write --nodes "
              + zones.nodes()
              + ".");
    }
    return zones;
  }

  private static <T> CommandLine.ITypeConverter<T> reading(Function<String, T> parse) {
    return text -> {
      try {
        return parse.apply(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    };
  }

  private static int wholeNumber(String text) {
    long number = longNumber(text);
    if (number != (int) number) {
      throw new TypeConversionException("'" + text + "' is too large: write 9, for example.");
    }
    return (int) number;
  }

  private static long longNumber(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "'" + text + "' is not a whole number: write 9, for example.");
    }
  }
}
