package dev.ralbench.load.net;

import dev.ralbench.tls.TlsLibrary;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslProvider;
import io.vertx.core.net.SSLEngineOptions;
import io.vertx.core.spi.tls.DefaultSslContextFactory;
import io.vertx.core.spi.tls.SslContextFactory;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSessionContext;

/**
 * Has Vert.x resume no session: by the JDK with a context for each connection, because sessions belong to their context, by
 * BoringSSL with one that keeps none.
 */
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
        return switch (library) {
            case BORING_SSL -> new ContextWithoutCache();
            case JDK -> new Contexts();
        };
    }

    private static final class ContextWithoutCache extends DefaultSslContextFactory {
        ContextWithoutCache() {
            super(SslProvider.OPENSSL, false); // of servers alone
        }

        @Override
        public SslContext create() throws SSLException {
            var context = super.create();
            ((OpenSslSessionContext) context.sessionContext()).setSessionCacheEnabled(false);
            return context;
        }
    }

    private static final class Contexts extends DefaultSslContextFactory {
        Contexts() {
            super(SslProvider.JDK, false);
        }

        @Override
        public SslContext create() throws SSLException {
            return new ContextPerConnection(super.create(), super::create);
        }
    }

    private interface NextContext {
        SslContext next() throws SSLException;
    }

    private static final class ContextPerConnection extends SslContext {
        private final SslContext pattern;
        private final NextContext contexts;

        ContextPerConnection(SslContext pattern, NextContext contexts) {
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
