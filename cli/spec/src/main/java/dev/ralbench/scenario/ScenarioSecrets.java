package dev.ralbench.scenario;

import dev.ralbench.DecodedText;
import dev.ralbench.Failure;
import dev.ralbench.secret.Placeholders;
import dev.ralbench.secret.SecretHeaders;
import dev.ralbench.secret.Secrets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads the environment variables that a scenario names, and finds their mistakes before anything is started. */
public final class ScenarioSecrets {
    private final Scenario scenario;
    private final Map<String, String> environment;

    private ScenarioSecrets(Scenario scenario, Map<String, String> environment) {
        this.scenario = scenario;
        this.environment = environment;
    }

    /**
     * Reads the values.
     *
     * @throws Failure of usage if a variable is not set, or its value is not allowed in its place. It names the
     *     variable and never its value
     */
    public static Secrets read(Scenario scenario, Map<String, String> environment) {
        return new ScenarioSecrets(scenario, environment).read();
    }

    private Secrets read() {
        var places = new LinkedHashMap<String, List<String>>();
        collect("", scenario.document(), places);
        requireAll(places);
        requireDecoded(places.keySet());
        var secrets = Secrets.of(places.keySet(), environment);
        for (var request : scenario.requests()) {
            checkHeaders(request);
            request.proxy().ifPresent(url -> url.filled(secrets));
        }
        for (var variant : scenario.variants()) {
            if (variant.target() instanceof TargetChoice.Url target) {
                var unused = target.url().filled(secrets);
            }
        }
        return secrets.hiding(headers(secrets));
    }

    /** The contents of headers that carry a secret by their names: a service may repeat them. */
    private List<String> headers(Secrets secrets) {
        return scenario.requests().stream()
                .flatMap(request -> SecretHeaders.secretTexts(request.headers(), secrets::filled).stream())
                .distinct()
                .toList();
    }

    /** The keys of the document whose values hold placeholders, by the name of the variable. */
    private static void collect(String path, Object value, Map<String, List<String>> places) {
        switch (value) {
            case Map<?, ?> map ->
                map.forEach((key, below) -> collect(path.isEmpty() ? key.toString() : path + "." + key, below, places));
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    collect(path + "[" + i + "]", list.get(i), places);
                }
            }
            default ->
                Placeholders.names(value.toString())
                        .forEach(name -> places.computeIfAbsent(name, first -> new ArrayList<>())
                                .add(path));
        }
    }

    private void requireAll(Map<String, List<String>> places) {
        var missing = places.keySet().stream()
                .filter(name -> environment.getOrDefault(name, "").isEmpty())
                .toList();
        if (missing.isEmpty()) {
            return;
        }
        throw Failure.usage(
                scenario.name() + ": not set in the environment: " + String.join(", ", missing),
                missing.stream()
                        .map(name -> Placeholders.of(name) + " is in "
                                + places.getOrDefault(name, List.of()).stream()
                                        .distinct()
                                        .collect(Collectors.joining(", ")))
                        .collect(Collectors.joining("\n")),
                "export " + missing.getFirst() + "=..., and start ralbench from the same shell");
    }

    private void requireDecoded(Collection<String> names) {
        var text = DecodedText.ofThisProcess();
        names.stream()
                .filter(name -> !text.isCompleteVariable(name, environment.getOrDefault(name, "")))
                .findFirst()
                .ifPresent(name -> {
                    throw Failure.usage(
                            scenario.name() + ": the value of " + name + " is not UTF-8",
                            "its bytes cannot be read as text, so ralbench would send others",
                            "set the variable in UTF-8");
                });
    }

    private void checkHeaders(ScenarioRequest request) {
        SecretHeaders.firstRedacted(request.headers()).ifPresent(name -> {
            throw Failure.usage(
                    scenario.name() + ": the value of the header " + name + " is missing",
                    "the scenario comes from a result, or from ralbench show: these have " + SecretHeaders.REDACTED
                            + " in its place",
                    "write " + name + ": ${env:NAME}, and set that environment variable");
        });
        request.headers()
                .forEach((header, text) -> Placeholders.names(text).stream()
                        .filter(name -> !RequestReader.isHeaderValue(environment.getOrDefault(name, "")))
                        .findFirst()
                        .ifPresent(name -> {
                            throw Failure.usage(
                                    scenario.name() + ": the value of " + name + " cannot be sent in the header "
                                            + header,
                                    "it holds a line break or another control character",
                                    "correct the environment variable; the contents of a file often end with a line break");
                        }));
    }
}
