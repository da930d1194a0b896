package dev.baton.lab.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.baton.page.PageServer;
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

  private static String text(Page page, String selector) {
    return page.locator(selector).first().innerText();
  }

  @Test
  void theFirstRunIsThatOfTheJvm() {
    Page page = browser.lab();
    String options = text(page, ".status code").replaceFirst("^baton simulate ", "");
    assertThat(text(page, "#hash"))
        .isEqualTo(PageBrowser.eventHash(DESK.simulate(options, 20_000)));
    assertThat(text(page, ".event h1")).isNotEmpty();
  }

  @Test
  void simulationsAndChecksAreThoseOfTheJvm() {
    Page page = browser.lab();
    for (String id : List.of("raymond", "klme --k 2", "raysuz")) {
      String options = id + " --nodes 9 --workload think:3 --seed 11 --entries 40";
      assertThat(PageBrowser.eventHash(PageBrowser.ask(page, "simulate", options, 20_000)))
          .as(options)
          .isEqualTo(PageBrowser.eventHash(DESK.simulate(options, 20_000)));
    }
    for (String id : List.of("raymond", "naimi-trehel")) {
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
    Page page = browser.lab();
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
    Page page = browser.lab();
    String before = text(page, "#hash");
    page.locator(".under button").first().click();
    assertThat(page.locator(".branches li")).hasCount(2);
    assertThat(text(page, "#hash")).isNotEqualTo(before);
    page.keyboard().press("z");
    assertThat(page.locator("#hash")).hasText(before);
  }

  @Test
  void aLinkRestoresARunWithWhatTheVisitorDid() {
    Page page = browser.lab();
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
    Page damaged = browser.page();
    damaged.navigate(link.substring(0, link.length() - 9));
    assertThat(damaged.locator(".said.sorry")).containsText("damaged");
    assertThat(damaged.locator("#hash")).isVisible();
  }

  /** A node in a table, in the structure and in the diagram, and an event with its ring. */
  @Test
  void whatIsPointedAtStandsOutElsewhere() {
    Page page = browser.lab();
    page.locator(".states tbody tr").nth(2).hover();
    assertThat(page.locator(".marks .node.aimed .name")).hasText("2");
    page.locator(".marks .node").nth(3).hover();
    assertThat(page.locator(".states .aimed th")).hasText("3");
    page.locator("canvas.diagram").hover(at(30, 60));
    assertThat(page.locator(".states .aimed th")).hasText("0");
    assertThat(page.locator(".tip")).containsText("Node 0");
    byte[] before = page.locator("canvas.diagram").screenshot();
    page.locator(".events tbody tr").nth(3).hover();
    assertThat(page.locator(".tip")).hasCount(0);
    assertThat(page.locator("canvas.diagram").screenshot()).isNotEqualTo(before);
  }

  @Test
  void lanesAreFoldedAndOpened() {
    Page page = browser.open("#/lab?options=raysuz --nodes 9 --entries 12");
    Locator canvas = page.locator("canvas.diagram");
    Locator lanes = page.getByLabel("Lanes");
    assertThat(lanes).hasValue("");
    double open = canvas.boundingBox().height;
    lanes.selectOption("clusters");
    page.waitForCondition(() -> canvas.boundingBox().height != open);
    double folded = canvas.boundingBox().height;
    canvas.hover(at(30, 40));
    assertThat(page.locator(".tip")).containsText("A click opens it.");
    canvas.click(clickAt(30, 40));
    page.waitForCondition(() -> canvas.boundingBox().height != folded);
    assertThat(lanes).hasValue("clusters");
    lanes.selectOption("");
    page.waitForCondition(() -> canvas.boundingBox().height == open);
  }

  private static Locator.HoverOptions at(double x, double y) {
    return new Locator.HoverOptions().setPosition(x, y);
  }

  private static Locator.ClickOptions clickAt(double x, double y) {
    return new Locator.ClickOptions().setPosition(x, y);
  }

  /** An option that is written twice reaches the engine twice, which refuses it. */
  @Test
  void anOptionWrittenTwiceIsRefused() {
    Page page = browser.open("#/lab?options=raymond --nodes 3 --nodes 4");
    assertThat(page.locator(".said.sorry")).containsText("--nodes appears twice: write it once.");
    Page check = browser.open("#/check?options=raymond --nodes 3 --requests 1 --nodes 4");
    check.locator("#check-start").click();
    assertThat(check.locator(".sorry")).containsText("--nodes appears twice: write it once.");
  }

  /** What a lesson says of an event stands in its trace. */
  @Test
  void lessonsTellWhatHappens() {
    Page page = browser.lab();
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
    byte[] bytes = PageServer.file("baton-lab.html");
    Path file = directory.resolve("baton-lab.html");
    Files.write(file, bytes);
    Page page = browser.page();
    page.navigate(file.toUri().toString());
    assertThat(page.locator("#hash")).isVisible();
  }

  @Test
  void axeFindsNothing() {
    assertThat(PageBrowser.barriers(browser.lab())).isEmpty();
  }
}
