package dev.baton.cluster.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.wire.Input;
import dev.baton.cluster.wire.Output;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The packets around frames, which are pinned elsewhere. */
final class PacketTest {

  /** Same tags, same components: else the range of protocols must change. */
  @Test
  void theFormatIsPinned() {
    String grammar = PeerNetwork.PACKETS.toString();
    assertThat(grammar)
        .startsWith(
            """
            Packet =
              00 Packet.Call
              01 Packet.Hello
              02 Packet.Welcome
              03 Packet.TurnedAway
              04 Packet.Envelope
              05 Packet.Ask
              06 Packet.Reply
            """)
        .contains(
            """
            Greeting = protocols:Protocols cluster:name name:name endpoint:Endpoint\
             advertised:[Endpoint] consensusPort:int settled:flag settings:[Setting]\
             algorithms:[AlgorithmVersion]
            """,
            "Protocols = lowest:int highest:int\n",
            "Setting = name:name kind:Setting.Kind values:[name]\n",
            "Setting.Kind = one of [TOLD, EQUAL_IF_BOTH, EQUAL]\n",
            "AlgorithmVersion = id:name hash:long\n",
            "Packet.Hello = greeting:Greeting\n",
            "Packet.Envelope = from:Seat to:name incarnation:int frame:Frame\n",
            "Packet.Ask = number:long question:Question\n",
            "Packet.Reply = number:long answer:Answer\n",
            "Answer.Known = kind:name sure:flag\n",
            """
            LockPart = id:LockId holds:[LockPart.Inside] waiting:int first:flag stamp:int rests:flag\
             entries:long messages:long
            """,
            "Packet.Reason = one of [NAME_TAKEN, OTHER_SETTINGS, NOT_TRUSTED, NOT_ADMITTED]\n");
  }

  @Test
  void everyQuestionArrives() throws Exception {
    LockId last = new LockId("order-7", 1);
    for (Question question :
        List.of(
            new Question.Kind("x"),
            new Question.Parts(),
            Question.Page.of("order-", List.of(), 100),
            Question.Page.of("order-", List.of(last), 100),
            Question.Page.of("", List.of(), 100))) {
      Packet ask = new Packet.Ask(1, question);
      Output bytes = new Output();
      PeerNetwork.PACKETS.encode(ask, bytes);
      Input there = new Input().wrap(bytes.array(), 0, bytes.size());
      assertThat(PeerNetwork.PACKETS.decode(there)).isEqualTo(ask);
    }
  }
}
