package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.load.LoadShape;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What {@code -u}, {@code -d}, {@code --steps}, {@code --hold} and the variables make of a scenario's load. */
class LoadOptionsTest {
    private static final LoadShape TEN_USERS = new LoadShape.ConstantUsers(10, Duration.ofSeconds(5));

    @Test
    void usersAndDurationReplaceAnyShape() {
        var resolved = Texts.stairs().resolve(usersAndDuration("10", "5s").overrides());

        assertThat(resolved.scenario().load().shape()).isEqualTo(TEN_USERS);
        assertThat(Texts.origin(resolved, "load.closed.constant.users")).isEqualTo("10 from --users");
        assertThat(Texts.origin(resolved, "load.closed.constant.hold")).isEqualTo("5s from --duration");
    }

    @Test
    void aDurationIsNotCutByTheStopOfTheFile() {
        var plan = Texts.stairs()
                .resolve(usersAndDuration("10", "5m").overrides())
                .scenario()
                .load();

        assertThat(plan.timeline().plannedSeconds()).hasValue(300);
    }

    @Test
    void usersAloneChangeTheNumberOfAConstantLoad() {
        var resolved = Texts.constant().resolve(usersAndDuration("10", "").overrides());

        assertThat(resolved.scenario().load().shape())
                .isEqualTo(new LoadShape.ConstantUsers(10, Duration.ofSeconds(30)));
        assertThat(Texts.origin(resolved, "load.closed.constant.hold")).isEqualTo("30s from mine.yaml:5");
        assertThat(resolved.scenario().load().stopAfter()).contains(Duration.ofSeconds(60));
    }

    @Test
    void usersOrADurationAloneAreRefusedForAnyOtherShape() {
        var why = ", because the scenario's own load has no constant number of users (load.closed.constant)";

        assertRefused(usersAndDuration("10", ""), "--users: needs --duration" + why);
        assertRefused(usersAndDuration("", "5s"), "--duration: needs --users" + why);
    }

    @Test
    void wrongNumbersOfUsersAreToldAsInAFile() {
        assertRefused(
                usersAndDuration("ten", "5"),
                "--users: needs a whole number, got ten (load.closed.constant.users)\n"
                        + "--duration: needs a unit, got 5; write 5s or 5ms (load.closed.constant.hold)");
        assertRefused(usersAndDuration("-3", "5s"), "--users: must be at least 1, got -3 (load.closed.constant.users)");
    }

    @Test
    void stepsBecomeConstantLoadsOneAfterTheOther() {
        var resolved = Texts.stairs().resolve(stepsAndHold("10, 50,100", "30s").overrides());

        var hold = Duration.ofSeconds(30);
        assertThat(resolved.scenario().load().shape())
                .isEqualTo(new LoadShape.Sequence(List.of(
                        new LoadShape.ConstantUsers(10, hold),
                        new LoadShape.ConstantUsers(50, hold),
                        new LoadShape.ConstantUsers(100, hold))));
        assertThat(Texts.origin(resolved, "load.closed.sequence[1].constant.users"))
                .isEqualTo("50 from --steps");
        assertThat(resolved.scenario().load().stopAfter()).isEmpty();
    }

    @Test
    void stepsAreRefusedUnlessTheyAreNumbersWithAHold() {
        assertThatThrownBy(() -> stepsAndHold("10", "").overrides()).hasMessage("--steps: needs --hold");
        assertThatThrownBy(() -> stepsAndHold("", "30s").overrides()).hasMessage("--hold: needs --steps");
        assertThatThrownBy(() -> stepsAndHold("10,,5", "30s").overrides())
                .hasMessage("--steps: needs whole numbers separated by commas, got \"\"");
        assertThatThrownBy(() -> stepsAndHold("10", "30").overrides())
                .hasMessage("--hold: needs a unit, got 30; write 30s or 30ms");
    }

    @Test
    void stepsAndUsersContradictEachOther() {
        var both = new FlagOverrides(
                Optional.of("5"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of("10"),
                Optional.of("30s"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());

        assertThatThrownBy(both::overrides)
                .hasMessage("--users and --duration cannot be combined with --steps and --hold");
    }

    @Test
    void variablesWorkAsTheOptionsDoAndMixWithThem() {
        var users = EnvironmentOverrides.read(Map.of("RALBENCH_USERS", "10"));
        var resolved =
                Texts.stairs().resolve(users.under(usersAndDuration("", "5s").overrides()));

        assertThat(resolved.scenario().load().shape()).isEqualTo(TEN_USERS);
        assertThat(Texts.origin(resolved, "load.closed.constant.users")).isEqualTo("10 from RALBENCH_USERS");
    }

    @Test
    void emptyAndForeignVariablesAreIgnored() {
        var overrides = EnvironmentOverrides.read(
                Map.of("RALBENCH_TIMEOUT", "", "RALBENCH_TIMOUT", "5s", "RALBENCH_IMAGE_MYSQL", "x", "PATH", "/"));

        assertThat(overrides).isEqualTo(Overrides.none());
    }

    private static void assertRefused(FlagOverrides options, String why) {
        assertThatThrownBy(() -> Texts.stairs().resolve(options.overrides()))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why().isEmpty() ? failure.what() : failure.why())
                                .isEqualTo(why));
    }

    private static FlagOverrides usersAndDuration(String users, String duration) {
        return options(users, duration, "", "");
    }

    private static FlagOverrides stepsAndHold(String steps, String hold) {
        return options("", "", steps, hold);
    }

    private static FlagOverrides options(String users, String duration, String steps, String hold) {
        return new FlagOverrides(
                given(users),
                Optional.empty(),
                Optional.empty(),
                given(duration),
                given(steps),
                given(hold),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Optional<String> given(String text) {
        return Optional.of(text).filter(some -> !some.isEmpty());
    }
}
