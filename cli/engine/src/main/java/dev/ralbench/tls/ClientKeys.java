package dev.ralbench.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * The client's own certificate, if it has one. Remembers whether a server asked for one that it lacks: by TLS 1.3 a
 * server refuses only after the client's handshake is done, and the client only sees a broken connection.
 */
final class ClientKeys extends X509ExtendedKeyManager {
    private final Optional<X509ExtendedKeyManager> own;
    private volatile boolean isLacking; // set by the threads of connections, never taken back

    ClientKeys(Optional<X509ExtendedKeyManager> own) {
        this.own = own;
    }

    /** Whether a server asked for a certificate and got none. */
    boolean isLacking() {
        return isLacking;
    }

    private @Nullable String chosen(Function<X509ExtendedKeyManager, @Nullable String> choice) {
        var alias = own.map(choice).orElse(null);
        if (alias == null) {
            isLacking = true;
        }
        return alias;
    }

    @Override
    public @Nullable String chooseClientAlias(String[] kinds, Principal[] issuers, Socket socket) {
        return chosen(keys -> keys.chooseClientAlias(kinds, issuers, socket));
    }

    @Override
    public @Nullable String chooseEngineClientAlias(String[] kinds, Principal[] issuers, SSLEngine engine) {
        return chosen(keys -> keys.chooseEngineClientAlias(kinds, issuers, engine));
    }

    @Override
    public String @Nullable [] getClientAliases(String kind, Principal[] issuers) {
        return own.map(keys -> keys.getClientAliases(kind, issuers)).orElse(null);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return own.map(keys -> keys.getCertificateChain(alias)).orElse(null);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return own.map(keys -> keys.getPrivateKey(alias)).orElse(null);
    }

    @Override
    public String @Nullable [] getServerAliases(String kind, Principal[] issuers) {
        return null; // no server
    }

    @Override
    public @Nullable String chooseServerAlias(String kind, Principal[] issuers, Socket socket) {
        return null; // no server
    }
}
