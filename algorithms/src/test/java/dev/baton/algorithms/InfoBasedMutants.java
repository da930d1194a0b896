package dev.baton.algorithms;

import static dev.baton.checker.Property.BYPASS;
import static dev.baton.checker.Property.DEADLOCK;
import static dev.baton.checker.Property.SAFETY;
import static dev.baton.checker.Property.STARVATION;

import dev.baton.algorithms.InfoBased.Ack;
import dev.baton.algorithms.InfoBased.Finished;
import dev.baton.algorithms.InfoBased.InfoMsg;
import dev.baton.algorithms.InfoBased.Msg;
import dev.baton.algorithms.InfoBased.RelMsg;
import dev.baton.algorithms.InfoBased.ReqMsg;
import dev.baton.algorithms.InfoBased.RowRel;
import dev.baton.algorithms.InfoBased.Token;
import dev.baton.algorithms.InfoBasedListing.Repair;
import dev.baton.checker.Property;
import dev.baton.core.Graph;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The info-based algorithm with one thing wrong, and the paper's listing. */
final class InfoBasedMutants {

  /** What is wrong. */
  enum Wrong {
    /** A node whose row is not informed leaves no copy of the requests that pass. */
    NO_COPY_OF_WHAT_PASSES,
    /** InfoMsg informs the row and collects nothing. */
    INFO_COLLECTS_NOTHING,
    /** InfoMsg collects and informs nobody. */
    ROW_NOT_INFORMED,
    /** The old explicit holder keeps what it has been told. */
    FINISHED_EMPTY,
    /** Requests found by InfoMsg are not looked at. */
    TESTREQ_FORGOTTEN,
    /** Requests blocked by PCL-1 are not given to the token. */
    BLOCKED_FORGOTTEN,
    /** A request is not blocked but dropped. */
    BLOCKED_DROPPED,
    /** seqnum is not written at the exit. */
    SEQNUM_NOT_WRITTEN,
    /** The token goes to the last of token.next. */
    TAKES_LAST
  }

  static final List<Mutant> ALL =
      List.of(
          listing("as-printed", EnumSet.noneOf(Repair.class), 2, 2, 1, DEADLOCK, STARVATION),
          without(Repair.HOLDER_ENTERS, 2, 2, 1, DEADLOCK, STARVATION),
          without(Repair.HOLDER_KEEPS_CL, 2, 1, 2, DEADLOCK, STARVATION),
          without(Repair.WAITING_HANDED_OVER, 2, 2, 1, DEADLOCK, STARVATION),
          without(Repair.SERVED_LEFT_OUT, 2, 2, 1, DEADLOCK, STARVATION),
          without(Repair.EXPLICIT_STILL, 3, 1, 2, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.NO_COPY_OF_WHAT_PASSES, 4, 1, 1, DEADLOCK, STARVATION),
          mutant(Wrong.INFO_COLLECTS_NOTHING, 2, 2, 1, DEADLOCK, STARVATION),
          mutant(Wrong.ROW_NOT_INFORMED, 2, 2, 1, DEADLOCK, STARVATION),
          mutant(Wrong.FINISHED_EMPTY, 2, 2, 1, DEADLOCK, STARVATION),
          mutant(Wrong.TESTREQ_FORGOTTEN, 2, 2, 1, DEADLOCK, STARVATION),
          mutant(Wrong.BLOCKED_FORGOTTEN, 2, 2, 1, DEADLOCK, STARVATION),
          mutant(Wrong.BLOCKED_DROPPED, 2, 2, 1, DEADLOCK, STARVATION),
          mutant(Wrong.SEQNUM_NOT_WRITTEN, 2, 2, 1, SAFETY, DEADLOCK, STARVATION, BYPASS),
          mutant(Wrong.TAKES_LAST, 1, 4, 2, BYPASS));

  private InfoBasedMutants() {}

  /** The listing with all repairs but one. */
  static Mutant without(Repair repair, int u, int v, int requests, Property... caughtBy) {
    EnumSet<Repair> others = EnumSet.allOf(Repair.class);
    others.remove(repair);
    String name = "without-" + repair.name().toLowerCase().replace('_', '-');
    return listing(name, others, u, v, requests, caughtBy);
  }

