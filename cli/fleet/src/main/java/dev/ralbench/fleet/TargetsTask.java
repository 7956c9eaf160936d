package dev.ralbench.fleet;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.scenario.CarriedScenario;
import dev.ralbench.trial.RemoteTargets;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an agent needs to prepare the targets of a run.
 *
 * @param environment the variables that the scenario names; holds secrets, and must not be written to a file
 * @param runtime {@code auto}, {@code process} or {@code docker}, if the user has chosen
 * @param isElsewhere whether the load comes from another machine
 */
record TargetsTask(
        CarriedScenario scenario, Map<String, String> environment, Optional<String> runtime, boolean isElsewhere) {
    TargetsTask {
        environment = Map.copyOf(environment);
    }

    static TargetsTask of(RemoteTargets.Task task, boolean isElsewhere) {
        return new TargetsTask(task.scenario(), task.environment(), task.runtime(), isElsewhere);
    }

    byte[] bytes() {
        return JsonMapper.shared().writeValueAsBytes(this);
    }

    static TargetsTask read(byte[] bytes) {
        try {
            return JsonMapper.shared().readValue(bytes, TargetsTask.class);
        } catch (JacksonException e) {
            // without its own words, which may repeat a secret
            throw new Failure(FailureKind.DEFECT, "the main's message cannot be read", "", "report it as a defect");
        }
    }

    /** Without its secrets. */
    @Override
    public String toString() {
        return "targets of a scenario";
    }
}
