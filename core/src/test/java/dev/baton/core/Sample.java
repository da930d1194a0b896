package dev.baton.core;

import java.util.Arrays;

/** A node and a message with a field of every kind. */
final class Sample extends Node<Sample.Msg> {

  enum Colour {
    RED,
    GREEN,
    BLUE
  }

  record Msg(int to, int count, boolean flag, Ints colours, Ints ids, Timestamp age)
      implements Message {
    @Override
    public void show(State s) {
      s.type("SAMPLE");
      s.node("to", to);
      s.counter("count", count);
      s.flag("flag", flag);
      s.choices("colours", colours, Colour.values());
      s.nodes("ids", ids);
      s.timestamp("age", age);
    }
  }

  int holder = NONE;
  boolean using;
  int clock = 1;
  Colour colour = Colour.RED;
  final int[] counters;
  final boolean[] flags;
  final Colour[] colours;
  final Timestamp[] ages;
  Ints vector = Ints.EMPTY;
  Timestamp age;
  Msg kept;
  final Fifo queue = new Fifo();
  final NodeSet set;

  Sample(int self, int n) {
    super(self, n);
    counters = new int[n];
    flags = new boolean[n];
    colours = new Colour[n];
    Arrays.fill(colours, Colour.GREEN);
    ages = new Timestamp[n];
    set = new NodeSet(n);
  }

  @Override
  public void onRequest() {
    send(1, null);
    broadcast(null);
    setTimer(2, 5);
    cancelTimer(1);
    enter();
  }

  @Override
  public void onRelease() {}

  @Override
  public void onMessage(int from, Msg message) {}

  @Override
  public void state(State s) {
    holder = s.node("HOLDER", holder);
    using = s.flag("USING", using);
    clock = s.clock("clock", clock);
    colour = s.choice("colour", colour, Colour.values());
    s.counters("counters", counters);
    s.flags("flags", flags);
    s.choices("colours", colours, Colour.values());
    s.timestamps("ages", ages);
    vector = s.counters("vector", vector);
    age = s.timestamp("age", age);
    kept = s.message("kept", kept);
    s.nodes("queue", queue);
    s.nodes("set", set);
  }
}
