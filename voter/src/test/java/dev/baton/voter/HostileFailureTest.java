package dev.baton.voter;

import static dev.baton.voter.Voters.await;
import static dev.baton.voter.Voters.extend;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.cluster.epoch.EpochRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ratis.grpc.GrpcUtil;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.grpc.RaftServerProtocolServiceGrpc.RaftServerProtocolServiceImplBase;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.Server;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyServerBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.StreamObserver;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A leader makes no objects of what comes with a failed call. */
@Tag("slow")
@Tag("hostile")
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
@Order(1)
final class HostileFailureTest {

  /** How many objects were made of bytes. */
  private static final AtomicInteger READ = new AtomicInteger();

  /** How many classes were loaded by name. */
  private static final AtomicInteger LOADED = new AtomicInteger();

  /** Does something as soon as it is read. */
  private static final class Bomb extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    /** Without a stack trace, so that it fits among what is sent with a failure. */
    Bomb() {
      super(null, null, false, false);
    }

    @Serial
    private void readObject(ObjectInputStream in) throws IOException {
      READ.incrementAndGet();
    }
  }

  /** Does something as soon as it is loaded. */
  private static final class Trap {
    static {
      LOADED.incrementAndGet();
    }
  }

  /** Stands in the place of a voter. */
  private static final class Impostor extends RaftServerProtocolServiceImplBase {
    final AtomicInteger calls = new AtomicInteger();
    private final boolean sendsObjects;
    private final byte[] bomb;

    Impostor(boolean sendsObjects) throws IOException {
      this.sendsObjects = sendsObjects;
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(new Bomb());
      }
      bomb = bytes.toByteArray();
    }

    @Override
    public StreamObserver<AppendEntriesRequestProto> appendEntries(
        StreamObserver<AppendEntriesReplyProto> answers) {
      return new StreamObserver<>() {
        @Override
        public void onNext(AppendEntriesRequestProto request) {
          Metadata trailers = new Metadata();
          calls.getAndIncrement();
          if (sendsObjects) {
            trailers.put(GrpcUtil.EXCEPTION_OBJECT_KEY, bomb);
          } else {
            trailers.put(GrpcUtil.EXCEPTION_TYPE_KEY, Trap.class.getName());
          }
          answers.onError(Status.INTERNAL.asRuntimeException(trailers));
        }

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onCompleted() {}
      };
    }
  }

  @TempDir Path root;

  /** Of all failures a leader reads the first only, which it logs. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingIsReadFromAFailedCall(boolean isObject) throws Exception {
    AtomicInteger harm = isObject ? READ : LOADED;
    harm.set(0);
    try (Voters voters = new Voters(root, "a", "b", "c").openAll()) {
      EpochRecord last = extend(voters.get("a"), voters.genesis, 1);
      voters.closeAll();
      Impostor impostor = new Impostor(isObject);
      Server server =
          NettyServerBuilder.forAddress(voters.addresses.get("c"))
              .addService(impostor)
              .build()
              .start();
      try {
        voters.open("a");
        voters.open("b");
        extend(voters.get("a"), last, 3);
        await(() -> impostor.calls.get() >= 6);
        assertThat(harm).hasValue(0);
      } finally {
        server.shutdownNow();
      }
    }
  }
}
