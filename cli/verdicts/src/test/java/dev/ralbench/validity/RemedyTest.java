package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialResult.ValidityLevel;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RemedyTest {
    private static Validity suspect(String reason, Optional<List<String>> remedies) {
        return new Validity(ValidityLevel.SUSPECT, List.of(reason), remedies);
    }

    @ParameterizedTest
    @EnumSource
    void aSentenceThatEndsWithARemedyHasIt(Remedy remedy) {
        for (var sentence : List.of("late by 3 ms", "late by 3 ms: times may be too long")) {
            var finding = CheckFinding.suspect(remedy, sentence);

            assertThat(finding.remedy()).contains(remedy);
            assertThat(Remedy.in(finding.reason(), suspect(finding.reason(), Optional.empty())))
                    .contains(remedy.inWords());
        }
    }

    @Test
    void aRemedyIsAClauseOfItsOwn() {
        assertThat(Remedy.WARM_UP_LONGER.after("cold")).isEqualTo("cold: warm it up for longer");
        assertThat(Remedy.WARM_UP_LONGER.after("cold: by far")).isEqualTo("cold: by far; warm it up for longer");
    }

    /** Of another version, say. */
    @Test
    void aStoredRemedyNeedsNotBeKnown() {
        var reason = "late by 3 ms: buy a larger machine";

        assertThat(Remedy.in(reason, suspect(reason, Optional.of(List.of("buy a larger machine")))))
                .contains("buy a larger machine");
        assertThat(Remedy.in(reason, suspect(reason, Optional.empty()))).isEmpty();
    }
}