  static Mutant listing(
      String name, Set<Repair> repairs, int u, int v, int requests, Property... caughtBy) {
    return new Mutant(
        "info-based/listing-" + name,
        InfoBasedListing.with(repairs),
        Setup.of(Graph.torus(u, v)),
        requests,
        true,
        3,
        List.of(caughtBy));
  }

  private static Mutant mutant(Wrong wrong, int u, int v, int requests, Property... caughtBy) {
    return new Mutant(
        "info-based/" + wrong.name().toLowerCase().replace('_', '-'),
        setup -> nodes(setup, wrong),
        Setup.of(Graph.torus(u, v)),
        requests,
        // Among so few nodes it is seen only if requests overtake each other.
        wrong != Wrong.NO_COPY_OF_WHAT_PASSES,
        3,
        List.of(caughtBy));
  }

  private static Node<?>[] nodes(Setup setup, Wrong wrong) {
    Node<?>[] nodes = new Node<?>[setup.n()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new Process(i, setup, wrong);
    }
    return nodes;
  }

  /** The algorithm, with the places at which it can go wrong. */
  private static final class Process extends Node<Msg> {
    /** What the node's application is doing. */
    private enum Phase {
      IDLE,
      WAITING,
      INSIDE
    }

    private static final Phase[] PHASES = Phase.values();

    private final Wrong wrong;
    private final int u;

    private final int v;
    private final int row;

    private final int length;

    private Phase phase = Phase.IDLE;

    private int sn;

    private Requests waiting = Requests.EMPTY;

    private Requests pWaiting = Requests.EMPTY;

    private int clToken;

    private boolean slToken;

    private int numAck;

    private int successor = NONE;

    private Token token;

    Process(int self, Setup setup, Wrong wrong) {
      super(self, setup.n());
      this.wrong = wrong;
      v = setup.structure().columns();
      u = (n + v - 1) / v;
      row = self / v;
      length = Math.min(v, n - row * v);
      int k = setup.holder();
      clToken = row == k / v ? k : NONE;
      if (self == k) {
        slToken = true;
        token = new Token(Ints.zeros(n), Requests.EMPTY, Requests.EMPTY, k, row);
      }
    }

    private int right() {
      return row * v + (self - row * v + 1) % length;
    }

    private int down(int j) {
      int first = (row + 1) % u * v;
      return first + j % v % Math.min(v, n - first);
    }

    @Override
    public void onRequest() {
      sn++;
      phase = Phase.WAITING;
      waiting = waiting.insert(self, sn);
      if (token != null) {
        takeWaiting();
        enterCs();
      } else if (clToken != NONE && clToken != self) {
        send(clToken, new ReqMsg(self, sn));
      } else {
        pWaiting = pWaiting.insert(self, sn);
        if (u > 1) {
          send(down(self), new ReqMsg(self, sn));
        }
      }
    }

    @Override
    public void onMessage(int from, Msg message) {
      switch (message) {
        case ReqMsg request -> onReqMsg(request);
        case Token arrived -> onToken(arrived);
        case InfoMsg(int j, Requests q) -> onInfoMsg(j, q);
        case RelMsg(boolean sw) -> onRelMsg(from, sw);
        case RowRel(int l) -> {
          clToken = l == self ? clToken : l;
          send(from, new Ack());
        }
        case Ack() -> {
          numAck--;
          finishIfAcknowledged();
        }
        case Finished(Requests others) -> onFinished(others);
      }
    }

    private void onReqMsg(ReqMsg request) {
      int j = request.j();
      if (token != null || slToken) {
        waiting = waiting.insert(j, request.sn());
        if (token != null && phase == Phase.IDLE) {
          passToken();
        }
      } else if (phase == Phase.WAITING) {
        if (wrong != Wrong.BLOCKED_DROPPED) {
          waiting = waiting.insert(j, request.sn());
        }
      } else if (clToken != NONE) {
        send(clToken, request);
      } else if (j != self) {
        if (wrong != Wrong.NO_COPY_OF_WHAT_PASSES) {
          pWaiting = pWaiting.insert(j, request.sn());
        }
        send(down(j), request);
      }
    }

