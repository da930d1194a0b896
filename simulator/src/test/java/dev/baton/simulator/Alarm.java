package dev.baton.simulator;

import dev.baton.core.Algorithm;
import dev.baton.core.Message;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/** A single node that enters when its timer runs out; sets, replaces and takes back timers. */
final class Alarm extends Node<Message> {

  private static final int ENTER = 0;
  private static final int NEVER = 1;

  static final Algorithm ALGORITHM =
      new Algorithm() {
        @Override
        public String id() {
          return "alarm";
        }

        @Override
        public Node<?>[] nodes(Setup setup) {
          return new Node<?>[] {new Alarm()};
        }
      };

  private Alarm() {
    super(0, 1);
  }

  @Override
  public void onRequest() {
    setTimer(ENTER, 1);
    setTimer(NEVER, 2);
    cancelTimer(NEVER);
    setTimer(ENTER, 100);
  }

  @Override
  public void onTimer(int timer) {
    assert timer == ENTER : "this timer was taken back";
    enter();
  }

  @Override
  public void onRelease() {}

  @Override
  public void onMessage(int from, Message message) {}

  @Override
  public void onStart() {
    setTimer(NEVER, 5);
    cancelTimer(NEVER);
  }

  @Override
  public void state(State s) {}
}
