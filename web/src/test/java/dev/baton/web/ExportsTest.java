package dev.baton.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.stage.Trace;
import org.junit.jupiter.api.Test;

/** One short run in every format. */
class ExportsTest {

  private static final Recording RUN =
      recording(
          """
          algorithm raymond
          nodes 2

          0 requests
          1 requests
          0 receives REQUEST from 1
          0 exits
          """);

  static Recording recording(String trace) {
    return Recorder.of(Trace.parse("test", trace).schedule(new CatalogLibrary()));
  }

  @Test
  void mermaid() {
    assertThat(Mermaid.of(RUN))
        .isEqualTo(
            """
            sequenceDiagram
              participant n0 as 0
              participant n1 as 1
              Note over n0: requests
              activate n0
              Note over n1: requests
              n1-)n0: REQUEST
              deactivate n0
              n0-xn1: PRIVILEGE (under way)
            """);
  }

  @Test
  void shiviz() {
    assertThat(ShiViz.of(RUN))
        .isEqualTo(
            """
            0 requests, and enters
            node0 {"node0":1}
            1 requests
            node1 {"node1":1}
            0 receives REQUEST from 1
            node0 {"node0":2, "node1":1}
            0 exits
            node0 {"node0":3, "node1":1}
            """);
  }

  @Test
  void tikz() {
    assertThat(Tikz.of(RUN))
        .startsWith("% raymond, drawn by baton\n\\documentclass{article}\n")
        .contains("\\draw[->,dash pattern=on 5.0pt off 3.5pt] (81.0,84.8) -- (103.5,41.3);")
        .contains("\\textbf{T} PRIVILEGE\\quad\n\\textbf{R} REQUEST\\quad\n")
        .endsWith("1 still waits, one message is under way.\n\\end{document}\n");
  }

  @Test
  void svg() {
    assertThat(SpaceTimeSvg.of(RUN))
        .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" ")
        .contains("<title id=\"t\">raymond, 2 nodes</title>")
        .contains("4 events, 2 messages, 1 entry. 1 still waits, one message is under way.")
        .contains(">T PRIVILEGE · R REQUEST · hatched: waits</text>")
        .endsWith("</svg>\n");
  }

  @Test
  void json() {
    assertThat(RecordingJson.of(RUN))
        .startsWith("{\"algorithm\":\"raymond\",\"nodes\":2,\"size\":2,\"permits\":1,\"holder\":0,")
        .contains("[1,0,\"request\",\"0 requests\",-1,0,1,")
        .contains("[1,0,\"REQUEST\",\"REQUEST\",1,2,false],")
        .contains("\"tokens\":[\"PRIVILEGE\"]");
  }
}
