package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadEnd;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.result.Slo;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.scenario.ScenarioRequest;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import dev.ralbench.secret.Secrets;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.trial.calibration.KnownCeiling;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What speaks against a search for the most users, and what is just what it was looking for. */
class SearchValidityTest {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1000 * MILLI;
    private static final Slo FAST = Slo.of(List.of(MetricLimit.parse(RequestMetrics.P99, "<=1s")));

    private static ScriptedResponse ok(long start) {
        return ScriptedResponse.ok(start + 50 * MILLI);
    }

    private static ScriptedResponse refused(long start) {
        return new ScriptedResponse(start + 50 * MILLI, Outcome.UNEXPECTED_STATUS, "status 503");
    }

    /** Every so-many-th request fails, or none. */
    private static Script failingEach(long nth) {
        var count = new AtomicLong();
        return start -> count.incrementAndGet() % nth == 0 ? refused(start) : ok(start);
    }

    private static Script soundUntil(long second, Script before) {
        return start -> start < second * SECOND ? before.response(start) : refused(start);
    }

    private static Validity judged(Slo slo, Script script, LoadEnd.Reason expected, Optional<String> expectFailures) {
        var climbed = Climbing.with(slo, 2, script);
        assertThat(climbed.end().reason()).isEqualTo(expected);
        var findings = new TrialRecord(Instant.EPOCH, Optional.of(slo), Secrets.none());
        findings.keepLoad(climbed.measurement(), climbed.performed(), false, expected == LoadEnd.Reason.ENOUGH);
        var request = new ScenarioRequest(
                "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));
        var variant = new Variant("mine", new TargetChoice.BuiltIn("tomcat", Map.of()), request, expectFailures);
        var ceiling = new Ceiling(64, 1_000_000, Optional.empty(), Optional.empty());
        return findings.result(new Trial(variant, 1, 1, 1), Climbing.PLAN.timeline(), KnownCeiling.of(ceiling))
                .validity();
    }

    private static Validity judged(Slo slo, Script script, LoadEnd.Reason expected) {
        return judged(slo, script, expected, Optional.empty());
    }

    @Test
    void aTargetThatAnswersNothingButErrorsHasNoKnee() {
        var validity = judged(FAST, SearchValidityTest::refused, LoadEnd.Reason.ENOUGH);
        assertThat(validity.verdict()).isEqualTo(ValidityLevel.INVALID);
        assertThat(validity.reasons())
                .containsExactly("100.0 % of all requests of up to 8 users failed (at most 5.0 %)");
    }

    @Test
    void norHasOneThatAnswersNothing() {
        var validity = judged(FAST, start -> ScriptedResponse.never(), LoadEnd.Reason.ENOUGH);
        assertThat(validity.verdict()).isEqualTo(ValidityLevel.INVALID);
        assertThat(validity.reasons())
                .containsExactly("level 8: in 5.0 s no request ended: the target answered nothing");
    }

    @Test
    void unlessThatIsWhatTheVariantIsThereToShow() {
        assertThat(judged(FAST, SearchValidityTest::refused, LoadEnd.Reason.ENOUGH, Optional.of("it sheds load")))
                .isEqualTo(Validity.valid());
    }

    @Test
    void aFirstLevelThatIsTooMuchWithoutErrorsIsAFinding() {
        assertThat(judged(FAST, start -> ScriptedResponse.ok(start + 1100 * MILLI), LoadEnd.Reason.ENOUGH))
                .isEqualTo(Validity.valid());
    }

    /** The levels begin after 1 s, 7 s and so on; the last one, of 512 users, after 109 s. */
    @ParameterizedTest
    @CsvSource({"61, ENOUGH", "97, ENOUGH", "103, ENOUGH", "109, ENOUGH"})
    void errorsFromTheKneeOnAreForgivenWhereverItIs(long second, LoadEnd.Reason end) {
        assertThat(judged(FAST, soundUntil(second, SearchValidityTest::ok), end))
                .isEqualTo(Validity.valid());
    }

    @Test
    void errorsBeforeTheKneeAreNot() {
        var many = Slo.of(List.of(MetricLimit.parse(RequestMetrics.ERRORS, "<=20%")));
        var validity = judged(many, soundUntil(61, failingEach(10)), LoadEnd.Reason.ENOUGH);
        assertThat(validity.verdict()).isEqualTo(ValidityLevel.INVALID);
        assertThat(validity.reasons())
                .containsExactly("10.0 % of all requests of up to 64 users failed (at most 5.0 %)");
    }

    @Test
    void withoutAKneeAllErrorsCount() {
        var many = Slo.of(List.of(MetricLimit.parse(RequestMetrics.ERRORS, "<=20%")));
        var validity = judged(many, failingEach(10), LoadEnd.Reason.ENOUGH);
        assertThat(validity.verdict()).isEqualTo(ValidityLevel.INVALID);
        assertThat(validity.reasons()).containsExactly("10.0 % of all requests failed (at most 5.0 %)");
    }
}
