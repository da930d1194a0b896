package dev.baton.voter;

import dev.baton.cluster.net.MemberCertificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.FileChunkProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.proto.RaftProtos.RaftPeerProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.ReadIndexRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.grpc.Context;
import org.apache.ratis.thirdparty.io.grpc.Contexts;
import org.apache.ratis.thirdparty.io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import org.apache.ratis.thirdparty.io.grpc.Grpc;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.ServerCallHandler;
import org.apache.ratis.thirdparty.io.grpc.ServerInterceptor;
import org.apache.ratis.thirdparty.io.grpc.Status;

/**
 * Lets in voters only, and only what they say in their own name. With TLS a voter is who its
 * certificate says; without, everybody is believed, but what they say must still be in the name of
 * a configured voter, and must not lead out of the state directory.
 */
final class VoterGuard implements ServerInterceptor {

  /** The voter that calls; null without TLS. */
  static final Context.Key<String> CALLER = Context.key("voter");

  /** Reasons, for the meter of refusals. */
  static final String NOT_A_VOTER = "not-a-voter";

  static final String NOT_ITS_MESSAGE = "not-its-message";

  private static final MemberCertificate NOBODY = new MemberCertificate("", List.of());

  /** Ratis makes a directory of the name of a transfer, and a file of the name of its part. */
  private static final Pattern TRANSFER =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private static final Pattern SNAPSHOT = Pattern.compile("sm[/\\\\]snapshot\\.\\d+_\\d+");

  private final String cluster;
  private final Set<String> services;
  private final ByteString self;
  private final Set<String> voters;
  private final boolean hasTls;
  private final ConsensusPort port;
  private final RefusedCalls refused;

