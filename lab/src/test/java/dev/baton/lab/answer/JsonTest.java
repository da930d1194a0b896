package dev.baton.lab.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What answers look like to those who read them without a parser. */
final class JsonTest {

  @Test
  void whatCannotBeSeenIsWrittenOut() {
    StringWriter out = new StringWriter();
    Json.print(new PrintWriter(out, true), Map.of("lock", "pay\u202esredro\u2028"));
    assertThat(out).hasToString("{\"lock\":\"pay\\u202esredro\\u2028\"}" + System.lineSeparator());
  }

  @Test
  void whatCannotBeSeenIsWrittenOutInTablesToo() {
    TextTable table = new TextTable(30, 10);
    table.row("pay\u202esredro", "held");
    StringWriter out = new StringWriter();
    table.print(new PrintWriter(out, true));
    assertThat(out).hasToString("pay\\u202esredro  held" + System.lineSeparator());
  }
}
