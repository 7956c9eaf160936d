package dev.ralbench.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509KeyManager;

/** Connections of one client by BoringSSL. */
final class BoringSsl {
    private static final Set<String> KEYS = Set.of("RSA", "EC");

    private final SslContext context;

    private BoringSsl(SslContext context) {
        this.context = context;
    }

    /** Whether it signs with the identity's key: by RSA and ECDSA, as it is set up by Netty. */
    static boolean signsWith(Optional<ClientIdentity> identity) {
        return identity.map(own -> KEYS.contains(own.key().getAlgorithm())).orElse(true);
    }

    /**
     * Connections with these keys and that trust.
     *
     * @param protocols those that the connections offer, in their order; none if they leave it to the server
     */
    static BoringSsl of(X509KeyManager keys, TrustManager trust, boolean resumes, List<String> protocols) {
        try {
            var context = SslContextBuilder.forClient()
                    .sslProvider(SslProvider.OPENSSL)
                    .keyManager(keys)
                    .trustManager(trust)
                    .ciphers(OpenSsl.availableOpenSslCipherSuites()) // Netty's own list is short; Vert.x takes all as
                    // well
                    .endpointIdentificationAlgorithm(null) // each connection has its own
                    .applicationProtocolConfig(offering(protocols))
                    .build();
            ((OpenSslSessionContext) context.sessionContext()).setSessionCacheEnabled(resumes);
            return new BoringSsl(context);
        } catch (SSLException e) {
            throw new IllegalStateException("TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    private static ApplicationProtocolConfig offering(List<String> protocols) {
        return protocols.isEmpty()
                ? ApplicationProtocolConfig.DISABLED
                : new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        protocols);
    }

    SSLEngine engine(String host, int port, SSLParameters wanted) {
        var engine = context.newEngine(ByteBufAllocator.DEFAULT, host, port);
        var parameters = engine.getSSLParameters(); // its own versions and suites
        parameters.setEndpointIdentificationAlgorithm(wanted.getEndpointIdentificationAlgorithm());
        Optional.ofNullable(wanted.getServerNames()).ifPresent(parameters::setServerNames);
        engine.setSSLParameters(parameters);
        return engine;
    }
}
