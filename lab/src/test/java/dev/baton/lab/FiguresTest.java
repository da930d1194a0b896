package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.Catalog;
import dev.baton.core.stage.Trace;
import dev.baton.web.CatalogLibrary;
import dev.baton.web.Recorder;
import dev.baton.web.SpaceTimeSvg;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The page of each algorithm shows a scenario as {@code baton trace --svg} draws it; {@code
 * -Dbaton.update=true} draws them.
 */
class FiguresTest {

  /** Tests run in the directory of their module. */
  private static final Path PAGES = Path.of("../docs/algorithms");

  private static final Pattern FIGURE =
      Pattern.compile(
          "!\\[[^]]+]\\((figures/[a-z0-9-]+\\.svg)\\)\\s+\\[[^]]+]\\(([^)]+\\.trace)\\)");

  static List<String> algorithms() {
    return Catalog.entries().stream().map(Catalog.Entry::id).toList();
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void thePageShowsAScenario(String id) throws IOException {
    Matcher figure = FIGURE.matcher(Files.readString(PAGES.resolve(id + ".md")));
    assertThat(figure.find()).as("a figure, and the trace that it is drawn from").isTrue();
    Path file = PAGES.resolve(figure.group(1));
    String trace = Files.readString(PAGES.resolve(figure.group(2)));
    String drawn =
        SpaceTimeSvg.of(Recorder.of(Trace.parse(id, trace).schedule(new CatalogLibrary())));
    if (Boolean.getBoolean("baton.update")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, drawn);
    } else {
      assertThat(Files.readString(file)).as("draw it with -Dbaton.update=true").isEqualTo(drawn);
    }
  }
}
