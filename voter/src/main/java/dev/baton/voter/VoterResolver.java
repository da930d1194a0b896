package dev.baton.voter;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import org.apache.ratis.grpc.GrpcUtil;
import org.apache.ratis.thirdparty.io.grpc.CallOptions;
import org.apache.ratis.thirdparty.io.grpc.Channel;
import org.apache.ratis.thirdparty.io.grpc.ClientCall;
import org.apache.ratis.thirdparty.io.grpc.ClientInterceptor;
import org.apache.ratis.thirdparty.io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import org.apache.ratis.thirdparty.io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import org.apache.ratis.thirdparty.io.grpc.InternalConfigSelector;
import org.apache.ratis.thirdparty.io.grpc.LoadBalancer.PickSubchannelArgs;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor;
import org.apache.ratis.thirdparty.io.grpc.NameResolver;
import org.apache.ratis.thirdparty.io.grpc.NameResolverProvider;
import org.apache.ratis.thirdparty.io.grpc.NameResolverRegistry;
import org.apache.ratis.thirdparty.io.grpc.Status;

/**
 * Finds the address of a {@link VoterTarget}, by DNS as ever. Ratis makes its connections itself
 * and lets nobody change them, but it hands the text of an address on as it is. By a scheme of our
 * own every connection between voters, and no other in the process, knows which voter it is for,
 * and is rid of the objects that may travel with a failure.
 */
final class VoterResolver extends NameResolverProvider {

  static void register() {
    NameResolverRegistry.getDefaultRegistry().register(new VoterResolver());
  }

  @Override
  protected boolean isAvailable() {
    return true;
  }

  /** Below that of DNS, which stays the default for texts without a scheme. */
  @Override
  protected int priority() {
    return 0;
  }

  @Override
  public String getDefaultScheme() {
    return VoterTarget.SCHEME;
  }

  @Override
  public NameResolver newNameResolver(URI text, NameResolver.Args args) {
    if (!VoterTarget.SCHEME.equals(text.getScheme())) {
      return null;
    }
    VoterTarget target = VoterTarget.of(text);
    try {
      URI address = new URI("dns", "", "/" + target.address(), null);
      NameResolver dns =
          NameResolverRegistry.getDefaultRegistry()
              .getProviderForScheme("dns")
              .newNameResolver(address, args);
      return new Named(dns, target.authority(), args.getServiceConfigParser());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("Not an address: " + target.address() + ".", e);
    }
  }

  /** DNS, but for the name and the calls of the connection. */
  private static final class Named extends NameResolver {
    private final NameResolver dns;
    private final String authority;
    private final ConfigOrError config;

    Named(NameResolver dns, String authority, ServiceConfigParser configs) {
      this.dns = dns;
      this.authority = authority;
      config = configs.parseServiceConfig(Map.of());
    }

    @Override
    public String getServiceAuthority() {
      return authority;
    }

    @Override
    public void start(Listener2 listener) {
      dns.start(
          new Listener2() {
            @Override
            public void onResult(ResolutionResult result) {
              listener.onResult(stripped(result));
            }

            @Override
            public Status onResult2(ResolutionResult result) {
              return listener.onResult2(stripped(result));
            }

            @Override
            public void onError(Status error) {
              listener.onError(error);
            }
          });
    }

    private ResolutionResult stripped(ResolutionResult result) {
      return result.toBuilder()
          .setAttributes(
              result.getAttributes().toBuilder()
                  .set(InternalConfigSelector.KEY, new Stripped(config.getConfig()))
                  .build())
          .setServiceConfig(config)
          .build();
    }

    @Override
    public void refresh() {
      dns.refresh();
    }

    @Override
    public void shutdown() {
      dns.shutdown();
    }
  }

  /**
   * Takes away what Ratis would make objects of: it reads the exception that comes with a failed
   * call as a serialized object, or else looks for a class by its name, in either case before it
   * knows what it is. The status and its text stay.
   */
  private static final class Stripped extends InternalConfigSelector implements ClientInterceptor {
    private final Object config;

    Stripped(Object config) {
      this.config = config;
    }

    @Override
    public Result selectConfig(PickSubchannelArgs args) {
      return Result.newBuilder().setConfig(config).setInterceptor(this).build();
    }

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<A> listener, Metadata headers) {
          super.start(
              new SimpleForwardingClientCallListener<>(listener) {
                @Override
                public void onClose(Status status, Metadata trailers) {
                  trailers.discardAll(GrpcUtil.EXCEPTION_OBJECT_KEY);
                  trailers.discardAll(GrpcUtil.EXCEPTION_TYPE_KEY);
                  super.onClose(status, trailers);
                }
              },
              headers);
        }
      };
    }
  }
}
