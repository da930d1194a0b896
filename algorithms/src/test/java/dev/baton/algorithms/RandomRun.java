package dev.baton.algorithms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.baton.core.Graph;
import dev.baton.core.Setup;
import dev.baton.core.stage.Event;
import dev.baton.core.stage.Stage;
import dev.baton.core.stage.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** A small system in which chance decides what happens next; the seed decides everything. */
final class RandomRun {

  private static final int MAX_NODES = 7;
  private static final int MAX_PERMITS = 4;
  private static final int PATIENCE = 10_000;

  private final Catalog.Entry entry;
  private final int seed;
  private final Random random;
  private final Setup setup;
  private final boolean fifo;
  private final Stage stage;
  private final List<Event> events = new ArrayList<>();

  RandomRun(Catalog.Entry entry, int seed) {
    this.entry = entry;
    this.seed = seed;
    random = new Random(seed);
    int n = 1 + random.nextInt(MAX_NODES);
    boolean usesTree = entry.usesTree() || entry.hasClusters() || entry.usesLinks();
    Graph structure = usesTree ? Trees.random(n, random) : entry.structureOn(Graph.complete(n));
    if (entry.usesArray()) {
      structure = Graph.array(n, 1 + random.nextInt(n));
    }
    if (entry.usesQuorums() && random.nextBoolean()) {
      structure = Graph.plane(n);
    }
    int holder = random.nextInt(n);
    fifo = entry.needsFifo() || random.nextBoolean();
    int permits = entry.hasPermits() ? 1 + random.nextInt(MAX_PERMITS) : 1;
    int most = entry.hasClusters() ? 4 : entry.usesGroups() ? n : 0;
    Setup together = new Setup(n, holder, permits, structure, random.nextInt(most + 1));
    setup = entry.roams() ? together.roaming(1 + random.nextInt(3), random.nextInt(n)) : together;
    stage = new Stage(entry, setup, fifo);
  }

  Setup setup() {
    return setup;
  }

  Stage stage() {
    return stage;
  }

  /** One event, any that may happen. */
  Event step() {
    List<Event> enabled = stage.enabled();
    List<Event> linkChanges = stage.linkChanges();
    if (!linkChanges.isEmpty() && random.nextInt(8) == 0) {
      enabled = linkChanges;
    }
    // A move is less likely than any other event, or there would be little else.
    while (enabled.stream().anyMatch(e -> !isMove(e)) && random.nextInt(8) > 0) {
      enabled = enabled.stream().filter(e -> !isMove(e)).toList();
    }
    Event event = enabled.get(random.nextInt(enabled.size()));
    step(event);
    return event;
  }

  private void step(Event event) {
    events.add(event);
    stage.step(event);
    if (stage.violation() != null) {
      fail(description(stage.violation()));
    }
  }

  private static boolean isMove(Event event) {
    return event instanceof Event.Join || event instanceof Event.Leave;
  }

  /** Nobody has to ask or to move; but who waits outside arrives somewhere. */
  private boolean mustHappen(Event event) {
    return !(event instanceof Event.Request || event instanceof Event.Leave)
        && (!(event instanceof Event.Join) || stage.phase(event.node()) == Stage.Phase.WAITING);
  }

  /** Whether a token goes round that nobody waits for. */
  private boolean isIdleMotion(Event event) {
    return event instanceof Event.Deliver deliver
        && deliver.message().isPerpetual()
        && IntStream.range(0, stage.size()).noneMatch(i -> stage.phase(i) == Stage.Phase.WAITING);
  }

  /** Goes on without further requests until nothing happens any more. */
  void drain() {
    for (int steps = 0; steps < PATIENCE; steps++) {
      List<Event> enabled = stage.enabled().stream().filter(this::mustHappen).toList();
      if (enabled.stream().allMatch(this::isIdleMotion)) {
        for (int i = 0; i < stage.size(); i++) {
          assertThat(stage.phase(i))
              .as(() -> description("Somebody still waits."))
              .isEqualTo(Stage.Phase.IDLE);
        }
        return;
      }
      step(enabled.get(random.nextInt(enabled.size())));
    }
    fail(description("It does not become quiet."));
  }

  /** What went wrong, and a trace that shows it. */
  private String description(String what) {
    return Trace.print(entry, setup, fifo, "Seed " + seed + ": " + what, events);
  }
}
