package dev.ralbench.load.net;

import dev.ralbench.tls.TlsLibrary;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslProvider;
import io.vertx.core.net.SSLEngineOptions;
import io.vertx.core.spi.tls.DefaultSslContextFactory;
import io.vertx.core.spi.tls.SslContextFactory;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSessionContext;

/** Has Vert.x make a context for each connection: sessions belong to their context, so none can be resumed. */
final class FullHandshakes extends SSLEngineOptions {
    private final TlsLibrary library;

    FullHandshakes(TlsLibrary library) {
        this.library = library;
    }

    @Override
    public FullHandshakes copy() {
        return this; // has no state of its own
    }

    @Override
    public SslContextFactory sslContextFactory() {
        return new Factory(
                switch (library) {
                    case BORING_SSL -> SslProvider.OPENSSL;
                    case JDK -> SslProvider.JDK;
                });
    }

    private static final class Factory extends DefaultSslContextFactory {
        Factory(SslProvider provider) {
            super(provider, false);
        }

        @Override
        public SslContext create() throws SSLException {
            return new ContextPerConnection(super.create(), super::create);
        }
    }

    private interface Contexts {
        SslContext next() throws SSLException;
    }

    private static final class ContextPerConnection extends SslContext {
        private final SslContext pattern;
        private final Contexts contexts;

        ContextPerConnection(SslContext pattern, Contexts contexts) {
            this.pattern = pattern;
            this.contexts = contexts;
        }

        private SslContext next() {
            try {
                return contexts.next();
            } catch (SSLException e) {
                throw new IllegalStateException("TLS cannot be set up: " + e.getMessage(), e);
            }
        }

        @Override
        public SSLEngine newEngine(ByteBufAllocator buffers) {
            return next().newEngine(buffers);
        }

        @Override
        public SSLEngine newEngine(ByteBufAllocator buffers, String host, int port) {
            return next().newEngine(buffers, host, port);
        }

        @Override
        public boolean isClient() {
            return pattern.isClient();
        }

        @Override
        public List<String> cipherSuites() {
            return pattern.cipherSuites();
        }

        @Override
        @SuppressWarnings("deprecation") // part of the contract
        public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
            return pattern.applicationProtocolNegotiator();
        }

        @Override
        public SSLSessionContext sessionContext() {
            return pattern.sessionContext();
        }
    }
}
