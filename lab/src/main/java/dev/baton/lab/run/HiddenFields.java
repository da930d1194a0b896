package dev.baton.lab.run;

import dev.baton.core.Algorithm;
import dev.baton.core.MessageTable;
import dev.baton.core.Node;
import dev.baton.core.Restorer;
import dev.baton.core.Saver;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Schedule;
import dev.baton.core.stage.Stage;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds fields that nodes have and do not show, by reflection: what the node has in them and a
 * fresh node that is given its state does not; and static fields that change, which all share.
 */
public final class HiddenFields {

  private final Schedule schedule;
  private final Stage stage;
  private final MessageTable messages = new MessageTable();
  private final Saver saver = new Saver(messages);
  private final Restorer restorer = new Restorer(messages);

  private HiddenFields(Schedule schedule) {
    this.schedule = schedule;
    stage = new Stage(schedule.algorithm(), schedule.setup(), schedule.fifo());
  }

  /** A sentence about the first field that is found in some schedules; null if none is. */
  public static String find(List<Schedule> schedules) {
    for (Schedule schedule : schedules) {
      String found = new HiddenFields(schedule).run();
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private String run() {
    Set<Class<?>> classes = classes(schedule.algorithm(), schedule.setup());
    Map<String, String> before = statics(classes);
    String hidden = null;
    try {
      for (Event event : schedule.events()) {
        stage.step(event);
        String shared = shared(before, statics(classes));
        if (shared != null) {
          return shared;
        }
        hidden = hidden == null ? hidden(event.node()) : hidden;
      }
    } catch (IllegalArgumentException e) {
      // It does not replay, for the reason that is looked for.
    }
    return hidden;
  }

  /** The classes of the nodes of a system. */
  static Set<Class<?>> classes(Algorithm algorithm, Setup setup) {
    Set<Class<?>> classes = new LinkedHashSet<>();
    for (Node<?> node : algorithm.nodes(setup)) {
      classes.add(node.getClass());
    }
    return classes;
  }

  /** The static fields that nodes of these classes can see, and what is in them. */
  static Map<String, String> statics(Set<Class<?>> classes) {
    Map<String, String> statics = new TreeMap<>();
    classes.forEach(each -> statics.putAll(Contents.statics(each)));
    return statics;
  }

  /** A sentence about the first static field that has changed; null if none has. */
  static String shared(Map<String, String> before, Map<String, String> after) {
    String field = Contents.firstDifference(before, after);
    return field == null
        ? null
        : "The static field " + root(field) + " is shared by all nodes: each needs its own.";
  }

  private String hidden(int i) {
    Node<?> node = stage.node(i);
    saver.clear();
    node.state(saver);
    Node<?> copy = schedule.algorithm().nodes(schedule.setup())[i];
    restorer.restore(copy, saver.data(), 0);
    String way = Contents.firstDifference(Contents.of(node), Contents.of(copy));
    return way == null
        ? null
        : "The field "
            + node.getClass().getSimpleName()
            + "."
            + root(way)
            + " is not restored by 'state', which must show every field that changes.";
  }

  /** The field itself, without the way into it. */
  private static String root(String way) {
    return way.replaceAll("\\[.*|\\.length$", "");
  }
}