    private void onToken(Token arrived) {
      assert phase == Phase.WAITING && arrived.next().head() == self : "the token comes unasked";
      token = arrived;
      takeWaiting();
      if (token.next().size() > 1 || token.idexp() == self) {
        enterCs();
        return;
      }
      slToken = true;
      Requests q = pWaiting;
      pWaiting = Requests.EMPTY;
      if (length > 1) {
        send(right(), new InfoMsg(self, q));
      } else {
        onInfoMsg(self, q);
      }
    }

    private void onInfoMsg(int j, Requests q) {
      if (j != self) {
        clToken = wrong == Wrong.ROW_NOT_INFORMED ? clToken : j;
        boolean collects = wrong != Wrong.INFO_COLLECTS_NOTHING;
        send(right(), new InfoMsg(j, collects ? q.append(pWaiting) : q));
        pWaiting = Requests.EMPTY;
        return;
      }
      token = new Token(token.seqnum(), token.next(), q, token.idexp(), token.rowexp());
      send(token.idexp(), new RelMsg(token.rowexp() == row));
    }

    private void onRelMsg(int from, boolean sw) {
      assert slToken && token == null : "released by " + from;
      successor = from;
      clToken = sw ? from : NONE;
      numAck = length - 1;
      for (int i = row * v; i < row * v + length; i++) {
        if (i != self) {
          send(i, new RowRel(clToken));
        }
      }
      finishIfAcknowledged();
    }

    private void finishIfAcknowledged() {
      if (numAck == 0) {
        slToken = false;
        send(successor, new Finished(wrong == Wrong.FINISHED_EMPTY ? Requests.EMPTY : waiting));
        waiting = Requests.EMPTY;
        if (phase == Phase.WAITING) {
          waiting = waiting.insert(self, sn);
        }
        successor = NONE;
      }
    }

    private void onFinished(Requests others) {
      Requests testreq = wrong == Wrong.TESTREQ_FORGOTTEN ? Requests.EMPTY : token.testreq();
      Requests next = token.append(others).append(testreq).next();
      token = new Token(token.seqnum(), next, Requests.EMPTY, self, row);
      clToken = self;
      enterCs();
    }

    private void enterCs() {
      phase = Phase.INSIDE;
      enter();
    }

    @Override
    public void onRelease() {
      phase = Phase.IDLE;
      int[] seqnum = token.seqnum().toArray();
      if (wrong != Wrong.SEQNUM_NOT_WRITTEN) {
        seqnum[self] = sn;
      }
      Requests next = token.next().without(self);
      token = new Token(Ints.of(seqnum), next, token.testreq(), token.idexp(), token.rowexp());
      passToken();
    }

    private void passToken() {
      takeWaiting();
      assert !token.next().isEmpty() || token.idexp() == self
          : "an implicit holder with nobody next";
      if (!token.next().isEmpty()) {
        if (wrong == Wrong.TAKES_LAST) {
          token = lastFirst(token);
        }
        send(token.next().head(), token);
        token = null;
      }
    }

    private static Token lastFirst(Token t) {
      int last = t.next().nodes().get(t.next().size() - 1);
      int number = t.next().numbers().get(t.next().size() - 1);
      Requests turned = Requests.EMPTY.insert(last, number).append(t.next());
      return new Token(t.seqnum(), turned, t.testreq(), t.idexp(), t.rowexp());
    }

    private void takeWaiting() {
      boolean forgets = wrong == Wrong.BLOCKED_FORGOTTEN && !slToken;
      token = token.append(forgets ? Requests.EMPTY : waiting);
      waiting = Requests.EMPTY;
    }

    @Override
    public int idlePermits() {
      return token != null && phase == Phase.IDLE ? 1 : 0;
    }

    @Override
    public void state(State s) {
      phase = s.choice("phase", phase, PHASES);
      sn = s.counter("SN", sn);
      waiting = waiting.walk(s, "Waiting");
      pWaiting = pWaiting.walk(s, "P_waiting");
      clToken = s.node("CL_token", clToken);
      slToken = s.flag("SL_token", slToken);
      numAck = s.counter("NumAck", numAck);
      successor = s.node("successor", successor);
      token = s.message("token", token);
    }
  }
}
