package dev.baton.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report as a reader sees it: offline, in light and dark, on a desk and on a telephone. */
@Tag("process")
class ReportBrowserTest {

  private static final List<Path> BROWSERS =
      List.of(
          Path.of("/usr/bin/chromium"),
          Path.of("/usr/bin/chromium-browser"),
          Path.of("/usr/bin/google-chrome"));

  private static final List<String> EXPERIMENTS =
      List.of("raysuz-phases", "request-collectors-single", "klme-single");

  @TempDir private Path directory;

  @Test
  void everyExperimentHasItsPlotTableAndVerdict() {
    Path browser = BROWSERS.stream().filter(Files::isExecutable).findFirst().orElse(null);
    assumeTrue(browser != null, "no Chromium is installed: the report is not looked at");
    List<Experiment> experiments = new ArrayList<>();
    EXPERIMENTS.forEach(name -> experiments.addAll(Experiments.named(name)));
    ExperimentRun run = new ExperimentRun(directory, experiments, true);
    run.begin(false);
    run.run(2, new ExperimentRun.Silence());

    Playwright.CreateOptions noDownload =
        new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"));
    BrowserType.LaunchOptions launch =
        new BrowserType.LaunchOptions()
            .setExecutablePath(browser)
            .setArgs(List.of("--no-sandbox", "--disable-gpu"));
    try (Playwright playwright = Playwright.create(noDownload);
        Browser chromium = playwright.chromium().launch(launch)) {
      for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
        for (int width : new int[] {1280, 390}) {
          look(chromium, scheme, width);
        }
      }
    }
  }

  private void look(Browser chromium, ColorScheme scheme, int width) {
    Browser.NewContextOptions options =
        new Browser.NewContextOptions()
            .setViewportSize(width, 900)
            .setColorScheme(scheme)
            .setOffline(true);
    try (BrowserContext context = chromium.newContext(options)) {
      List<String> complaints = new ArrayList<>();
      Page page = context.newPage();
      page.onConsoleMessage(message -> complaints.add(message.text()));
      page.onPageError(complaints::add);
      page.onRequestFailed(request -> complaints.add(request.url()));
      page.navigate(directory.resolve("index.html").toUri().toString());

      for (String name : EXPERIMENTS) {
        Locator section = page.locator("#" + name);
        assertThat(section.locator("img.plot").count()).isPositive();
        assertThat(section.locator("table.claims td.verdict").count()).isPositive();
        section.locator("details summary").click();
        assertThat(section.locator("table.cells tbody tr").count()).isPositive();
        assertThat(section.locator("table.cells").isVisible()).isTrue();
      }
      assertThat(
              page.evaluate(
                  "Array.from(document.images).every(i => i.complete && i.naturalWidth > 0)"))
          .isEqualTo(true);
      assertThat(page.evaluate("document.documentElement.scrollWidth"))
          .as("nothing sticks out at %d", width)
          .isEqualTo(width);
      boolean isDark =
          (Boolean) page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches");
      assertThat(isDark).isEqualTo(scheme == ColorScheme.DARK);
      assertThat(page.evaluate("getComputedStyle(document.body).backgroundColor"))
          .isEqualTo(isDark ? "rgb(22, 24, 27)" : "rgb(255, 255, 255)");
      assertThat(complaints).isEmpty();
    }
  }
}
