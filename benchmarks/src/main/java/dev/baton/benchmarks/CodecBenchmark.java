package dev.baton.benchmarks;

import com.sun.management.ThreadMXBean;
import dev.baton.algorithms.NaimiTrehel;
import dev.baton.algorithms.SuzukiKasami;
import dev.baton.cluster.epoch.Frame;
import dev.baton.cluster.epoch.LockId;
import dev.baton.cluster.wire.Codec;
import dev.baton.cluster.wire.Input;
import dev.baton.cluster.wire.Output;
import dev.baton.cluster.wire.Wire;
import dev.baton.cluster.wire.WireException;
import dev.baton.core.Ints;
import dev.baton.core.Message;
import java.lang.management.ManagementFactory;
import java.util.List;

/** Frames to bytes and back. */
final class CodecBenchmark<T> {

  private static final int ROUNDS = 9;
  private static final int TIMES = 1_000_000;

  /** The 60,000,000th second of the count that epochs are numbered by. */
  private static final long EPOCH = 60_000_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Codec<T> codec;
  private final T value;
  private final Output out = new Output();
  private final Input in = new Input();

  /** What was read last, so that reading is not left out. */
  private T read;

  private CodecBenchmark(Codec<T> codec, T value) {
    this.codec = codec;
    this.value = value;
  }

  static void run() {
    Table.title("Wire codec: bytes of a frame; CPU time and allocation to write and to read it");
    Codec<Frame> frames = Wire.frames();
    Table table = new Table("frame", "bytes", "write ns", "allocated", "read ns", "allocated");
    table.row(
        row(
            "request of naimi-trehel alone",
            Wire.of(NaimiTrehel.Msg.class),
            new NaimiTrehel.Request(2)));
    table.row(
        row("lock 'orders', request of naimi-trehel", frames, carry(new NaimiTrehel.Request(2))));
    int[] numbers = new int[50];
    table.row(
        row(
            "lock 'orders', token of suzuki-kasami, 50 nodes",
            frames,
            carry(new SuzukiKasami.Token(Ints.of(numbers), Ints.of(3, 4)))));
    table.row(row("acknowledgement of a message", frames, new Frame.Got(EPOCH, 1000)));
    table.print();
  }

  private static Frame carry(Message message) {
    return new Frame.Carry(EPOCH, 1000, new LockId("orders", 1), message, EPOCH << 32 | 1000, 1000);
  }

  private static <T> String[] row(String name, Codec<T> codec, T value) {
    Table.progress("%s", name);
    CodecBenchmark<T> benchmark = new CodecBenchmark<>(codec, value);
    Rounds rounds = new Rounds(ROUNDS, List.of(benchmark::write, benchmark::read));
    if (!benchmark.read.equals(value)) {
      throw new AssertionError(benchmark.read + " was read, not " + value);
    }
    return new String[] {
      name,
      Integer.toString(benchmark.out.size()),
      Table.number(rounds.nanos(0)),
      Table.number(allocated(benchmark::write)),
      Table.number(rounds.nanos(1)),
      Table.number(allocated(benchmark::read))
    };
  }

  /** Bytes each time. */
  private static double allocated(Runnable many) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    many.run();
    return (double) (THREADS.getCurrentThreadAllocatedBytes() - before) / TIMES;
  }

  private long write() {
    for (int i = 0; i < TIMES; i++) {
      codec.encode(value, out);
    }
    return TIMES;
  }

  private long read() {
    try {
      for (int i = 0; i < TIMES; i++) {
        read = codec.decode(in.wrap(out.array(), 0, out.size()));
      }
    } catch (WireException e) {
      throw new AssertionError(e);
    }
    return TIMES;
  }
}
