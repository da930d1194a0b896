package dev.baton.lab.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.baton.algorithms.Catalog;
import dev.baton.web.CatalogLibrary;
import dev.baton.web.Desk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Every algorithm in the browser says what it says on the JVM. */
@Tag("long")
class PageLongTest {

  private static PageBrowser browser;
  private static final Desk DESK = new Desk(new CatalogLibrary());

  @BeforeAll
  static void start() throws IOException {
    browser = PageBrowser.start();
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void everyAlgorithmRunsAsOnTheJvm() {
    Page page = browser.lab();
    for (Catalog.Entry algorithm : Catalog.entries()) {
      String options = algorithm.id() + " --nodes 9 --workload think:4 --seed 7 --entries 60";
      assertThat(PageBrowser.eventHash(PageBrowser.ask(page, "simulate", options, 20_000)))
          .as(options)
          .isEqualTo(PageBrowser.eventHash(DESK.simulate(options, 20_000)));
    }
    browser.assertNoComplaint();
  }

  @Test
  void searchesSeeTheStatesOfTheJvm() {
    Page page = browser.lab();
    for (String options :
        List.of(
            "raymond --nodes 4 --requests 1",
            "naimi-trehel --nodes 3 --requests 2",
            "suzuki-kasami --nodes 3 --requests 1 --channels any",
            "singhal-heuristic --nodes 3 --requests 1",
            "ricart-agrawala --nodes 3 --requests 1",
            "lamport --nodes 3 --requests 1 --channels any",
            "maekawa --nodes 3 --requests 1",
            "neilsen-mizuno --nodes 4 --requests 1",
            "raysuz --nodes 3 --requests 1",
            "request-collectors --nodes 3 --requests 1",
            "klme --nodes 3 --requests 1 --joins 1")) {
      Object checked = PageBrowser.ask(page, "check", options, 1e9);
      String expected = DESK.check(options, 1_000_000_000, (states, frontier, depth) -> {});
      for (String field : List.of("verdict", "states", "transitions", "depth")) {
        assertThat(PageBrowser.field(checked, field))
            .as(options + ": " + field)
            .isEqualTo(PageBrowser.field(expected, field));
      }
    }
    browser.assertNoComplaint();
  }

  @Test
  void everyTraceOpens() {
    Page page = browser.lab();
    Object failures =
        page.evaluate(
            """
            async () => {
              const { Engine } = await import("baton/engine.js");
              const { TRACES } = await import("baton/traces.js");
              const engine = new Engine();
              const failures = [];
              for (const trace of TRACES) {
                await engine.ask("open", trace.text).catch(error => failures.push(`${trace.file}: ${error.message}`));
              }
              return failures;
            }
            """);
    assertThat((List<?>) failures).isEmpty();
  }

  @Test
  void axeFindsNothingAnywhere() {
    for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      for (int width : new int[] {1280, 390}) {
        Page page = browser.page(width, 900, scheme);
        for (String view :
            List.of("lab", "lessons", "lessons/maekawa", "check", "compare", "structures")) {
          page.navigate(browser.address() + "#/" + view);
          assertThat(page.locator("main")).isVisible();
          assertThat(PageBrowser.barriers(page)).as(view + ", " + scheme + ", " + width).isEmpty();
        }
      }
    }
  }

  /** The pictures of the guide, drawn again with {@code -Dbaton.update=true}. */
  @Test
  @EnabledIfSystemProperty(named = "baton.update", matches = "true")
  void drawsThePicturesOfTheGuide() {
    Path pictures = Path.of("../docs/guide/pictures");
    draw(pictures.resolve("lab.png"), "", "#hash");
    draw(pictures.resolve("lesson.png"), "#/lessons/maekawa?step=3", "fieldset");
    draw(pictures.resolve("structures.png"), "#/structures", "main section:nth-of-type(6) svg");
    String check = "#/check?options=lamport --nodes 3 --requests 1 --channels any";
    Page page = browser.open(check);
    page.locator("form .main").click();
    assertThat(page.locator("main canvas")).isVisible();
    shoot(page, pictures.resolve("check.png"));
    page = browser.open("#/compare");
    assertThat(page.locator(".runs")).containsText("45 runs of");
    shoot(page, pictures.resolve("compare.png"));
  }

  private static void draw(Path file, String hash, String awaited) {
    Page page = browser.open(hash);
    assertThat(page.locator(awaited).first()).isVisible();
    shoot(page, file);
  }

  /** After what is drawn in a frame of its own. */
  private static void shoot(Page page, Path file) {
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 400)))");
    page.screenshot(new Page.ScreenshotOptions().setPath(file));
  }
}
