package dev.ralbench.scenario;

import dev.ralbench.tls.ClientIdentity;
import dev.ralbench.tls.Pem;
import dev.ralbench.tls.TlsClient;
import dev.ralbench.tls.TlsLibrary;
import dev.ralbench.tls.TlsSettings;
import dev.ralbench.yaml.FlagSyntax;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads {@code tls} of a target, and the files that it names. */
final class TlsReader {
    private TlsReader() {}

    /** @param isHttps whether the target uses https; otherwise there is nothing to set */
    static Optional<TlsSettings> read(Section target, boolean isHttps, ScenarioDirectory directory) {
        if (!isHttps) {
            if (target.has("tls")) {
                target.keyProblem("tls", "belongs to a target that is reached by https");
            }
            return Optional.empty();
        }
        var tls = target.section("tls");
        var authorities = file(tls, "ca", directory, Pem::certificates);
        var chain = file(tls, "certificate", directory, Pem::certificates);
        var key = file(tls, "key", directory, Pem::privateKey);
        if (tls.has("certificate") != tls.has("key")) {
            tls.problem("needs certificate and key, or neither");
        }
        boolean insecure = tls.get("insecure", new FlagSyntax(), false);
        boolean resume = tls.get("resume", new FlagSyntax(), true);
        var identity = chain.flatMap(own -> key.map(secret -> new ClientIdentity(own, secret)));
        identity.flatMap(TlsReader::flaw).ifPresent(text -> tls.problem("certificate", text));
        return Optional.of(new TlsSettings(authorities.orElse(List.of()), identity, insecure, resume));
    }

    /** Reports a certificate that no connection could use, before any. */
    private static Optional<String> flaw(ClientIdentity identity) {
        return identity.flaw().or(() -> {
            try {
                TlsClient.of(new TlsSettings(List.of(), Optional.of(identity), true), TlsLibrary.JDK);
                return Optional.empty();
            } catch (IllegalStateException e) {
                return Optional.of("cannot be used: " + e.getMessage());
            }
        });
    }

    private static <T> Optional<T> file(
            Section tls, String key, ScenarioDirectory directory, Function<String, T> reader) {
        return tls.find(key, TextSyntax.NOT_BLANK).flatMap(name -> {
            try {
                return Optional.of(reader.apply(directory.read(name)));
            } catch (IllegalArgumentException e) {
                tls.problem(key, String.valueOf(e.getMessage()));
                return Optional.empty();
            }
        });
    }
}
