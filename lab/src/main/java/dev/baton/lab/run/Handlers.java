package dev.baton.lab.run;

import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Outbox;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Schedule;
import dev.baton.core.stage.Stage;
import java.util.Arrays;
import java.util.Set;

/** Finds the line of an algorithm in which a handler throws, or from which it does not return. */
public final class Handlers {

  /** What harnesses call. */
  private static final Set<String> NAMES =
      Set.of(
          "onStart",
          "onRequest",
          "onRelease",
          "onMessage",
          "onTimer",
          "onJoin",
          "onLeave",
          "onLinkUp",
          "onLinkDown",
          "state",
          "show");

  private Handlers() {}

  /** The line in which the last event of a schedule throws; its handler if none does. */
  public static String failing(Schedule schedule) {
    Event last = schedule.events().getLast();
    Stage stage = new Stage(schedule.algorithm(), schedule.setup(), schedule.fifo());
    schedule.events().subList(0, schedule.events().size() - 1).forEach(stage::step);
    Node<?> node = stage.node(last.node());
    node.attach(new Outbox<>());
    try {
      String handler = feed(node, last);
      return node.getClass().getSimpleName() + "." + handler;
    } catch (RuntimeException | AssertionError e) {
      return place(e);
    }
  }

  /** Lets an event happen to a node; the name of the handler. */
  @SuppressWarnings("unchecked") // An algorithm's nodes understand one another's messages.
  private static String feed(Node<?> node, Event event) {
    switch (event) {
      case Event.Request request -> {
        node.onRequest();
        return "onRequest";
      }
      case Event.Exit exit -> {
        node.onRelease();
        return "onRelease";
      }
      case Event.Deliver deliver -> {
        ((Node<Message>) node).onMessage(deliver.from(), deliver.message());
        return "onMessage";
      }
      case Event.Timer timer -> {
        node.onTimer(timer.timer());
        return "onTimer";
      }
      case Event.Leave leave -> {
        node.onLeave();
        return "onLeave";
      }
      case Event.LinkUp up -> {
        node.onLinkUp(up.neighbour());
        return "onLinkUp";
      }
      case Event.LinkDown down -> {
        node.onLinkDown(down.neighbour());
        return "onLinkDown";
      }
      case Event.Join join -> {
        // Only a stage knows who is present.
        return "onJoin";
      }
      case Event.Fault fault -> {
        // No handler runs.
        return "";
      }
    }
  }

  /** The algorithm's own line from which something was thrown; null if it was not thrown there. */
  public static String place(Throwable thrown) {
    return place(thrown.getStackTrace());
  }

  /** The innermost line of an algorithm, if a handler runs; else null. */
  static String place(StackTraceElement[] frames) {
    return handler(frames) == null
        ? null
        : Arrays.stream(frames)
            .filter(Handlers::isOwn)
            .map(Handlers::text)
            .findFirst()
            .orElse(null);
  }

  /** The handler that runs, as {@code Raymond.onMessage}; null if none does. */
  static String handler(StackTraceElement[] frames) {
    return Arrays.stream(frames)
        .filter(frame -> isOwn(frame) && NAMES.contains(frame.getMethodName()))
        .map(Handlers::name)
        .findFirst()
        .orElse(null);
  }

  /** Whether it belongs to an algorithm rather than to Java or to what runs it. */
  private static boolean isOwn(StackTraceElement frame) {
    String name = frame.getClassName();
    return !name.startsWith("java.")
        && !name.startsWith("jdk.")
        && !name.startsWith("dev.baton.core.")
        && !name.startsWith("dev.baton.checker.")
        && !name.startsWith("dev.baton.simulator.");
  }

  private static String name(StackTraceElement frame) {
    return frame.getClassName().replaceFirst(".*[.$]", "") + "." + frame.getMethodName();
  }

  private static String text(StackTraceElement frame) {
    return name(frame) + " (" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
  }
}
