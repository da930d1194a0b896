package dev.baton.core.stage;

import dev.baton.core.Text;

/** Events as lines of a scenario. */
public final class EventLine {

  private static final String RECEIVES = " receives ";
  private static final String MISSES = " misses ";
  private static final String DUPLICATE = " gets a copy of ";
  private static final String FROM = " from ";

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
    if (words.length == 2 && words[1].equals("crashes")) {
      return new Event.Crash(number(words[0]));
    }
    if (isAbout(text, RECEIVES)) {
      return underWay(stage, text, RECEIVES);
    }
    if (isAbout(text, MISSES)) {
      Event.Deliver message = underWay(stage, text, MISSES);
      return new Event.Miss(message.from(), message.node(), message.message());
    }
    if (isAbout(text, DUPLICATE)) {
      Event.Deliver message = underWay(stage, text, DUPLICATE);
      return new Event.Duplicate(message.from(), message.node(), message.message());
    }
    if (words.length == 5 && text.contains(" times out on ")) {
      return new Event.Timer(number(words[0]), number(words[4]));
    }
    throw new IllegalArgumentException(
        "'"
            + text
            + "' is not an event: write 'I requests', 'I exits', 'I receives MESSAGE from"
            + " J', 'I times out on T', 'I joins B', 'I leaves', 'I finds J', 'I loses J',"
            + " 'I misses MESSAGE from J', 'I gets a copy of MESSAGE from J', 'I crashes',"
            + " 'show', 'network' or 'end'.");
  }

  private static boolean isAbout(String text, String verb) {
    int at = text.indexOf(verb);
    return at > 0 && text.lastIndexOf(FROM) > at;
  }

  /** The message under way that a line is about. */
  private static Event.Deliver underWay(Stage stage, String text, String verb) {
    int at = text.indexOf(verb);
    int from = text.lastIndexOf(FROM);
    int node = number(text.substring(0, at));
    int sender = number(text.substring(from + FROM.length()).strip());
    String message = text.substring(at + verb.length(), from).strip();
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

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("a number is expected, not '" + text + "'.", e);
    }
  }
}
