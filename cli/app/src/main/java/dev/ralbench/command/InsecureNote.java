package dev.ralbench.command;

import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.Variant;
import dev.ralbench.tls.TlsSettings;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says of which variants certificates are not checked: who forgets it may be measuring something else. */
final class InsecureNote {
    private InsecureNote() {}

    /** One line; empty where all are checked, or there are none. */
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
