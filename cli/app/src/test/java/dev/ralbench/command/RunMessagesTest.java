package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.RequestTemplate;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.progress.ProgressDisplay;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialFailure;
import dev.ralbench.result.TrialResult;
import dev.ralbench.scenario.ScenarioRequest;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import dev.ralbench.secret.SecretUrl;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Results;
import dev.ralbench.trial.RunControl;
import dev.ralbench.trial.Trial;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RunMessagesTest {
    private static final String WHY = "the target ended while it started\nexit code 1, the last lines of its output:\n"
            + "  no configuration\nthe whole output is in x.log";

    private static String told(boolean isTableBelow) {
        var bytes = new ByteArrayOutputStream();
        var display = ProgressDisplay.quiet(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        TrialResult trial = Copy.of(Results.small().trials().getFirst())
                .with("failure", Optional.of(new TrialFailure(WHY)))
                .made();
        new RunMessages(display, new RunControl(), isTableBelow).trialEnded(trial);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aTableOnTheSameTerminalHasTheReasonAndTheMessageOnlyTheFix() {
        var variant = Results.small().trials().getFirst().id().variant();

        assertThat(told(true)).isEqualTo(variant + " failed, as the table below says; the whole output is in x.log\n");
    }

    @Test
    void withoutOneTheMessageHasAll() {
        assertThat(told(false)).contains("ended while it started", "  no configuration", "x.log");
    }

    private static String repeated(boolean isTableBelow) {
        var bytes = new ByteArrayOutputStream();
        var display = ProgressDisplay.quiet(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        TrialResult trial = Copy.of(Results.small().trials().getFirst())
                .with(
                        "validity",
                        new TrialResult.Validity(
                                TrialResult.ValidityLevel.INVALID,
                                List.of("the machine stood still", "its clock was set")))
                .made();
        new RunMessages(display, new RunControl(), isTableBelow).blockRepeated(List.of(trial));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void whyABlockIsMeasuredAgainIsToldInShortWhereTheTableHasAll() {
        assertThat(repeated(true)).startsWith("block 1 is measured again, ").contains(": the machine stood still\n");
        assertThat(repeated(false)).contains("the machine stood still; its clock was set");
    }

    private static String steps(RunResult begun, TargetChoice target) {
        var bytes = new ByteArrayOutputStream();
        var display = ProgressDisplay.lines(new PrintStream(bytes, true, StandardCharsets.UTF_8), Glyphs.ASCII, 10);
        var messages = new RunMessages(display, new RunControl(), false);
        messages.runStarting(begun);
        var request = new ScenarioRequest(
                "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));
        messages.trialStarting(new Trial(new Variant("mine", target, request, Optional.empty()), 1, 1, 1));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static RunResult ordered(List<List<String>> order) {
        return Copy.of(Results.small())
                .with("layout", Results.small().layout().with(order))
                .made();
    }

    @Test
    void aTrialIsNamedWithItsBlockIfThereAreMore() {
        var builtIn = new TargetChoice.BuiltIn("tomcat", Map.of());

        assertThat(steps(ordered(List.of(List.of("mine"), List.of("mine"))), builtIn))
                .isEqualTo("block 1/2: starting mine\n");
        assertThat(steps(ordered(List.of(List.of("mine", "other"))), builtIn)).isEqualTo("block 1/1: starting mine\n");
        assertThat(steps(ordered(List.of(List.of("mine"))), builtIn)).isEqualTo("starting mine\n");
    }

    @Test
    void aServiceThatIsUpIsNotStarted() {
        var url = new TargetChoice.Url(new SecretUrl("http://127.0.0.1:1"), OptionalLong.empty(), Optional.empty());

        assertThat(steps(ordered(List.of(List.of("mine"))), url)).isEqualTo("connecting to mine\n");
    }
}
