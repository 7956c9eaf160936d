package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.PlacementResult;
import dev.ralbench.result.PlacementResult.RoleResult;
import dev.ralbench.result.PlacementResult.StrayResult;
import dev.ralbench.result.TrialResult.ValidityLevel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlacementCheckTest {
    private static List<CheckFinding> findings(RoleResult target) {
        return PlacementCheck.of(new PlacementResult(3, Map.of("target", target)))
                .toList();
    }

    @Test
    void aRoleWhoseThreadsStayedOnItsCpusHasNoFinding() {
        assertThat(findings(new RoleResult("0", 30, 0, List.of()))).isEmpty();
    }

    @Test
    void theReasonNamesRoleThreadAndCpus() {
        var may = new StrayResult("worker-1", 4711, "0-1", Optional.empty());
        var did = new StrayResult("worker-2", 4712, "0-1", Optional.of(1));

        assertThat(findings(new RoleResult("0", 30, 2, List.of(may, did))))
                .containsExactly(new CheckFinding(
                        ValidityLevel.SUSPECT,
                        "the target was to run on CPUs 0, but its thread worker-2 (4712) may run on 0-1 and ran on"
                                + " 1, and 1 more like it"));
        assertThat(findings(new RoleResult("0", 30, 1, List.of(may))))
                .singleElement()
                .satisfies(finding -> assertThat(finding.reason()).endsWith("worker-1 (4711) may run on 0-1"));
    }

    @Test
    void aRoleThatWasNeverLookedAtIsReportedAsUnknown() {
        assertThat(findings(new RoleResult("0", 0, 0, List.of())))
                .singleElement()
                .satisfies(finding -> assertThat(finding.reason()).contains("is not known"));
    }
}
