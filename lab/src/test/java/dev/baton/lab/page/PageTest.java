package dev.baton.lab.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.AxeResults;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import dev.baton.web.CatalogLibrary;
import dev.baton.web.Desk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The web lab as a visitor uses it, and that it says what the JVM says. */
@Tag("process")
class PageTest {

  private static PageBrowser browser;

  /** The same questions, answered by the JVM. */
  private static final Desk DESK = new Desk(new CatalogLibrary());

  @BeforeAll
  static void start() throws IOException {
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
    browser = PageBrowser.start();
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
  }

  @AfterEach
  void nothingIsComplainedOf() {
    browser.assertNoComplaint();
  }

  private static Page lab() {
    Page page = browser.open("");
    assertThat(page.locator("#hash")).isVisible();
    return page;
  }

  private static String text(Page page, String selector) {
    return page.locator(selector).first().innerText();
  }

  @Test
  void theFirstRunIsThatOfTheJvm() {
    Page page = lab();
    String options = text(page, ".status code").replaceFirst("^baton simulate ", "");
    assertThat(text(page, "#hash"))
        .isEqualTo(PageBrowser.eventHash(DESK.simulate(options, 20_000)));
    assertThat(text(page, ".event h1")).isNotEmpty();
  }

  @Test
  void simulationsAndChecksAreThoseOfTheJvm() {
    Page page = lab();
    for (String id : List.of("raymond", "maekawa", "klme --k 2", "raysuz", "request-collectors")) {
      String options = id + " --nodes 9 --workload think:3 --seed 11 --entries 40";
      assertThat(PageBrowser.eventHash(PageBrowser.ask(page, "simulate", options, 20_000)))
          .as(options)
          .isEqualTo(PageBrowser.eventHash(DESK.simulate(options, 20_000)));
    }
    for (String id : List.of("raymond", "suzuki-kasami", "naimi-trehel")) {
      String options = id + " --nodes 3 --requests 1";
      Object checked = PageBrowser.ask(page, "check", options, 1e9);
      String expected = DESK.check(options, 1_000_000_000, (states, frontier, depth) -> {});
      for (String field : List.of("verdict", "states", "transitions", "depth")) {
        assertThat(PageBrowser.field(checked, field)).isEqualTo(PageBrowser.field(expected, field));
      }
    }
  }

  @Test
  void keysLeadThroughTheRun() {
    Page page = lab();
    page.keyboard().press("Home");
    assertThat(page.locator(".event .when b")).hasText("Start");
    page.keyboard().press("ArrowRight");
    assertThat(page.locator(".event .when b")).hasText("Event 1");
    page.keyboard().press("PageUp");
    assertThat(page.locator(".event .when b")).hasText("Event 11");
    page.keyboard().press("End");
    String last = text(page, ".event .when b");
    assertThat(text(page, ".event .when span")).contains("of " + last.replace("Event ", ""));
    page.keyboard().press("Home");
    page.keyboard().press("Space");
    assertThat(page.locator(".play .main")).containsText("Pause");
    page.keyboard().press("Space");
    assertThat(page.locator(".play .main")).containsText("Play");
  }

  @Test
  void whoeverDoesSomethingElseForksTheRun() {
    Page page = lab();
    String before = text(page, "#hash");
    page.locator(".under button").first().click();
    assertThat(page.locator(".branches li")).hasCount(2);
    assertThat(text(page, "#hash")).isNotEqualTo(before);
    page.keyboard().press("z");
    assertThat(page.locator("#hash")).hasText(before);
  }

  @Test
  void aLinkRestoresARunWithWhatTheVisitorDid() {
    Page page = lab();
    page.locator(".under button").first().click();
    assertThat(page.locator(".branches li")).hasCount(2);
    String hash = text(page, "#hash");
    String link =
        page.evaluate(
                """
                async () => {
                  let copied = null;
                  navigator.clipboard.writeText = async text => { copied = text; };
                  document.querySelector(".run .main").click();
                  while (copied === null) await new Promise(done => setTimeout(done, 20));
                  return copied;
                }
                """)
            .toString();
    Page other = browser.page();
    other.navigate(link);
    assertThat(other.locator("#hash")).hasText(hash);
    assertThat(other.locator(".said")).containsText("Same hash.");
    other.navigate(link.substring(0, link.length() - 9));
    assertThat(other.locator(".said.sorry")).containsText("damaged");
  }

  @Test
  void everyTraceOpens() {
    Page page = lab();
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

  /** What a lesson says of an event stands in its trace. */
  @Test
  void lessonsTellWhatHappens() {
    Page page = lab();
    Object wrong =
        page.evaluate(
            """
            async () => {
              const { Engine } = await import("baton/engine.js");
              const { TRACES } = await import("baton/traces.js");
              const { LESSONS, moments } = await import("baton/lesson-texts.js");
              const engine = new Engine();
              const wrong = [];
              for (const lesson of LESSONS) {
                const trace = TRACES.find(each => each.file === lesson.trace);
                const { events } = await engine.ask("open", trace.text);
                for (const [event, expect] of moments(lesson)) {
                  const text = event === 0 ? "The start" : events[event - 1]?.[3];
                  if (!text?.startsWith(expect)) wrong.push(`${lesson.name}, event ${event}: ${text}`);
                }
              }
              return LESSONS.length < 12 ? ["too few"] : wrong;
            }
            """);
    assertThat((List<?>) wrong).isEmpty();
  }

  @Test
  void oneFileIsAllOfIt(@TempDir Path directory) throws IOException {
    byte[] bytes = dev.baton.page.PageServer.file("baton-lab.html");
    Path file = directory.resolve("baton-lab.html");
    Files.write(file, bytes);
    Page page = browser.page();
    page.navigate(file.toUri().toString());
    assertThat(page.locator("#hash")).isVisible();
  }

  @Test
  void axeFindsNothing() {
    for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      Page page = browser.page(1280, 900, scheme);
      for (String view : List.of("lab", "lessons", "check", "compare", "structures")) {
        page.navigate(browser.address() + "#/" + view);
        Locator main = page.locator("main");
        assertThat(main).isVisible();
        AxeResults results = new AxeBuilder(page).analyze();
        assertThat(results.getViolations())
            .as(view + ", " + scheme)
            .extracting(rule -> rule.getId() + ": " + rule.getNodes().get(0).getTarget())
            .isEmpty();
      }
    }
  }
}
