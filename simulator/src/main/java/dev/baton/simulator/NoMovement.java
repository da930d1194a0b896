package dev.baton.simulator;

import dev.baton.core.Message;
import dev.baton.core.Outbox;

/** Everyone stays where it is and always hears everyone. */
final class NoMovement implements Movement {

  private final Agenda agenda;
  private final int n;

  NoMovement(Agenda agenda, int n) {
    this.agenda = agenda;
    this.n = n;
  }

  @Override
  public void start() {}

  @Override
  public void move(int node) {
    throw new IllegalStateException("nobody moves");
  }

  @Override
  public void beginRound() {}

  @Override
  public long moves() {
    return 0;
  }

  @Override
  public long lost() {
    return 0;
  }

  @Override
  public boolean send(int from, int to) {
    return true;
  }

  @Override
  public boolean carry(long arrival, int from, int to, Message message) {
    agenda.addMessage(arrival, from, to, message);
    return true;
  }

  @Override
  public int others(int node) {
    return n - 1;
  }

  @Override
  public int other(int node, int i) {
    return i < node ? i : i + 1;
  }

  @Override
  public boolean bundlesBroadcasts() {
    return true;
  }

  @Override
  public void carryToOthers(long arrival, int from, Message message) {
    agenda.addMessage(arrival, from, Outbox.ALL, message);
  }

  @Override
  public void deliver(Simulation run, int slot, int from, int to, Message message) {
    if (to == Outbox.ALL) {
      run.deliverToAll(from, message);
    } else {
      run.deliver(from, to, message);
    }
  }

  @Override
  public void onEnter(int node, Agenda.Slot exit) {}

  @Override
  public void watch(int node) {}
}
