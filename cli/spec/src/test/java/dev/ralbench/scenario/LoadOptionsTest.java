package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.load.AbortRule;
import dev.ralbench.load.LoadShape;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@code -u}, {@code -d}, {@code --steps}, {@code --hold} and the variables make of a scenario's load. */
class LoadOptionsTest {
    private static final LoadShape TEN_USERS = new LoadShape.ConstantUsers(10, Duration.ofSeconds(5));

    @Test
    void limitsThatEndTheLoadAreGivenOneByOne() {
        var given = GivenOptions.none().with("--abort-when", "errors>5%", "p99 > 2s for 30s");

        var resolved = Texts.stairs().resolve(given.overrides("mine.yaml"));

        assertThat(resolved.scenario().load().abortWhen())
                .contains(new AbortRule(
                        List.of(
                                new AbortRule.Errors(0.05),
                                new AbortRule.SlowResponses("p99", 99, Duration.ofSeconds(2))),
                        Duration.ofSeconds(30)));
        assertThat(Texts.origin(resolved, "load.abortWhen.errors")).isEqualTo(">5% from --abort-when");
        assertThatThrownBy(() ->
                        GivenOptions.none().with("--abort-when", "errors<5%").overrides("mine.yaml"))
                .hasMessage("--abort-when: needs a figure, >, and a limit, got \"errors<5%\"");
    }

    /** Of two spans one would be lost. */
    @Test
    void limitsThatEndTheLoadShareOneSpan() {
        assertThatThrownBy(() -> GivenOptions.none()
                        .with("--abort-when", "errors>5% for 5s", "p99>2s for 30s")
                        .overrides("mine.yaml"))
                .hasMessage("--abort-when: there is one span for all limits, got 5s and 30s");
        assertThat(Texts.stairs()
                        .resolve(GivenOptions.none()
                                .with("--abort-when", "errors>5% for 5s", "p99>2s for 5s")
                                .overrides("mine.yaml"))
                        .scenario()
                        .load()
                        .abortWhen()
                        .orElseThrow()
                        .span())
                .isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void usersAndDurationReplaceAnyShape() {
        var resolved = Texts.stairs().resolve(usersAndDuration("10", "5s"));

        assertThat(resolved.scenario().load().shape()).isEqualTo(TEN_USERS);
        assertThat(Texts.origin(resolved, "load.closed.constant.users")).isEqualTo("10 from --users");
        assertThat(Texts.origin(resolved, "load.closed.constant.hold")).isEqualTo("5s from --duration");
    }

    @Test
    void aDurationIsNotCutByTheStopOfTheFile() {
        var plan =
                Texts.stairs().resolve(usersAndDuration("10", "5m")).scenario().load();

        assertThat(plan.timeline().plannedSeconds()).hasValue(300);
    }

    @Test
    void usersAloneChangeTheNumberOfAConstantLoad() {
        var resolved = Texts.constant().resolve(usersAndDuration("10", ""));

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
        var resolved = Texts.stairs().resolve(stepsAndHold("10, 50,100", "30s"));

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
        assertThatThrownBy(() -> stepsAndHold("10", "")).hasMessage("--steps: needs --hold");
        assertThatThrownBy(() -> stepsAndHold("", "30s")).hasMessage("--hold: needs --steps");
        assertThatThrownBy(() -> stepsAndHold("10,,5", "30s"))
                .hasMessage("--steps: needs whole numbers separated by commas, got \"\"");
        assertThatThrownBy(() -> stepsAndHold("10", "30"))
                .hasMessage("--hold: needs a unit, got 30; write 30s or 30ms");
    }

    @Test
    void stepsAndUsersContradictEachOther() {
        assertThatThrownBy(() -> options("--users", "5", "--steps", "10", "--hold", "30s"))
                .hasMessage("--users and --duration cannot be combined with --steps and --hold");
    }

    @Test
    void variablesWorkAsTheOptionsDoAndMixWithThem() {
        var users = environment(Map.of("RALBENCH_USERS", "10"));
        var resolved = Texts.stairs().resolve(users.under(usersAndDuration("", "5s")));

        assertThat(resolved.scenario().load().shape()).isEqualTo(TEN_USERS);
        assertThat(Texts.origin(resolved, "load.closed.constant.users")).isEqualTo("10 from RALBENCH_USERS");
    }

    @Test
    void emptyAndForeignVariablesAreIgnored() {
        var overrides = environment(
                Map.of("RALBENCH_TIMEOUT", "", "RALBENCH_TIMOUT", "5s", "RALBENCH_IMAGE_MYSQL", "x", "PATH", "/"));

        assertThat(overrides).isEqualTo(Overrides.none());
    }

    private static Overrides environment(Map<String, String> variables) {
        return GivenOptions.ofEnvironment(variables).overrides("mine.yaml");
    }

    private static void assertRefused(Overrides options, String why) {
        assertThatThrownBy(() -> Texts.stairs().resolve(options))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why().isEmpty() ? failure.what() : failure.why())
                                .isEqualTo(why));
    }

    private static Overrides usersAndDuration(String users, String duration) {
        return options("--users", users, "--duration", duration);
    }

    private static Overrides stepsAndHold(String steps, String hold) {
        return options("--steps", steps, "--hold", hold);
    }

    /** @param given option, text, option, text; an empty text is none */
    private static Overrides options(String... given) {
        var options = GivenOptions.none();
        for (int i = 0; i < given.length; i += 2) {
            options = given[i + 1].isEmpty() ? options : options.with(given[i], given[i + 1]);
        }
        return options.overrides("mine.yaml");
    }
}
