package dev.ralbench.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.load.net.Transport;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.GivenOptions;
import dev.ralbench.scenario.Overrides.GivenValue;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioCatalog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a request refuses by itself, and what its methods make of a scenario. */
class RunRequestTest {
    private static final String URL = "http://127.0.0.1:9/";
    private static final RunRequest REQUEST = RunRequest.of(URL);
    private static final RunRequest TURNS = REQUEST.order(Design.Order.ALTERNATING);
    private static final Duration NEGATIVE = Duration.ofSeconds(-1);

    @Test
    void methodsAreOptions() {
        var request =
                REQUEST.rate(12.5).users(50).duration(Duration.ofMillis(1500)).option("--think", "100ms");

        assertThat(request.overrides(GivenOptions.none()).values())
                .containsExactly(
                        new GivenValue("load.open.rate.perSecond", "12.5", "--rate"),
                        new GivenValue("load.open.rate.users", "50", "--users"),
                        new GivenValue("load.open.rate.hold", "1500ms", "--duration"),
                        new GivenValue("load.stopAfter", "null", "--duration"),
                        new GivenValue("load.think", "100ms", "--think"));
        assertThat(request.users(7).overrides(GivenOptions.none()).values())
                .contains(new GivenValue("load.open.rate.users", "7", "--users"))
                .hasSize(5);
    }

    @Test
    void aHighRateIsReadAsItIs() {
        assertThat(resolved(REQUEST.rate(1_000_000)).load().plannedRate()).hasValue(1_000_000);
    }

    private static Scenario resolved(RunRequest request) {
        return ScenarioCatalog.standard()
                .find(URL)
                .resolve(request.overrides(GivenOptions.none()))
                .scenario();
    }

    @Test
    void anOptionThatThereIsNotIsRefusedWithTheNearest() {
        var failure = catchThrowableOfType(Failure.class, () -> REQUEST.option("--thnik", "1s"));

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).isEqualTo("--thnik: is not an option that changes a scenario");
        assertThat(failure.why()).startsWith("did you mean --think?");
    }

    @Test
    void anOptionNeedsItsNumberOfTexts() {
        assertThat(catchThrowableOfType(Failure.class, () -> REQUEST.option("--think", "1s", "2s")))
                .hasMessage("--think: needs one text, got 2");
        assertThat(catchThrowableOfType(Failure.class, () -> REQUEST.option("--follow", "yes")))
                .hasMessage("--follow: needs no text, got 1");
        assertThat(catchThrowableOfType(Failure.class, REQUEST::variants)).hasMessage("--variant: needs a text, got 0");
    }

    @Test
    void fixedTurnsLeaveNothingToChoose() {
        var fixed = REQUEST.turns(new Design.Turns(List.of(8), 4, 2500, 500, 2000, 60_000));
        var choices = Map.of(
                "--levels", fixed.levels(List.of(8)),
                "--windows", fixed.windows(4),
                "--window-length", fixed.windowLength(Duration.ofSeconds(1)),
                "--lead-in", fixed.leadIn(Duration.ZERO),
                "--warm-up-limit", fixed.warmUpLimit(Duration.ZERO),
                "--order interleaved", fixed.order(Design.Order.INTERLEAVED));

        fixed.check();
        choices.forEach((option, request) -> refused(request, "turns and " + option + " exclude each other"));
    }

    @Test
    void aNegativeTimeIsRefused() {
        refused(TURNS.warmUpLimit(NEGATIVE), "--warm-up-limit: must not be negative, got -1s");
        refused(TURNS.windowLength(NEGATIVE), "--order alternating: window length: must be positive, got -1s");
        refused(TURNS.leadIn(NEGATIVE), "--order alternating: lead-in: must not be negative, got -1s");
        refused(REQUEST.findCapacity(1, 2).capacityHold(NEGATIVE), "--capacity-hold: must be at least 1s, got -1s");
        assertThat(catchThrowableOfType(Failure.class, () -> resolved(REQUEST.duration(NEGATIVE))))
                .hasMessage("--duration: must not be negative, got -1s (load.closed.constant.hold)");
    }

    @Test
    void turnsAreRefusedWithoutTheirScenario() {
        refused(TURNS.windows(0), "--order alternating: windows: must be at least 1, got 0");
        refused(TURNS.levels(List.of()), "--order alternating: levels: must be at least one");
        TURNS.warmUpLimit(Duration.ZERO).leadIn(Duration.ZERO).check();
    }

    private static void refused(RunRequest request, String what) {
        var failure = catchThrowableOfType(Failure.class, request::check);

        assertThat(failure).as(what).isNotNull();
        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).isEqualTo(what);
    }

    @Test
    void eachTransportHasAName() {
        assertThat(TransportName.values()).extracting(TransportName::transport).containsExactly(Transport.values());
        assertThat(TransportName.values())
                .allSatisfy(
                        name -> assertThat(name).hasToString(name.transport().toString()));
    }
}
