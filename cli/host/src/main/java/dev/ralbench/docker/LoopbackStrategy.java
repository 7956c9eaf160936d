package dev.ralbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import dev.ralbench.Failure;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.dockerclient.TransportConfig;
import org.testcontainers.shaded.com.github.dockerjava.core.DefaultDockerClientConfig;
import org.testcontainers.shaded.com.github.dockerjava.core.DockerClientImpl;

/**
 * How Testcontainers finds the engine: at its local socket, with 127.0.0.1 as this machine's address, which it would
 * otherwise look for by starting a container. The command line has it found by {@link java.util.ServiceLoader}; in the
 * programs of library users Testcontainers does as it does without ralbench.
 */
public final class LoopbackStrategy extends DockerClientProviderStrategy {
    private final Optional<DockerSocket> socket;
    private @Nullable DockerClient client; // guarded by this

    public LoopbackStrategy() {
        this.socket = localSocket();
    }

    private static Optional<DockerSocket> localSocket() {
        try {
            return Optional.of(DockerSocket.of(System.getenv()));
        } catch (Failure remote) {
            return Optional.empty(); // the search for the engine has reported it before
        }
    }

    /** A client, whose every call has a time limit. */
    static DockerClient client(DockerSocket socket, String apiVersion) {
        var transport = new ZerodepDockerHttpClient.Builder()
                .dockerHost(URI.create(socket.uri()))
                .build();
        var config = DefaultDockerClientConfig.createDefaultConfigBuilder()
                .withDockerHost(socket.uri())
                .withDockerTlsVerify(false)
                .withApiVersion(apiVersion)
                .build();
        return DockerClientImpl.getInstance(config, new TimedHttpClient(transport));
    }

    @Override
    public synchronized DockerClient getDockerClient() {
        var known = client;
        if (known == null) {
            var found = socket.orElseThrow();
            known = client(found, EnginePing.of(found).apiVersion());
            client = known;
        }
        return known;
    }

    @Override
    public String getDescription() {
        return "local socket, services on 127.0.0.1";
    }

    @Override
    protected boolean isApplicable() {
        return socket.isPresent();
    }

    /** Always false: otherwise Testcontainers would write ~/.testcontainers.properties, which other programs read. */
    @Override
    protected boolean isPersistable() {
        return false;
    }

    @Override
    protected int getPriority() {
        return Integer.MAX_VALUE;
    }

    @Override
    public TransportConfig getTransportConfig() {
        return TransportConfig.builder()
                .dockerHost(URI.create(socket.orElseThrow().uri()))
                .build();
    }

    @Override
    public synchronized String getDockerHostIpAddress() {
        return "127.0.0.1";
    }
}
