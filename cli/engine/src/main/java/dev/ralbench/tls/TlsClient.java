package dev.ralbench.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509KeyManager;

/**
 * Settings made usable. Unless the settings say otherwise, connections of one client share its sessions, so that later
 * handshakes are short; another client does not share them.
 */
public final class TlsClient {
    private static final char[] NO_PASSWORD = {};
    /** An address instead of a name: version 4, or version 6 in or without brackets. */
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[.*]|.*:.*");

    private final TlsSettings settings;
    private final ClientKeys keys;
    private final TrustManager[] trust;
    private final SSLContext context;
    private final TlsLibrary library;
    /** By the protocols offered; made with the first connection: a single request has its own. */
    private final Map<List<String>, BoringSsl> boringSsl = new HashMap<>();

    private TlsClient(
            TlsSettings settings, ClientKeys keys, TrustManager[] trust, SSLContext context, TlsLibrary library) {
        this.settings = settings;
        this.keys = keys;
        this.trust = trust;
        this.context = context;
        this.library = library;
    }

    /** A client without any session yet, by the library that costs least. */
    public static TlsClient of(TlsSettings settings) {
        return of(settings, TlsLibrary.of(settings));
    }

    /** A client without any session yet, by that library, which has to be here, and to sign with the client's key. */
    public static TlsClient of(TlsSettings settings, TlsLibrary library) {
        try {
            var keys = new ClientKeys(keys(settings));
            var trust = trust(settings);
            return new TlsClient(settings, keys, trust, context(keys, trust), library);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    private static SSLContext context(ClientKeys keys, TrustManager[] trust) throws GeneralSecurityException {
        var context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {keys}, trust, null);
        return context;
    }

    public boolean isInsecure() {
        return settings.insecure();
    }

    public TrustManager trust() {
        return trust[0];
    }

    /** Holds the client's own certificate, if it has one. */
    public X509KeyManager keys() {
        return keys;
    }

    /** Whether connections may resume sessions; clients that set up their connections themselves have to see to it. */
    public boolean resumes() {
        return settings.resume();
    }

    /** What its connections are encrypted by. */
    public TlsLibrary library() {
        return library;
    }

    /** Whether a server asked for a certificate and got none; it may end the connection for that. */
    public boolean lacksCertificate() {
        return keys.isLacking();
    }

    /** The certificate of a server that was refused last. */
    Optional<X509Certificate> refused() {
        return trust[0] instanceof RefusalMemory memory ? memory.refused() : Optional.empty();
    }

    /** The requirements for connections to the host: a certificate for it, and the protocols in their order. */
    public SSLParameters parameters(String host, List<String> applicationProtocols) {
        var parameters = context.getDefaultSSLParameters();
        if (!settings.insecure()) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        serverName(host).ifPresent(name -> parameters.setServerNames(List.of(name))); // the JDK leaves out localhost
        parameters.setApplicationProtocols(applicationProtocols.toArray(String[]::new));
        return parameters;
    }

    /** The name that a handshake says; empty for an address, and for a name that the JDK cannot say, such as my_service. */
    public static Optional<SNIServerName> serverName(String host) {
        if (ADDRESS.matcher(host).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new SNIHostName(host));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** One connection's part, the bytes being moved by others. */
    public SSLEngine engine(String host, int port, List<String> applicationProtocols) {
        var parameters = parameters(host, applicationProtocols);
        if (library == TlsLibrary.BORING_SSL) {
            return boringSsl(applicationProtocols).engine(withoutBrackets(host), port, parameters);
        }
        var engine = contextOfOne().createSSLEngine(withoutBrackets(host), port);
        engine.setUseClientMode(true);
        engine.setSSLParameters(parameters);
        return engine;
    }

    /** One for all connections of all event loops: they share its sessions. */
    private synchronized BoringSsl boringSsl(List<String> protocols) {
        return boringSsl.computeIfAbsent(
                List.copyOf(protocols), offered -> BoringSsl.of(keys, trust[0], settings.resume(), offered));
    }

    /** Sessions belong to their context: one that is new has none to resume. */
    private SSLContext contextOfOne() {
        try {
            return settings.resume() ? context : context(keys, trust);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static Optional<X509ExtendedKeyManager> keys(TlsSettings settings)
            throws GeneralSecurityException, IOException {
        if (settings.identity().isEmpty()) {
            return Optional.empty();
        }
        var identity = settings.identity().get();
        var store = emptyStore();
        store.setKeyEntry(
                "client", identity.key(), NO_PASSWORD, identity.chain().toArray(Certificate[]::new));
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return Stream.of(factory.getKeyManagers())
                .filter(X509ExtendedKeyManager.class::isInstance)
                .map(X509ExtendedKeyManager.class::cast)
                .findFirst();
    }

    private static TrustManager[] trust(TlsSettings settings) throws GeneralSecurityException, IOException {
        if (settings.insecure()) {
            return new TrustManager[] {new AnyCertificate()};
        }
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(settings.authorities().isEmpty() ? null : storeOf(settings));
        return Arrays.stream(factory.getTrustManagers())
                .map(judge -> judge instanceof X509ExtendedTrustManager extended ? new RefusalMemory(extended) : judge)
                .toArray(TrustManager[]::new);
    }

    private static KeyStore storeOf(TlsSettings settings) throws GeneralSecurityException, IOException {
        var store = emptyStore();
        int number = 0;
        for (var authority : settings.authorities()) {
            store.setCertificateEntry("authority" + number++, authority);
        }
        return store;
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        return store;
    }
}
