package dev.ralbench.command;

import dev.ralbench.gate.GateDesign;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioRequest;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import dev.ralbench.secret.SecretHeaders;
import dev.ralbench.tls.TlsSettings;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a scenario's author may not have meant, told before minutes are spent on it. */
final class ScenarioNotes {
    private ScenarioNotes() {}

    /** Whose certificates are not checked, what results do not store, and what is one build twice. */
    static List<String> beforeRun(Scenario scenario) {
        return Stream.of(
                        insecure(scenario).stream(),
                        redacted(scenario.requests()).stream(),
                        leftOut(scenario),
                        builtTwice(scenario).stream())
                .flatMap(lines -> lines)
                .toList();
    }

    /** A line for each sort of requests of a log that are not sent again. */
    private static Stream<String> leftOut(Scenario scenario) {
        return scenario.load().replay().stream()
                .flatMap(replay -> replay.leftOut().stream())
                .map(words -> "load.open.trace leaves out " + words);
    }

    /** One line for the variants whose certificates are not checked: the server may not be the intended one. */
    static Optional<String> insecure(Scenario scenario) {
        var names = scenario.variants().stream()
                .filter(variant ->
                        variant.target().tls().filter(TlsSettings::insecure).isPresent())
                .map(Variant::name)
                .collect(Collectors.joining(", "));
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of("insecure: any certificate is taken for " + names + "; it may be another server's");
    }

    /** A line for each header whose value is a secret in clear: results do not have it, and the file need not. */
    static List<String> redacted(List<ScenarioRequest> requests) {
        return requests.stream()
                .flatMap(request -> SecretHeaders.inClear(request.headers()).stream())
                .distinct()
                .map(name -> "header " + name + " is stored as " + SecretHeaders.REDACTED
                        + "; write ${env:NAME} to keep its value out of the scenario file as well")
                .toList();
    }

    /** A line for each variant that is one build with an earlier one, under two names. */
    private static List<String> builtTwice(Scenario scenario) {
        var variants = scenario.variants().stream()
                .filter(variant -> !variant.name().equals(GateDesign.CONTROL))
                .toList();
        return variants.stream()
                .flatMap(variant -> variants.subList(0, variants.indexOf(variant)).stream()
                        .filter(earlier -> isSame(earlier, variant))
                        .limit(1)
                        .map(earlier -> builtTwice(earlier, variant)))
                .toList();
    }

    private static boolean isSame(Variant one, Variant other) {
        return one.target().equals(other.target())
                && one.request().equals(other.request())
                && one.limits().equals(other.limits());
    }

    private static String builtTwice(Variant earlier, Variant variant) {
        var both = earlier.name() + " and " + variant.name();
        return both
                + (variant.target() instanceof TargetChoice.Command
                        ? " are started alike, in the same directory: one build twice; --directory " + earlier.name()
                                + "=DIR starts " + earlier.name() + " in another checkout"
                        : " are one build twice; what differs will be noise");
    }
}
