package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SteadinessCheckTest {
    private static final long MILLI = 1_000_000;
    private static final Path RECORDED = Repository.path("results/recorded");

    private static Optional<Double> drift(int users, Duration length, Script script) {
        var plan = LoadPlan.of(new LoadShape.ConstantUsers(users, length), Duration.ofSeconds(10));
        var sender = new ScriptedSender(1, script);
        var recording = new LoadRecording();
        var end = new LoadGenerator(plan, sender, recording, window -> {}).start();
        sender.run();
        assertThat(end).isCompleted();
        var found = recording.finish(plan, "");
        return SteadinessCheck.drift(found.windows().getFirst(), found.series());
    }

    @Test
    void aConstantDelayIsSteadyThoughUsersAnswerInStep() {
        assertThat(drift(20, Duration.ofSeconds(20), start -> ScriptedResponse.ok(start + 700 * MILLI)))
                .isEmpty();
    }

    @Test
    void noiseIsNoDrift() {
        var random = new Random(1);
        assertThat(drift(
                        20,
                        Duration.ofSeconds(20),
                        start -> ScriptedResponse.ok(start + random.nextLong(20, 180) * MILLI)))
                .isEmpty();
    }

    /** As of a target that is still being compiled: 10 ms at first, 8 ms from the tenth second on. */
    @Test
    void aTargetThatBecomesFasterIsNotSteady() {
        assertThat(drift(
                        10,
                        Duration.ofSeconds(20),
                        start -> ScriptedResponse.ok(start + (start < 1e10 ? 10 : 8) * MILLI)))
                .hasValueSatisfying(halves -> assertThat(halves).isBetween(0.2, 0.25));
    }

    @Test
    void aTargetThatTiresIsNotSteady() {
        assertThat(drift(10, Duration.ofSeconds(20), start -> ScriptedResponse.ok(start + 10 * MILLI + start / 2_000)))
                .hasValueSatisfying(halves -> assertThat(halves).isNegative());
    }

    @Test
    void aShortLevelSaysNothing() {
        assertThat(drift(
                        10,
                        Duration.ofSeconds(4),
                        start -> ScriptedResponse.ok(start + (start < 2e9 ? 10 : 5) * MILLI)))
                .isEmpty();
    }

    static Stream<Path> calmResults() throws IOException {
        try (var files = Files.list(RECORDED)) {
            return files
                    .filter(file -> String.valueOf(file.getFileName()).matches(".*-delay-[25]00\\.json"))
                    .toList()
                    .stream();
        }
    }

    /** Real levels of real servers that had all the CPUs they needed. */
    @ParameterizedTest
    @MethodSource("calmResults")
    void recordedLevelsOfCalmMachinesAreSteady(Path file) {
        var trials = ResultFile.read(file).trials();

        assertThat(trials).isNotEmpty();
        assertThat(trials.stream()
                        .flatMap(trial -> trial.measurement().stream())
                        .flatMap(found ->
                                levels(found).flatMap(level -> SteadinessCheck.drift(level, found.series()).stream())))
                .isEmpty();
    }

    private static Stream<WindowMeasurement> levels(Measurement found) {
        return found.windows().stream().filter(window -> window.kind() == WindowKind.LEVEL);
    }
}
