package dev.ralbench.command;

import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.Variant;
import dev.ralbench.tls.TlsSettings;
import java.util.Optional;
import java.util.stream.Collectors;

/** Names variants whose certificates are not checked: the server may not be the intended one. */
final class InsecureNote {
    private InsecureNote() {}

    /** One line; empty if all are checked, or there are none. */
    static Optional<String> of(Scenario scenario) {
        var names = scenario.variants().stream()
                .filter(variant ->
                        variant.target().tls().filter(TlsSettings::insecure).isPresent())
                .map(Variant::name)
                .collect(Collectors.joining(", "));
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of("insecure: any certificate is taken for " + names + "; it may be another server's");
    }
}
