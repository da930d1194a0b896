package dev.baton.web;

import static dev.baton.web.Recording.NONE;

import dev.baton.core.stage.Event;
import dev.baton.web.Recording.Moment;
import dev.baton.web.Recording.Sent;

/** A run as a sequence diagram of Mermaid: a message stands where it arrives. */
public final class Mermaid {

  private Mermaid() {}

  /** The text of the diagram. */
  public static String of(Recording recording) {
    StringBuilder text = new StringBuilder("sequenceDiagram\n");
    for (int i = 0; i < recording.size(); i++) {
      text.append("  participant n").append(i).append(" as ").append(i).append('\n');
    }
    for (Moment moment : recording.moments()) {
      String who = "n" + moment.node();
      if (moment.message() != NONE) {
        Sent sent = recording.messages().get(moment.message());
        text.append("  n").append(sent.from()).append("-)").append(who).append(": ");
        text.append(plain(sent.text())).append('\n');
      } else if (moment.event() instanceof Event.Exit) {
        text.append("  deactivate ").append(who).append('\n');
      } else {
        String event = moment.event().toString();
        note(text, who, event.substring(event.indexOf(' ') + 1));
      }
      if (moment.enters()) {
        text.append("  activate ").append(who).append('\n');
      }
      if (moment.violation() != null) {
        note(text, who, "violation: " + moment.violation());
      }
    }
    for (Sent sent : recording.messages()) {
      if (sent.endedBy() == NONE) {
        text.append("  n").append(sent.from()).append("-xn").append(sent.to()).append(": ");
        text.append(plain(sent.text())).append(" (under way)\n");
      }
    }
    return text.toString();
  }

  private static void note(StringBuilder text, String who, String words) {
    text.append("  Note over ").append(who).append(": ").append(plain(words)).append('\n');
  }

  /** A semicolon or a number sign would end the line. */
  private static String plain(String text) {
    return text.replace("#", "").replace(";", ",");
  }
}
