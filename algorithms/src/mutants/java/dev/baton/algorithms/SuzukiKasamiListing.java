package dev.baton.algorithms;

import dev.baton.algorithms.SuzukiKasami.Msg;
import dev.baton.algorithms.SuzukiKasami.Request;
import dev.baton.algorithms.SuzukiKasami.Token;
import dev.baton.core.Fifo;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;

/**
 * The lecture notes' listing of Suzuki-Kasami, line by line. Where they are silent: the token
 * starts idle at the first holder with LN = 0 and Q empty, RN = 0 everywhere; a site that has the
 * idle token enters without a message; "for every site" means in the order of their numbers.
 */
final class SuzukiKasamiListing extends Node<Msg> {

  private final int[] rn;

  /** LN and Q are meaningful only while the token is here. */
  private boolean hasToken;

  private final int[] ln;
  private final Fifo q = new Fifo();
  private boolean executing;

  SuzukiKasamiListing(int self, Setup setup) {
    super(self, setup.n());
    rn = new int[n];
    ln = new int[n];
    hasToken = self == setup.holder();
  }

  static Node<?>[] nodes(Setup setup) {
    Node<?>[] nodes = new Node<?>[setup.n()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new SuzukiKasamiListing(i, setup);
    }
    return nodes;
  }

  @Override
  public void onRequest() {
    // "If site S_i does not have the token, then it increments its sequence number, RN_i[i], and
    // sends a REQUEST(i, sn) message to all other sites."
    if (!hasToken) {
      rn[self]++;
      broadcast(new Request(rn[self]));
    } else {
      executing = true;
      enter();
    }
  }

  @Override
  public void onMessage(int i, Msg message) {
    switch (message) {
      case Request(int sn) -> {
        // "When a site S_j receives this message, it sets RN_j[i] to max(RN_j[i], sn)."
        rn[i] = Math.max(rn[i], sn);
        // "If S_j has the idle token, then it sends the token to S_i if RN_j[i] = LN[i] + 1."
        if (hasToken && !executing && rn[i] == ln[i] + 1) {
          sendToken(i);
        }
      }
      case Token(Ints arrivedLn, Ints arrivedQ) -> {
        hasToken = true;
        for (int j = 0; j < n; j++) {
          ln[j] = arrivedLn.get(j);
        }
        for (int k = 0; k < arrivedQ.size(); k++) {
          q.enqueue(arrivedQ.get(k));
        }
        // "Site S_i executes the CS after it has received the token."
        executing = true;
        enter();
      }
    }
  }

  @Override
  public void onRelease() {
    executing = false;
    // "It sets the LN[i] element of the token array equal to RN_i[i]."
    ln[self] = rn[self];
    // "For every site S_j whose id is not in the token queue, it appends its id to the token queue
    // if RN_i[j] = LN[j] + 1."
    for (int j = 0; j < n; j++) {
      if (!q.contains(j) && rn[j] == ln[j] + 1) {
        q.enqueue(j);
      }
    }
    // "If the token queue is nonempty after the above update, S_i deletes the top site id from the
    // token queue and sends the token to the site indicated by the id."
    if (!q.isEmpty()) {
      sendToken(q.dequeue());
    }
  }

  private void sendToken(int to) {
    send(to, new Token(Ints.of(ln.clone()), q.toInts()));
    hasToken = false;
    for (int j = 0; j < n; j++) {
      ln[j] = 0;
    }
    q.clear();
  }

  @Override
  public int idlePermits() {
    return hasToken && !executing ? 1 : 0;
  }

  @Override
  public void state(State s) {
    s.counters("RN", rn);
    hasToken = s.flag("token", hasToken);
    s.counters("LN", ln);
    s.nodes("Q", q);
    executing = s.flag("executing", executing);
  }
}
