package dev.ralbench.fleet;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.tls.ClientIdentity;
import dev.ralbench.tls.Pem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * What one machine of a fleet proves itself with: a private key, its certificate, and the certificate of the fleet's
 * authority, in one file in PEM. Each machine trusts that authority alone. A main's certificate serves to call, an agent's
 * to be called, so the key of an agent leads no run. No certificate names a host: keys are made before hosts are known.
 */
public final class FleetKey {
    private static final String MAKE = "make new ones: ralbench agent --new-fleet DIR --agents N";
    /** Clocks of machines differ. */
    private static final Duration EARLIER = Duration.ofHours(1);

    private static final String MAIN = "main";
    private static final int LINE = 64;
    private static final char[] NO_PASSWORD = {};

    private final PrivateKey key;
    private final X509Certificate certificate;
    private final X509Certificate authority;

    private FleetKey(PrivateKey key, X509Certificate certificate, X509Certificate authority) {
        this.key = key;
        this.certificate = certificate;
        this.authority = authority;
    }

    /**
     * Makes the keys of a new fleet: {@code main.key}, {@code agent-1.key} and so on, which only their owner may read. The
     * authority's private key is never written: no machine can be added to a fleet, and no thief can add one.
     *
     * @param directory is made if it is missing
     * @param agents how many, at least 1
     * @param validity from now
     * @return the files, main's first
     * @throws Failure if a file exists or cannot be written
     */
    public static List<Path> create(Path directory, int agents, Duration validity, Clock clock) {
        var names = new ArrayList<String>();
        for (int agent = 1; agent <= agents; agent++) {
            names.add("agent-" + agent);
        }
        var texts = texts(names, validity, clock);
        var files = texts.keySet().stream()
                .map(name -> directory.resolve(name + ".key"))
                .toList();
        files.stream().filter(Files::exists).findFirst().ifPresent(FleetKey::refuseToReplace);
        try {
            Files.createDirectories(directory);
            for (var text : texts.entrySet()) {
                write(directory.resolve(text.getKey() + ".key"), text.getValue());
            }
        } catch (FileAlreadyExistsException e) {
            refuseToReplace(Path.of(e.getFile()));
        } catch (IOException e) {
            throw Failure.environment("keys cannot be written to " + directory, String.valueOf(e.getMessage()), "")
                    .causedBy(e);
        }
        return files;
    }

    /** The keys of a new fleet as texts, by name: that of {@code main} first, then those of its agents. */
    static SequencedMap<String, String> texts(List<String> agents, Duration validity, Clock clock) {
        var now = clock.now().truncatedTo(ChronoUnit.SECONDS);
        var authority = CertificateAuthority.create(now.minus(EARLIER), now.plus(validity));
        var texts = new LinkedHashMap<String, String>();
        texts.put(MAIN, text(authority.main(MAIN), authority));
        agents.forEach(name -> texts.put(name, text(authority.agent(name), authority)));
        return texts;
    }

    private static String text(CertificateAuthority.Issued issued, CertificateAuthority authority) {
        return pem("PRIVATE KEY", issued.key().getEncoded())
                + pem("CERTIFICATE", issued.certificate())
                + pem("CERTIFICATE", authority.certificate());
    }

    private static void refuseToReplace(Path file) {
        throw Failure.usage(
                file + " exists",
                "keys are not replaced: machines that have the old ones would be locked out",
                "name another directory, or remove the old keys");
    }

    private static void write(Path file, String text) throws IOException {
        boolean hasPermissions =
                file.getFileSystem().supportedFileAttributeViews().contains("posix");
        var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Files.createFile(file, hasPermissions ? new FileAttribute<?>[] {owner} : new FileAttribute<?>[] {});
        Files.writeString(file, text);
    }

    private static String pem(String label, byte[] content) {
        var lines = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + label + "-----\n" + lines + "\n-----END " + label + "-----\n";
    }

    /**
     * Reads the key of this machine.
     *
     * @throws Failure if the file cannot be read, holds something else, or has expired
     */
    public static FleetKey read(Path file, Clock clock) {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw Failure.usage("fleet key " + file + " does not exist", "", "name an existing file, or " + MAKE)
                    .causedBy(e);
        } catch (IOException e) {
            throw Failure.usage("fleet key " + file + " cannot be read", String.valueOf(e.getMessage()), "")
                    .causedBy(e);
        }
        var key = parsed(file, text);
        key.checkValid(file, clock.now());
        return key;
    }

    private static FleetKey parsed(Path file, String text) {
        try {
            var certificates = Pem.certificates(text);
            var key = Pem.privateKey(text);
            if (certificates.size() != 2) {
                throw new IllegalArgumentException("has " + certificates.size() + " certificates instead of 2");
            }
            new ClientIdentity(certificates, key).flaw().ifPresent(flaw -> {
                throw new IllegalArgumentException(flaw);
            });
            return new FleetKey(key, certificates.getFirst(), certificates.getLast());
        } catch (IllegalArgumentException e) {
            throw Failure.usage("fleet key " + file + " " + e.getMessage(), "", MAKE)
                    .causedBy(e);
        }
    }

    private void checkValid(Path file, Instant now) {
        var until = certificate.getNotAfter().toInstant();
        var from = certificate.getNotBefore().toInstant();
        if (now.isAfter(until)) {
            throw Failure.usage("fleet key " + file + " expired at " + until, "it is now " + now, MAKE);
        }
        if (now.isBefore(from)) {
            throw Failure.usage(
                    "fleet key " + file + " is not valid before " + from,
                    "it is now " + now,
                    "compare the clocks of this machine and of the one that made the keys");
        }
    }

    /**
     * This key, if it leads runs.
     *
     * @param what where it comes from, for the message
     * @throws Failure if it is an agent's
     */
    public FleetKey requireMain(String what) {
        if (!name().equals(MAIN)) {
            throw Failure.usage(
                    what + " is the key of " + name(),
                    "an agent's key leads no run",
                    "give main.key of the same fleet");
        }
        return this;
    }

    /**
     * This key, if it is an agent's.
     *
     * @param what where it comes from, for the message
     * @throws Failure if it leads runs
     */
    public FleetKey requireAgent(String what) {
        if (name().equals(MAIN)) {
            throw Failure.usage(
                    what + " is the key of the main",
                    "an agent with it would be refused",
                    "give this machine's own, such as agent-1.key of the same fleet");
        }
        return this;
    }

    /** Such as {@code agent-1}. */
    public String name() {
        return CertificateAuthority.commonName(certificate);
    }

    /** When it expires. */
    public Instant validUntil() {
        return certificate.getNotAfter().toInstant();
    }

    /** Shows this key's certificate and trusts the fleet's authority alone. */
    SSLContext context() {
        try {
            var own = KeyStore.getInstance("PKCS12");
            own.load(null, NO_PASSWORD);
            own.setKeyEntry("own", key, NO_PASSWORD, new Certificate[] {certificate});
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(own, NO_PASSWORD);
            var trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, NO_PASSWORD);
            trusted.setCertificateEntry("fleet", authority);
            var trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(trusted);
            var context = SSLContext.getInstance("TLSv1.3");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("every Java platform has TLS and PKCS12", e);
        }
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "fleet key " + name();
    }
}
