package dev.baton.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.algorithms.NaimiTrehel;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.EpochRecord.Choice;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.epoch.Member;
import dev.baton.cluster.epoch.Seat;
import dev.baton.cluster.net.AdmittedNames;
import dev.baton.cluster.net.Endpoint;
import dev.baton.cluster.net.FreePorts;
import dev.baton.cluster.net.Keys;
import dev.baton.cluster.net.PeerNetwork;
import dev.baton.cluster.net.Profile;
import dev.baton.cluster.net.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Somebody with a real certificate and a seat in the record sends whatever it likes. */
@Tag("slow")
@Tag("hostile")
@Timeout(120)
final class HostileMemberTest extends NetworkTest {

  private static final Path STORES = Path.of("src/test/resources/tls");
  private static final char[] PASSWORD = "for-tests".toCharArray();
  private static final Seat MALLORY = new Seat("mallory", 1, 666);
  private static final List<String> HONEST = List.of(VOTERS);

  private final BlockingQueue<EpochRecord> told = new LinkedBlockingQueue<>();

  private BatonBuilder secured(String name) {
    return inMemory(settings(name))
        .tls(STORES.resolve(name + ".p12"), STORES.resolve("trust.p12"), PASSWORD);
  }

  private PeerNetwork mallory() {
    Settings settings =
        new Settings(
            "orders",
            LEASE.toNanos(),
            HONEST,
            List.of(new Choice("*", "naimi-trehel"), new Choice("*", "request-collectors")));
    List<Endpoint> places =
        HONEST.stream().map(name -> new Endpoint("127.0.0.1", port(name))).toList();
    Endpoint here = new Endpoint("127.0.0.1", FreePorts.next());
    return new PeerNetwork(
        new Profile("mallory", "zone", here, 0, settings),
        places,
        AdmittedNames.ALL,
        Keys.load(STORES.resolve("mallory.p12"), STORES.resolve("trust.p12"), PASSWORD),
        (member, envelope, bytes) -> {
          if (envelope.frame() instanceof Frame.Open(EpochRecord record)) {
            told.add(record);
          }
          return true;
        });
  }

  /** Asks for a seat as members do, and stays silent otherwise. */
  private EpochRecord takeASeat(PeerNetwork mallory) throws InterruptedException {
    for (int tries = 0; tries < 200; tries++) {
      HONEST.forEach(to -> mallory.send(to, MALLORY, to, Member.ANY, new Frame.Probe()));
      HONEST.forEach(to -> mallory.send(to, MALLORY, to, Member.ANY, new Frame.Join(null)));
      EpochRecord record = told.poll(200, TimeUnit.MILLISECONDS);
      if (record != null && record.indexOf(MALLORY) >= 0) {
        return record;
      }
    }
    throw new AssertionError("it does not become a member");
  }

  private static List<Frame> lies(EpochRecord record) {
    long epoch = record.number();
    EpochRecord forged =
        new EpochRecord(
            epoch + 1,
            record.hash(),
            List.of(MALLORY),
            new TreeMap<>(),
            List.of("mallory"),
            record.choices(),
            new TreeMap<>(record.floor()),
            List.of(),
            0);
    LockId lock = new LockId("x", 1);
    List<Frame> lies = new ArrayList<>();
    lies.add(new Frame.Open(forged));
    lies.add(new Frame.Seal(epoch));
    lies.add(new Frame.Call(epoch, 1));
    lies.add(new Frame.Refused(1_000_000));
    lies.add(new Frame.Ack(epoch, 0));
    lies.add(new Frame.Confirmed(List.of(new Frame.Step(epoch + 1, forged.hash(), HONEST))));
    lies.add(new Frame.Hears(Collections.nCopies(1000, "a")));
    for (Seat seat : record.members()) {
      lies.add(new Frame.Sealed(epoch, seat, true, null, List.of(), null));
    }
    for (String voter : HONEST) {
      Frame.Vote vote = new Frame.Vote(voter, Map.of(), Map.of(), 0, Long.MAX_VALUE);
      lies.add(new Frame.Sealed(epoch, null, false, null, List.of(), vote));
    }
    long fence = epoch << 32;
    for (long tag : new long[] {epoch, epoch + 1, Long.MAX_VALUE}) {
      lies.add(new Frame.Carry(tag, 2, lock, new NaimiTrehel.Request(99), fence, 1));
      lies.add(new Frame.Carry(tag, Long.MAX_VALUE, lock, new NaimiTrehel.Token(), fence, 1));
    }
    lies.add(new Frame.Got(epoch, Long.MAX_VALUE));
    return lies;
  }

  @Test
  void neitherHoldsNorExclusionSufferFromWhatAMemberSays() throws Exception {
    List<Baton> members = joinAll(HONEST.stream().map(this::secured).toList());
    try (PeerNetwork mallory = mallory()) {
      EpochRecord record = takeASeat(mallory);
      Hold hold = members.get(0).lock("x").acquire(SOON);
      for (int i = 0; i < 20; i++) {
        for (Frame lie : lies(record)) {
          HONEST.forEach(to -> mallory.send(to, MALLORY, to, Member.ANY, lie));
        }
        assertThat(members.get(1).lock("x").tryLock()).isFalse();
        hold.check();
      }
      // It is not heard of as a member is, and so does not stay one.
      members.get(2).lock("y").acquire(SOON).close();
      hold.close();
      members.get(1).lock("x").acquire(SOON).close();
      assertThat(told).noneMatch(it -> it.voters().contains("mallory"));
    }
  }
}
