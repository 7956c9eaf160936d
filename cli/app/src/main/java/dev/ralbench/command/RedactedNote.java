package dev.ralbench.command;

import dev.ralbench.scenario.Scenario;
import dev.ralbench.secret.SecretHeaders;
import java.util.List;

/** Tells whoever writes a secret into a scenario in clear that results do not have it, and how to keep it out of the file. */
final class RedactedNote {
    private RedactedNote() {}

    /** A line for each redacted header. */
    static List<String> lines(Scenario scenario) {
        return scenario.variants().stream()
                .flatMap(variant -> SecretHeaders.inClear(variant.request().headers()).stream())
                .distinct()
                .map(name -> "header " + name + " is stored as " + SecretHeaders.REDACTED
                        + "; write ${env:NAME} to keep its value out of the scenario file as well")
                .toList();
    }
}
