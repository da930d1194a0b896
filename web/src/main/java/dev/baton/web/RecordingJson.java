package dev.baton.web;

import dev.baton.core.Graph;
import dev.baton.core.Hash;
import dev.baton.core.Ints;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.web.Recording.Moment;
import dev.baton.web.Recording.Sent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A recording as the page reads it. States are kept as text, one for each event: only the node that
 * handles an event changes.
 */
public final class RecordingJson {

  private RecordingJson() {}

  /** As JSON. */
  public static String of(Recording recording) {
    return PlainJson.of(fields(recording));
  }

  static Map<String, Object> fields(Recording recording) {
    Setup setup = recording.setup();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("algorithm", recording.algorithm().id());
    fields.put("nodes", setup.n());
    fields.put("size", recording.size());
    fields.put("permits", setup.permits());
    fields.put("holder", setup.holder());
    fields.put("fifo", recording.fifo());
    fields.put("structure", structure(recording));
    fields.put("start", recording.start());
    fields.put("held", recording.held());
    fields.put("events", recording.moments().stream().map(RecordingJson::event).toList());
    fields.put("messages", recording.messages().stream().map(RecordingJson::message).toList());
    fields.put("tokens", recording.tokens());
    fields.put("hasToken", recording.hasToken());
    fields.put("letters", new Letters(recording).all());
    fields.put("end", recording.end());
    fields.put("hash", Long.toHexString(hash(recording)));
    return fields;
  }

  /** Two runs in which the same happened have the same; times do not count. */
  private static long hash(Recording recording) {
    long hash = Hash.of(recording.algorithm().id());
    for (Moment moment : recording.moments()) {
      hash = Hash.fold(hash, Hash.of(moment.event().toString()));
    }
    return hash;
  }

  private static Map<String, Object> structure(Recording recording) {
    Setup setup = recording.setup();
    Graph graph = setup.structure();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", graph.describe());
    fields.put("parts", setup.division());
    fields.put("neighbourhoods", setup.neighbourhoods());
    List<Integer> homes = new ArrayList<>();
    for (int i = 0; i < setup.n(); i++) {
      homes.add(setup.home(i));
    }
    fields.put("homes", setup.isRoaming() ? homes : List.of());
    fields.put("zones", graph.zones().stream().map(RecordingJson::list).toList());
    fields.put("columns", graph.columns());
    List<List<Integer>> edges = new ArrayList<>();
    if (!graph.isComplete()) {
      for (int i = 0; i < graph.size(); i++) {
        for (int j = 0; j < graph.degree(i); j++) {
          if (graph.neighbour(i, j) > i) {
            edges.add(List.of(i, graph.neighbour(i, j)));
          }
        }
      }
    }
    fields.put("edges", edges);
    return fields;
  }

  private static List<Integer> list(Ints ints) {
    return Arrays.stream(ints.toArray()).boxed().toList();
  }

  /** Time, node, kind, text, message, permit, permits there, state, violation. */
  private static List<Object> event(Moment moment) {
    return Arrays.asList(
        moment.time(),
        moment.node(),
        kind(moment.event()),
        moment.event().toString(),
        moment.message(),
        moment.permit(),
        moment.held(),
        moment.state(),
        moment.violation());
  }

  private static String kind(Event event) {
    return switch (event) {
      case Event.Request request -> "request";
      case Event.Exit exit -> "exit";
      case Event.Deliver deliver -> "message";
      case Event.Timer timer -> "timer";
      case Event.Join join -> "join";
      case Event.Leave leave -> "leave";
      case Event.LinkUp up -> "up";
      case Event.LinkDown down -> "down";
      case Event.Miss miss -> "miss";
      case Event.Duplicate duplicate -> "copy";
      case Event.Crash crash -> "crash";
    };
  }

  /** From, to, type, text, sent by, ended by, lost. */
  private static List<Object> message(Sent sent) {
    return List.of(
        sent.from(),
        sent.to(),
        sent.type(),
        sent.text(),
        sent.sentBy(),
        sent.endedBy(),
        sent.isLost());
  }
}