  /**
   * @param services all others are refused: whoever reaches those for administrators could remove
   *     the log
   * @param self this voter's store
   * @param voters those of the configuration
   */
  VoterGuard(
      String cluster,
      Set<String> services,
      RaftPeerId self,
      Set<String> voters,
      boolean hasTls,
      ConsensusPort port,
      RefusedCalls refused) {
    this.cluster = cluster;
    this.services = services;
    this.self = self.toByteString();
    this.voters = voters;
    this.hasTls = hasTls;
    this.port = port;
    this.refused = refused;
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    if (!services.contains(call.getMethodDescriptor().getServiceName())) {
      refuse(call, Status.UNIMPLEMENTED, NOT_ITS_MESSAGE, "voters do not call this");
      return new ServerCall.Listener<>() {};
    }
    if (!hasTls) {
      return new Checked<>(next.startCall(call, headers), call, null);
    }
    MemberCertificate shown = shown(call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION));
    String caller = shown.name();
    String objection =
        voters.contains(caller)
            ? shown.objection(cluster, caller)
            : "the certificate of '" + caller + "' is not a voter's";
    if (objection != null) {
      refuse(call, Status.PERMISSION_DENIED, NOT_A_VOTER, objection);
      return new ServerCall.Listener<>() {};
    }
    port.letIn(call.getAttributes(), caller);
    Context context = Context.current().withValue(CALLER, caller);
    return new Checked<>(Contexts.interceptCall(context, call, headers, next), call, caller);
  }

  private static MemberCertificate shown(SSLSession session) {
    try {
      return session != null
              && session.getPeerCertificates()[0] instanceof X509Certificate certificate
          ? MemberCertificate.of(certificate)
          : NOBODY;
    } catch (SSLPeerUnverifiedException | CertificateException e) {
      return NOBODY;
    }
  }

  private void refuse(ServerCall<?, ?> call, Status status, String reason, String why) {
    call.close(status.withDescription(why), new Metadata());
    port.told(call.getAttributes());
    refused.add(
        reason,
        "a call of "
            + call.getMethodDescriptor().getFullMethodName()
            + " from "
            + call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR),
        why);
  }

  /** Looks at every message of Raft before Ratis does. */
  private final class Checked<Q> extends SimpleForwardingServerCallListener<Q> {
    private final ServerCall<Q, ?> call;
    private final String caller;
    private boolean isRefused;

    Checked(ServerCall.Listener<Q> next, ServerCall<Q, ?> call, String caller) {
      super(next);
      this.call = call;
      this.caller = caller;
    }

    @Override
    public void onMessage(Q message) {
      String why = isRefused ? null : objection(message, caller);
      if (why != null) {
        isRefused = true;
        refuse(call, Status.PERMISSION_DENIED, NOT_ITS_MESSAGE, why);
        // What it has begun to answer goes nowhere.
        super.onCancel();
      } else if (!isRefused) {
        port.letIn(call.getAttributes(), caller);
        super.onMessage(message);
      }
    }

    @Override
    public void onHalfClose() {
      if (!isRefused) {
        super.onHalfClose();
      }
    }

    @Override
    public void onReady() {
      if (!isRefused) {
        super.onReady();
      }
    }

    @Override
    public void onCancel() {
      if (!isRefused) {
        super.onCancel();
      }
    }

    @Override
    public void onComplete() {
      if (!isRefused) {
        super.onComplete();
      }
    }
  }

  private String objection(Object message, String caller) {
    return switch (message) {
      // Of our own service, which looks at it itself.
      case byte[] bytes -> null;
      case RequestVoteRequestProto vote -> objection(vote.getServerRequest(), caller);
      case AppendEntriesRequestProto append -> {
        String why = objection(append.getServerRequest(), caller);
        yield why != null ? why : objection(append.getEntriesList());
      }
      case InstallSnapshotRequestProto install -> {
        String why = objection(install.getServerRequest(), caller);
        yield why != null ? why : objectionToFiles(install);
      }
      case StartLeaderElectionRequestProto start -> objection(start.getServerRequest(), caller);
      case ReadIndexRequestProto read -> objection(read.getServerRequest(), caller);
      default -> "a message that voters do not send";
    };
  }

  /**
   * The store of the requestor is not compared: a voter that starts over has no roster, and one
   * that was away has an old one.
   */
  private String objection(RaftRpcRequestProto request, String caller) {
    String requestor = voterOf(request.getRequestorId());
    if (!voters.contains(requestor)) {
      return "it speaks for '" + requestor + "', which is not a voter";
    }
    if (caller != null && !caller.equals(requestor)) {
      return "'" + caller + "' speaks for '" + requestor + "'";
    }
    // A new store at the address of a lost one must not answer for it: it has forgotten its votes.
    return request.getReplyId().equals(self)
        ? null
        : "it is for the store " + request.getReplyId().toStringUtf8() + ", which is not here";
  }

  private String objection(List<LogEntryProto> entries) {
    for (LogEntryProto entry : entries) {
      String why = entry.hasConfigurationEntry() ? objection(entry.getConfigurationEntry()) : null;
      if (why != null) {
        return why;
      }
    }
    return null;
  }

  /** A group has configured voters and nobody else: not even somebody who only listens. */
  private String objection(RaftConfigurationProto group) {
    return Stream.of(
            group.getPeersList(),
            group.getOldPeersList(),
            group.getListenersList(),
            group.getOldListenersList())
        .flatMap(List::stream)
        .map(this::objection)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private String objection(RaftPeerProto peer) {
    String voter = voterOf(peer.getId());
    if (!voters.contains(voter)) {
      return "it puts '" + voter + "', which is not a voter, into the group";
    }
    // At an address of another form objects would be read from what fails there.
    return VoterTarget.isOf(voter, peer.getAddress())
        ? null
        : "the address of '" + voter + "' is not one of that voter";
  }

  private static String voterOf(ByteString id) {
    return Roster.voterIn(id.toStringUtf8());
  }

  private String objectionToFiles(InstallSnapshotRequestProto install) {
    if (install.hasLastRaftConfigurationLogEntryProto()) {
      String why = objection(List.of(install.getLastRaftConfigurationLogEntryProto()));
      if (why != null) {
        return why;
      }
    }
    if (!install.hasSnapshotChunk()) {
      return null;
    }
    if (!TRANSFER.matcher(install.getSnapshotChunk().getRequestId()).matches()) {
      return "the id of a snapshot's transfer is not a UUID";
    }
    for (FileChunkProto chunk : install.getSnapshotChunk().getFileChunksList()) {
      if (!SNAPSHOT.matcher(chunk.getFilename()).matches()) {
        return "the name of a snapshot's file is not that of a snapshot";
      }
    }
    return null;
  }
}
