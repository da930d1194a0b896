package dev.baton.algorithms;

import dev.baton.algorithms.SinghalHeuristic.Msg;
import dev.baton.algorithms.SinghalHeuristic.Request;
import dev.baton.algorithms.SinghalHeuristic.SiteState;
import dev.baton.algorithms.SinghalHeuristic.Token;
import dev.baton.core.Ints;
import dev.baton.core.Node;
import dev.baton.core.Setup;
import dev.baton.core.State;
import java.util.Arrays;

/**
 * The lecture notes' listing of Singhal's heuristic, line by line. Where they are silent: a site in
 * state H that wants to enter does so without a message and is then in state E; the token goes to
 * the first requesting site after the releasing one, in cyclic order.
 */
final class SinghalHeuristicListing extends Node<Msg> {

  /** How the four cases of "Receiving REQUEST" are read; the second site is always the receiver. */
  enum Reading {
    /** All four conditions as they are printed, one after the other. */
    AS_PRINTED,
    /** The last condition, printed SV_j[i]=H, read as SV_j[j]=H; the first still SV_j[i]=N. */
    LAST_CASE_MENDED,
    /** A choice by the receiver's own state SV_j[j] = N, R, E or H, as in the textbook. */
    AS_MEANT
  }

  private final Reading reading;
  private final SiteState[] sv;
  private final int[] sn;
  private boolean hasToken;

  /** The token's arrays while it is here, else N and 0 throughout. */
  private final SiteState[] tsv;

  private final int[] tsn;

  SinghalHeuristicListing(int self, Setup setup, Reading reading) {
    super(self, setup.n());
    this.reading = reading;
    sv = new SiteState[n];
    sn = new int[n];
    tsv = new SiteState[n];
    tsn = new int[n];
    // "SV_j[j]:=N, for j=N....i": printed so; nothing else would give SV_i[j] a value for j > i.
    // "SV_i[j]:=R, for j=i-1.....1; SN_i[j]:=0, j=1....N"
    for (int j = 0; j < n; j++) {
      sv[j] = j < self ? SiteState.R : SiteState.N;
    }
    // "S1 (Site 1) is in state H."
    if (self == 0) {
      sv[self] = SiteState.H;
      hasToken = true;
    }
    // "Token: TSV[j]:=N & TSN[j]:=0, j=1....N"
    Arrays.fill(tsv, SiteState.N);
  }

  static Node<?>[] nodes(Setup setup, Reading reading) {
    Node<?>[] nodes = new Node<?>[setup.n()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = new SinghalHeuristicListing(i, setup, reading);
    }
    return nodes;
  }

  @Override
  public void onRequest() {
    if (sv[self] == SiteState.H) {
      sv[self] = SiteState.E;
      enter();
      return;
    }
    // "If S_i has no token and requests CS: SV_i[i]:=R. SN_i[i]:=SN_i[i]+1"
    sv[self] = SiteState.R;
    sn[self]++;
    // "Send REQUEST(i,sn) to sites S_j for which SV_i[j] = R."
    for (int j = 0; j < n; j++) {
      if (j != self && sv[j] == SiteState.R) {
        send(j, new Request(sn[self]));
      }
    }
  }

  @Override
  public void onMessage(int i, Msg message) {
    switch (message) {
      case Request(int number) -> {
        // "if sn <= SN_j[i], ignore. Otherwise, update SN_j[i] and do:"
        if (number > sn[i]) {
          sn[i] = number;
          onNewRequest(i, number);
        }
      }
      case Token(Ints arrivedTsv, Ints arrivedTsn) -> {
        hasToken = true;
        for (int j = 0; j < n; j++) {
          tsv[j] = SiteState.values()[arrivedTsv.get(j)];
          tsn[j] = arrivedTsn.get(j);
        }
        // "Executing CS: after getting a token. Set SV_i[i]:=E"
        sv[self] = SiteState.E;
        enter();
      }
    }
  }

  private void onNewRequest(int i, int number) {
    if (reading == Reading.AS_MEANT) {
      switch (sv[self]) {
        case N, E -> sv[i] = SiteState.R;
        case R -> askBack(i);
        case H -> sendIdleToken(i, number);
      }
      return;
    }
    // "SV_j[i]=N -> SV_j[i]:=R"
    if (sv[i] == SiteState.N) {
      sv[i] = SiteState.R;
    }
    // "SV_j[j]=R -> if SV_j[i] != R, set it to R and send REQUEST(j,SN_j[j]) to S_i. Else do
    // nothing"
    if (sv[self] == SiteState.R) {
      askBack(i);
    }
    // "SV_j[j]=E -> SV_j[i]:=R"
    if (sv[self] == SiteState.E) {
      sv[i] = SiteState.R;
    }
    // "SV_j[i]=H -> SV_j[i]:=R, TSV[i]:=R, TSN[i]:=sn, SV_j[j]=N. Send a token to S_i."
    if (sv[reading == Reading.AS_PRINTED ? i : self] == SiteState.H) {
      sendIdleToken(i, number);
    }
  }

  private void askBack(int i) {
    if (sv[i] != SiteState.R) {
      sv[i] = SiteState.R;
      send(i, new Request(sn[self]));
    }
  }

  private void sendIdleToken(int i, int number) {
    sv[i] = SiteState.R;
    tsv[i] = SiteState.R;
    tsn[i] = number;
    sv[self] = SiteState.N;
    sendToken(i);
  }

  @Override
  public void onRelease() {
    // "SV_i[i]:=N, TSV[i]:=N."
    sv[self] = SiteState.N;
    tsv[self] = SiteState.N;
    // "For other S_j: if (SN_i[j] > TSN[j]), then {TSV[j]:=SV_i[j]; TSN[j]:=SN_i[j]}
    // Else {SV_i[j]:=TSV[j]; SN_i[j]:=TSN[j]}"
    for (int j = 0; j < n; j++) {
      if (j == self) {
        continue;
      }
      if (sn[j] > tsn[j]) {
        tsv[j] = sv[j];
        tsn[j] = sn[j];
      } else {
        sv[j] = tsv[j];
        sn[j] = tsn[j];
      }
    }
    // "If SV_i[j] = N, for all j, then set SV_i[i] = H. Else send token to a site S_j provided
    // SV_i[j] = R"
    for (int k = 1; k < n; k++) {
      int j = (self + k) % n;
      if (sv[j] == SiteState.R) {
        sendToken(j);
        return;
      }
    }
    sv[self] = SiteState.H;
  }

  private void sendToken(int to) {
    int[] states = new int[n];
    for (int j = 0; j < n; j++) {
      states[j] = tsv[j].ordinal();
    }
    send(to, new Token(Ints.of(states), Ints.of(tsn.clone())));
    hasToken = false;
    Arrays.fill(tsv, SiteState.N);
    Arrays.fill(tsn, 0);
  }

  @Override
  public int idlePermits() {
    return hasToken && sv[self] != SiteState.E ? 1 : 0;
  }

  @Override
  public void state(State s) {
    s.choices("SV", sv, SiteState.values());
    s.counters("SN", sn);
    hasToken = s.flag("token", hasToken);
    s.choices("TSV", tsv, SiteState.values());
    s.counters("TSN", tsn);
  }
}
