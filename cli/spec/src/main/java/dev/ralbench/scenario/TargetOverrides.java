package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.yaml.YamlWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The options that say more of a service of which otherwise only the URL is given, as typed.
 *
 * @param pid {@code --pid}: the process to look into
 * @param authority {@code --ca}: a file with the certificate of the service's authority
 */
public record TargetOverrides(Optional<String> pid, Optional<String> authority) {
    private static final String TARGET = "variants." + UrlScenario.VARIANT + ".target.";

    /** These options as values of the scenario that the URL stands for. */
    public List<GivenValue> ofUrl() {
        var values = new ArrayList<GivenValue>();
        pid.ifPresent(text -> values.add(new GivenValue(TARGET + "pid", text, "--pid")));
        authority.ifPresent(file -> values.add(new GivenValue(TARGET + "tls.ca", YamlWriter.quoted(file), "--ca")));
        return values;
    }

    /**
     * Refuses them if there is no URL.
     *
     * @throws Failure of usage that says which key of a scenario has the same meaning
     */
    public List<GivenValue> ofScenario() {
        ofUrl().stream().findFirst().ifPresent(value -> {
            throw Failure.usage(
                    value.origin() + ": is for a URL in place of a scenario",
                    "",
                    "write " + value.path().replace(TARGET, "target.") + " in the scenario");
        });
        return List.of();
    }
}
