package dev.baton.cluster.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import dev.baton.algorithms.Catalog;
import dev.baton.cluster.epoch.EpochRecord;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.net.Packet;
import dev.baton.core.Message;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every message of every algorithm, every frame and record: there and back, cut off, and spoilt.
 */
@Execution(ExecutionMode.CONCURRENT)
class CodecTest {

  private static final int MUTATIONS = 10_000;
  private static final int RANDOM_SAMPLES = 100;

  /** What a decoder may allocate for each byte that it was given. */
  private static final int PER_BYTE = 64;

  /** And besides: for an exception, and by the JVM for a handle that becomes hot. */
  private static final int FIXED = 1_000_000;

  private static final List<Subject> SUBJECTS = makeSubjects();

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** A type of the wire, with values of it. */
  private record Subject(String name, Codec<Object> codec, Class<?> type, List<Object> values) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Subject> subjects() {
    return SUBJECTS;
  }

  private static List<Subject> makeSubjects() {
    List<Subject> subjects = new ArrayList<>();
    for (Catalog.Entry entry : Catalog.entries()) {
      List<Object> values = new ArrayList<>(Samples.ofRuns(entry));
      subjects.add(subject(entry.id(), Wire.messages(entry), Wire.messageType(entry), values));
    }
    subjects.add(subject("frames", Wire.frames(), Frame.class, new ArrayList<>()));
    subjects.add(subject("packets", Wire.of(Packet.class), Packet.class, new ArrayList<>()));
    subjects.add(subject("records", Wire.records(), EpochRecord.class, new ArrayList<>()));
    return subjects;
  }

  @SuppressWarnings("unchecked") // Only values of the codec's type are given to it.
  private static Subject subject(String name, Codec<?> codec, Class<?> type, List<Object> values) {
    Samples samples = new Samples(1);
    for (Class<?> record : Samples.records(type)) {
      for (int i = 0; i < RANDOM_SAMPLES; i++) {
        values.add(samples.any(record));
      }
    }
    return new Subject(name, (Codec<Object>) codec, type, values);
  }

  private static byte[] encode(Codec<Object> codec, Object value) {
    Output out = new Output();
    codec.encode(value, out);
    return out.toByteArray();
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void whatIsSentArrives(Subject subject) throws WireException {
    Output out = new Output();
    Input in = new Input();
    for (Object value : subject.values) {
      subject.codec.encode(value, out);
      assertThat(subject.codec.decode(in.wrap(out.array(), 0, out.size()))).isEqualTo(value);
    }
  }

  /** An output keeps the bytes of what it has written last, if that is large. */
  @ParameterizedTest
  @MethodSource("subjects")
  void whatIsSentAgainHasTheSameBytes(Subject subject) {
    Output out = new Output();
    for (Object value : subject.values) {
      for (int i = 0; i < 2; i++) {
        subject.codec.encode(value, out);
        assertThat(out.toByteArray()).isEqualTo(encode(subject.codec, value));
      }
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("subjects")
  void whatIsCutOffIsRefused(Subject subject) {
    Input in = new Input();
    for (Object value : subject.values) {
      byte[] bytes = encode(subject.codec, value);
      for (int end = 0; end < bytes.length; end++) {
        try {
          fail("%s was read from %d bytes", subject.codec.decode(in.wrap(bytes, 0, end)), end);
        } catch (WireException expected) {
          assertThat(expected.getMessage()).endsWith(".");
        }
      }
    }
  }

  /** 10,000 for each record: read as some value, the one that has these bytes, or refused. */
  @Tag("slow")
  @ParameterizedTest
  @MethodSource("subjects")
  void whatIsSpoiltIsReadOrRefused(Subject subject) {
    Mutation mutation = new Mutation(1);
    Input in = new Input();
    int read = 0;
    int refused = 0;
    for (Class<?> record : Samples.records(subject.type)) {
      List<byte[]> all =
          subject.values.stream()
              .filter(record::isInstance)
              .map(value -> encode(subject.codec, value))
              .toList();
      for (int i = 0; i < MUTATIONS; i++) {
        byte[] bytes = mutation.of(all.get(i % all.size()), all.get(i * 7 % all.size()));
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Object value = null;
        String reason = ".";
        try {
          value = subject.codec.decode(in.wrap(bytes));
          read++;
        } catch (WireException e) {
          reason = e.getMessage();
          refused++;
        }
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertThat(reason).endsWith(".");
        assertThat(allocated).isLessThan(FIXED + (long) PER_BYTE * bytes.length);
        if (value != null) {
          assertThat(encode(subject.codec, value)).isEqualTo(bytes);
        }
      }
    }
    assertThat(read).isPositive();
    assertThat(refused).isPositive();
  }

  /** In a frame, a message of one algorithm does not arrive as one of another. */
  @ParameterizedTest
  @MethodSource("subjects")
  void aFrameCarriesEveryMessage(Subject subject) throws WireException {
    Codec<Frame> frames = Wire.frames();
    Output out = new Output();
    Set<Class<?>> seen = subject.values.stream().map(Object::getClass).collect(Collectors.toSet());
    assertThat(seen).containsExactlyInAnyOrderElementsOf(Samples.records(subject.type));
    for (Object value : subject.values) {
      if (value instanceof Message message) {
        Frame frame = new Frame.Carry(1, 2, new LockId("orders", 1), message, 3, 4);
        frames.encode(frame, out);
        assertThat(frames.decode(new Input().wrap(out.array(), 0, out.size()))).isEqualTo(frame);
      }
    }
  }
}
