package dev.baton.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What comes from files of others is shown on the page, and does nothing there. */
final class HtmlReportTest {

  @Test
  void textsAreNotRead() {
    String page = HtmlReport.page(new ExperimentReport(), "<script>\"x\" & 'y'</script>");
    assertThat(page)
        .contains("&lt;script&gt;&quot;x&quot; &amp; 'y'&lt;/script&gt;")
        .doesNotContain("<script>");
  }
}
