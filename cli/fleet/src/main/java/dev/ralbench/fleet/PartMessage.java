package dev.ralbench.fleet;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.load.LoadShare;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.CarriedScenario;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an agent needs for its part of a trial's load.
 *
 * @param given variables that all users know
 * @param environment the variables that the scenario names; holds secrets, and must not be written to a file
 * @param seed of everything that is left to chance
 * @param design of the main's run
 * @param followsNames whether figures of each name of requests are told while the load goes on
 */
record PartMessage(
        CarriedScenario scenario,
        LoadShare share,
        Map<String, String> given,
        Map<String, String> environment,
        long seed,
        Design design,
        boolean followsNames) {
    PartMessage {
        given = Map.copyOf(given);
        environment = Map.copyOf(environment);
    }

    byte[] bytes() {
        return JsonMapper.shared().writeValueAsBytes(this);
    }

    static PartMessage read(byte[] bytes) {
        try {
            return JsonMapper.shared().readValue(bytes, PartMessage.class);
        } catch (JacksonException e) {
            // without its own words, which may repeat a secret
            throw new Failure(FailureKind.DEFECT, "the main's message cannot be read", "", "report it as a defect");
        }
    }

    /** Without its secrets. */
    @Override
    public String toString() {
        return "part " + (share.part() + 1) + " of " + share.parts();
    }
}
