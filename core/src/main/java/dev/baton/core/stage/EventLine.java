package dev.baton.core.stage;

import dev.baton.core.Text;

/** Events as lines of a scenario. */
public final class EventLine {

  private EventLine() {}

  /**
   * The event that a line asks for.
   *
   * @param stage where it is to happen: a message is one that is under way there
   * @throws IllegalArgumentException with one sentence, if it is no event
   */
  public static Event parse(Stage stage, String text) {
    String[] words = text.split(" ");
    if (words.length == 2 && words[1].equals("requests")) {
      return new Event.Request(number(words[0]));
    }
    if (words.length == 2 && words[1].equals("exits")) {
      return new Event.Exit(number(words[0]));
    }
    if (words.length == 3 && words[1].equals("joins")) {
      return new Event.Join(number(words[0]), number(words[2]));
    }
    if (words.length == 2 && words[1].equals("leaves")) {
      return new Event.Leave(number(words[0]));
    }
    if (words.length == 3 && words[1].equals("finds")) {
      return new Event.LinkUp(number(words[0]), number(words[2]));
    }
    if (words.length == 3 && words[1].equals("loses")) {
      return new Event.LinkDown(number(words[0]), number(words[2]));
    }
    int receives = text.indexOf(" receives ");
    int from = text.lastIndexOf(" from ");
    if (receives > 0 && from > receives) {
      int node = number(text.substring(0, receives));
      int sender = number(text.substring(from + " from ".length()).strip());
      String message = text.substring(receives + " receives ".length(), from).strip();
      for (Event.Deliver deliver : stage.inFlight()) {
        if (deliver.from() == sender
            && deliver.node() == node
            && Text.of(deliver.message()).equals(message)) {
          return deliver;
        }
      }
      throw new IllegalArgumentException(
          "no " + message + " is under way from " + sender + " to " + node + ".");
    }
    if (words.length == 5 && text.contains(" times out on ")) {
      return new Event.Timer(number(words[0]), number(words[4]));
    }
    throw new IllegalArgumentException(
        "'"
            + text
            + "' is not an event: write 'I requests', 'I exits', 'I receives MESSAGE from"
            + " J', 'I times out on T', 'I joins B', 'I leaves', 'I finds J', 'I loses J',"
            + " 'show', 'network' or 'end'.");
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("a number is expected, not '" + text + "'.", e);
    }
  }
}
