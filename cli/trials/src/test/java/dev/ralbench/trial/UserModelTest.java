package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.AbortRule;
import dev.ralbench.load.Arrivals;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Pause;
import dev.ralbench.load.RateShape;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.UserShares;
import dev.ralbench.load.Workload.OnFailure;
import dev.ralbench.scenario.ScenarioRequest;
import dev.ralbench.scenario.ScenarioSetup;
import dev.ralbench.scenario.ScenarioWorkload;
import dev.ralbench.scenario.ScenarioWorkload.Journey;
import dev.ralbench.scenario.ScenarioWorkload.Step;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UserModelTest {

    private static LoadShape loops(Duration... within) {
        return new LoadShape.LoopsPerUser(
                10, 10, Duration.ZERO, List.of(within).stream().findFirst());
    }

    private static String sentence(LoadShape shape) {
        return UserModel.sentence(LoadPlan.of(shape, Duration.ofSeconds(10)), Optional.empty(), ScenarioSetup.NONE);
    }

    @Test
    void whatBecomesOfRequestsThatHangIsSaid() {
        var twice = new LoadShape.Labelled(new LoadShape.Repeated(loops(Duration.ofSeconds(20)), 2), "warm");

        assertThat(sentence(twice))
                .isEqualTo("10 users at most, one connection each, no think time, timeout 10 s, requests of a part that"
                        + " are still open after 20 s are given up and counted as hung, the load ends when its requests"
                        + " are done, failed requests are counted");
    }

    @Test
    void theLimitsThatEndALoadAreSaid() {
        var rule = new AbortRule(
                List.of(new AbortRule.Errors(0.05), new AbortRule.SlowResponses("p99", 99, Duration.ofSeconds(2))),
                Duration.ofSeconds(30));
        var plan = new LoadPlan(
                loops(),
                Optional.empty(),
                Duration.ofSeconds(10),
                Duration.ZERO,
                true,
                LoadPlan.OnFailure.CONTINUE,
                Optional.of(rule),
                List.of());

        assertThat(UserModel.sentence(plan, Optional.empty(), ScenarioSetup.NONE))
                .endsWith(
                        "failed requests are counted, ends when the last 30 s have more than 5 % errors or a p99 above"
                                + " 2 s");
    }

    @Test
    void partsMayHaveDifferentTimes() {
        var shape =
                new LoadShape.Sequence(List.of(loops(Duration.ofSeconds(20)), loops(), loops(Duration.ofMillis(1500))));

        assertThat(sentence(shape)).contains("still open after 1500 ms or 20 s are given up");
    }

    @Test
    void aLoadInTurnsIsWarmedUpAtEachLevel() {
        var turns = new LoadShape.Turns(List.of(16, 64), 4, Duration.ofSeconds(1), Duration.ZERO);

        assertThat(sentence(turns)).contains("64 users at most", "warmed up at each level", "end of a turn");
    }

    @Test
    void aWarmUpUntilCompiledHasNoNumberOfRequests() {
        var shape = new LoadShape.WarmedUp(
                new LoadShape.ConstantUsers(10, Duration.ofSeconds(1)),
                OptionalInt.empty(),
                1,
                Optional.of(Duration.ofMinutes(2)));

        assertThat(sentence(shape)).contains(", warmed up until compiled, for 120 s at most, ");
    }

    private static LoadShape rate(double perSecond, Arrivals arrivals) {
        return new LoadShape.Open(new RateShape.Constant(perSecond, Duration.ofSeconds(1)), arrivals, 200);
    }

    @Test
    void whatAnOpenLoadDoesIsSaidPrecisely() {
        assertThat(sentence(rate(500, Arrivals.even())))
                .isEqualTo(
                        "open: 500 requests/s, evenly spaced, at most 200 connections, response time from the intended"
                                + " start, a request that finds all connections busy waits for one, up to the timeout, timeout 10 s,"
                                + " requests in flight or not yet sent at the stop are dropped, failed requests are counted");
        assertThat(sentence(new LoadShape.Sequence(
                        List.of(rate(0.5, Arrivals.poisson(1)), rate(1000, Arrivals.poisson(1))))))
                .contains("open: 0.5 to 1000 requests/s, spaced by chance (Poisson)");
    }

    @Test
    void aMixedLoadHasBothModelsInOneSentence() {
        var mixed = new LoadShape.Sequence(
                List.of(new LoadShape.ConstantUsers(5, Duration.ofSeconds(1)), rate(500, Arrivals.even())));

        assertThat(sentence(mixed))
                .startsWith(
                        "closed: 5 users at most, one connection each, no think time, open: 500 requests/s, evenly");
    }

    @Test
    void withoutSuchATimeThereIsNothingToSay() {
        assertThat(sentence(loops())).doesNotContain("given up");
        assertThat(sentence(new LoadShape.ConstantUsers(5, Duration.ofSeconds(1))))
                .doesNotContain("given up");
    }

    private static Journey journey(String name, int steps, Optional<Pause> think, Optional<Pause> pace) {
        var request =
                new ScenarioRequest("GET", "/", Map.of(), Optional.empty(), new Expectation(200, OptionalLong.empty()));
        return new Journey(
                name,
                1,
                IntStream.range(0, steps)
                        .mapToObj(i -> new Step(name + "-" + i, request, List.of(), think, 1, Optional.empty()))
                        .toList(),
                OnFailure.RESTART,
                pace);
    }

    private static String sentence(LoadShape shape, Journey... journeys) {
        return UserModel.sentence(
                LoadPlan.of(shape, Duration.ofSeconds(10)),
                Optional.of(new ScenarioWorkload(List.of(journeys))),
                ScenarioSetup.NONE);
    }

    @Test
    void stepsAroundUsersAreCountedApart() {
        var steps = journey("login", 2, Optional.empty(), Optional.empty()).steps();
        assertThat(UserModel.sentence(
                        LoadPlan.of(new LoadShape.ConstantUsers(5, Duration.ofSeconds(1)), Duration.ofSeconds(10)),
                        Optional.empty(),
                        new ScenarioSetup(List.of(), steps, Set.of(401), steps.subList(0, 1), steps)))
                .contains("no think time, 2 uncounted steps before each user's first request, 1 uncounted step after"
                        + " each user's last request, 2 uncounted steps after the load, timeout");
    }

    @Test
    void journeysAreCountedAndHaveTheirOwnPauses() {
        var users = new LoadShape.ConstantUsers(5, Duration.ofSeconds(1));
        Optional<Pause> second = Optional.of(new Pause.Fixed(Duration.ofSeconds(1)));
        Optional<Pause> none = Optional.empty();

        assertThat(sentence(users, journey("buy", 1, none, none)))
                .startsWith("5 users at most, one connection each, no think time, 1 journey of 1 step, timeout 10 s,");
        assertThat(sentence(users, journey("buy", 2, second, none), journey("look", 3, none, none)))
                .startsWith("5 users at most, one connection each, think times of its journeys, elsewhere none,"
                        + " 2 journeys of 5 steps in all, timeout 10 s,");
        assertThat(sentence(users, journey("buy", 2, none, second)))
                .contains("think times of its journeys, elsewhere none, 1 journey of 2 steps,");
        assertThat(sentence(rate(500, Arrivals.even()), journey("buy", 2, none, none)))
                .startsWith("1 journey of 2 steps, open: 500 journeys/s, evenly spaced,")
                .contains("a journey that finds all connections busy waits for one");
    }

    @Test
    void usersThatKeepToOneJourneyAreCounted() {
        var workload = new ScenarioWorkload(
                List.of(
                        journey("browse", 1, Optional.empty(), Optional.empty()),
                        journey("buy", 2, Optional.empty(), Optional.empty())),
                Optional.of(new UserShares(List.of(80_000, 20_000))),
                Optional.empty());

        assertThat(UserModel.sentence(
                        LoadPlan.of(new LoadShape.ConstantUsers(10, Duration.ofSeconds(1)), Duration.ofSeconds(10)),
                        Optional.of(workload),
                        ScenarioSetup.NONE))
                .contains("2 journeys of 3 steps in all, 8 for browse and 2 for buy, timeout 10 s");
    }
}
