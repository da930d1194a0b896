package dev.baton.lab.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import dev.baton.page.PageServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page in a browser, and whatever it complains of. */
final class PageBrowser implements AutoCloseable {

  private static final List<Path> BROWSERS =
      List.of(
          Path.of("/usr/bin/chromium"),
          Path.of("/usr/bin/chromium-browser"),
          Path.of("/usr/bin/google-chrome"));

  private final PageServer server;
  private final Playwright playwright;
  private final Browser chromium;
  private final List<String> complaints = new ArrayList<>();

  private PageBrowser(Path browser) throws IOException {
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
    server = PageServer.start(0, null);
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    chromium =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(browser)
                    .setArgs(List.of("--no-sandbox", "--disable-gpu")));
  }

  /** Starts one; the test is skipped if there is none on this machine. */
  static PageBrowser start() throws IOException {
    Path browser = BROWSERS.stream().filter(Files::isExecutable).findFirst().orElse(null);
    assumeTrue(browser != null, "no Chromium is installed: the page is not looked at");
    return new PageBrowser(browser);
  }

  /** A window, from which nothing but the page's own server can be reached. */
  Page page(int width, int height, ColorScheme scheme) {
    BrowserContext context =
        chromium.newContext(
            new Browser.NewContextOptions().setViewportSize(width, height).setColorScheme(scheme));
    Page page = context.newPage();
    page.onConsoleMessage(
        message -> {
          if (List.of("error", "warning").contains(message.type())) {
            complaints.add(message.text());
          }
        });
    page.onPageError(complaints::add);
    page.onRequest(request -> hearRequest(request.url()));
    return page;
  }

  Page page() {
    return page(1280, 900, ColorScheme.LIGHT);
  }

  private void hearRequest(String url) {
    boolean isOwn =
        url.startsWith(address())
            || url.matches("(blob|data|file):.*")
            || url.equals("about:blank");
    if (!isOwn) {
      complaints.add("asked for " + url);
    }
  }

  String address() {
    return server.address().toString();
  }

  /** The page with its first run. */
  Page lab() {
    Page page = open("");
    PlaywrightAssertions.assertThat(page.locator("#hash")).isVisible();
    return page;
  }

  /** Opens a part of the page. */
  Page open(String hash) {
    Page page = page();
    page.navigate(address() + hash);
    return page;
  }

  /** Asks the page's engine, in the page. */
  static Object ask(Page page, String name, Object... arguments) {
    return page.evaluate(
        """
        async ([name, args]) => {
          const { Engine } = await import("baton/engine.js");
          globalThis.tested ??= new Engine();
          return JSON.stringify(await globalThis.tested.ask(name, ...args));
        }
        """,
        List.of(name, List.of(arguments)));
  }

  /** What {@code baton simulate} prints. */
  static String eventHash(Object json) {
    Matcher outcome = Pattern.compile("\"outcome\":\\{\"hash\":\"(\\w+)").matcher(json.toString());
    assertThat(outcome.find()).isTrue();
    return outcome.group(1);
  }

  static String field(Object json, String name) {
    Matcher matcher = Pattern.compile("\"" + name + "\":\"?([^,\"}]*)").matcher(json.toString());
    return matcher.find() ? matcher.group(1) : null;
  }

  /** What axe finds in a page. */
  static List<String> barriers(Page page) {
    return new AxeBuilder(page)
        .analyze().getViolations().stream()
            .map(rule -> rule.getId() + ": " + rule.getNodes().get(0).getTarget())
            .toList();
  }

  void assertNoComplaint() {
    assertThat(complaints).isEmpty();
  }

  @Override
  public void close() {
    chromium.close();
    playwright.close();
    server.close();
  }
}
