package dev.ralbench.trial.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.RequestBody;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.process.UserCache;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.testing.FakeClock;
import dev.ralbench.tls.TlsSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ceiling is measured once, and from then on the sender is only warmed up. */
class RememberedCeilingsTest {
    @TempDir
    private Path directory;

    private final FakeClock clock = new FakeClock();
    private final List<String> happened = new ArrayList<>();
    private double possible = 50_000;

    /** Measures what the test says. */
    private final RememberedCeilings.Generator scripted = new RememberedCeilings.Generator() {
        @Override
        public Ceiling measure(CalibratedLoad load) {
            happened.add("measured");
            return new Ceiling(64, possible, Optional.of(0.5), Optional.of(1.0));
        }

        @Override
        public void warmUp(CalibratedLoad load, Ceiling known) {
            happened.add("warmed up for " + known.requestsPerSecond());
        }
    };

    private Calibration calibration(String build) {
        return new RememberedCeilings(
                scripted, new CeilingStore(new UserCache(directory)), () -> Map.of(OwnProgram.BUILD, build), clock);
    }

    private static CalibratedLoad load(int users, String body, long response, boolean isMeasured) {
        return new CalibratedLoad(
                KnownCeiling.NO_SENDER,
                LoadPlan.of(new LoadShape.ConstantUsers(users, Duration.ofSeconds(1)), Duration.ofSeconds(1)),
                new RequestTemplate(
                        "POST",
                        "/",
                        Map.of(),
                        Optional.of(RequestBody.text(body)),
                        new RequestTemplate.Expectation(200, OptionalLong.of(response))),
                Optional.empty(),
                Map.of("cpu", "one"),
                isMeasured);
    }

    private static CalibratedLoad load(int users) {
        return load(users, "", 2, false);
    }

    @Test
    void theSecondRunDoesNotMeasure() throws Exception {
        Instant then = clock.now();
        var first = calibration("1").ceiling(load(10));
        clock.advance(Duration.ofHours(5));
        possible = 1;
        var second = calibration("1").ceiling(load(10));

        assertThat(happened).containsExactly("measured", "warmed up for 50000.0");
        assertThat(first.rememberedFrom()).isEmpty();
        assertThat(second).isEqualTo(new Ceiling(64, 50_000, Optional.of(0.5), Optional.of(1.0), Optional.of(then)));
    }

    @Test
    void anotherBuildOrLoadIsMeasured() throws Exception {
        var unused = calibration("1").ceiling(load(10));

        unused = calibration("2").ceiling(load(10));
        unused = calibration("2").ceiling(load(11));
        unused = calibration("2").ceiling(load(11, "x".repeat(5_000), 2, false));
        unused = calibration("2").ceiling(load(11, "", 30_000, false));

        assertThat(happened).hasSize(5).containsOnly("measured");
    }

    @Test
    void bodiesOfNearlyTheSameLengthCostTheSame() throws Exception {
        var unused = calibration("1").ceiling(load(10, "x".repeat(5_000), 30_000, false));

        unused = calibration("1").ceiling(load(10, "x".repeat(5_001), 30_001, false));

        assertThat(happened).containsExactly("measured", "warmed up for 50000.0");
    }

    @Test
    void moreThanAllBusyUsersSendAsMuch() throws Exception {
        var unused = calibration("1").ceiling(load(64));

        unused = calibration("1").ceiling(load(2_000));

        assertThat(happened).containsExactly("measured", "warmed up for 50000.0");
    }

    @Test
    void aRunThatAsksForItMeasuresAndKeepsThat() throws Exception {
        var unused = calibration("1").ceiling(load(10));
        possible = 60_000;

        var asked = calibration("1").ceiling(load(10, "", 2, true));
        unused = calibration("1").ceiling(load(10));

        assertThat(asked.requestsPerSecond()).isEqualTo(60_000);
        assertThat(happened).containsExactly("measured", "measured", "warmed up for 60000.0");
    }

    @Test
    void whatARunContradictsIsMeasuredAgain() throws Exception {
        var unused = calibration("1").ceiling(load(10));

        calibration("1").forget(load(10));
        unused = calibration("1").ceiling(load(10));

        assertThat(happened).containsExactly("measured", "measured");
    }

    @Test
    void aCeilingThatWasNotFoundIsNotKept() throws Exception {
        possible = 0;

        var unused = calibration("1").ceiling(load(10));
        unused = calibration("1").ceiling(load(10));

        assertThat(happened).containsExactly("measured", "measured");
    }

    @Test
    void httpsHasACeilingOfItsOwn() throws Exception {
        var plain = load(10);
        var tls = new CalibratedLoad(
                KnownCeiling.NO_SENDER,
                plain.plan(),
                plain.request(),
                Optional.of(new TlsSettings(List.of(), Optional.empty(), true)),
                plain.surroundings(),
                false);
        var unused = calibration("1").ceiling(tls);

        unused = calibration("1").ceiling(tls.withoutTls());
        unused = calibration("1").ceiling(tls);

        assertThat(happened).containsExactly("measured", "measured", "warmed up for 50000.0");
    }
}
