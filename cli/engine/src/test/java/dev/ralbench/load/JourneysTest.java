package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Workload.Condition;
import dev.ralbench.load.Workload.Extraction;
import dev.ralbench.load.Workload.Journey;
import dev.ralbench.load.Workload.OnFailure;
import dev.ralbench.load.Workload.Source;
import dev.ralbench.load.Workload.Step;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.NamedRequests;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.testing.ListedRows;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** What users do with journeys of several steps, in virtual time. */
class JourneysTest {
    private static final long MILLI = 1_000_000;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final List<Extraction> TOKEN = List.of(new Extraction("token", new Source.JsonPointer("/token")));

    private static RequestTemplate request() {
        return new RequestTemplate(
                "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));
    }

    private static RequestTemplate withToken() {
        return new RequestTemplate(
                "GET",
                TextTemplate.of("/"),
                Map.of(
                        "Authorization",
                        new TextTemplate(List.of(new TextTemplate.Variable("token", TextTemplate.Encoding.NONE)))),
                Optional.empty(),
                new RequestTemplate.Expectation(200, OptionalLong.empty()),
                RequestTemplate.Transfer.PLAIN,
                Set.of());
    }

    private static Step step(String name, RequestTemplate request, List<Extraction> extractions) {
        return new Step(name, request, extractions, Optional.empty(), 1, Optional.empty());
    }

    private static Step step(String name) {
        return Step.of(name, request());
    }

    private static Step fed(String name) {
        var path = TextTemplate.of("/")
                .plus(new TextTemplate(List.of(new TextTemplate.Field(0, 0, TextTemplate.Encoding.URL))));
        var request = request();
        return Step.of(
                name,
                new RequestTemplate(
                        request.method(),
                        path,
                        request.headers(),
                        request.body(),
                        request.expect(),
                        request.transfer(),
                        request.confidential()));
    }

    private static Step thinking(String name, Duration think) {
        return new Step(name, request(), List.of(), Optional.of(new Pause.Fixed(think)), 1, Optional.empty());
    }

    private static Step on(String name, Condition condition) {
        return new Step(name, request(), List.of(), Optional.empty(), 1, Optional.of(condition));
    }

    private static Journey journey(String name, double weight, Step... steps) {
        return journey(name, weight, OnFailure.CONTINUE, steps);
    }

    private static Journey journey(String name, double weight, OnFailure onFailure, Step... steps) {
        return new Journey(name, weight, List.of(steps), onFailure, Optional.empty());
    }

    private static Workload workload(Journey... journeys) {
        return new Workload(List.of(journeys), List.of(), 7);
    }

    /** A server; each response takes 10 ms. */
    private static Script server(Workload workload, BiFunction<String, UserRequests, Outcome> response) {
        return new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                throw new IllegalStateException("asked with the requests");
            }

            @Override
            public ScriptedResponse response(long startNanos, UserRequests requests) {
                var outcome = response.apply(requests.step().name(), requests);
                return new ScriptedResponse(startNanos + 10 * MILLI, outcome, outcome.isFailure() ? "wrong" : "");
            }

            @Override
            public Workload workload() {
                return workload;
            }
        };
    }

    private static Measurement counted(Workload workload, int users, int journeys, Script script) {
        return VirtualLoad.run(VirtualLoad.plan(new LoadShape.LoopsPerUser(users, journeys, Duration.ZERO)), 2, script);
    }

    private static NamedRequests of(Measurement measurement, String name) {
        return measurement.wholeRun().named().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static long ok(Measurement measurement, String name) {
        return of(measurement, name).outcomes().getOrDefault(Outcome.OK, 0L);
    }

    private static long all(Measurement measurement, String name) {
        return of(measurement, name).outcomes().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    @Test
    void tenThousandJourneysSendWhatTheSeedSaysTwiceTheSame() {
        var workload = workload(
                journey("browse", 80, step("list"), step("item"), step("image"), step("back")),
                journey("buy", 20, step("login"), step("cart"), step("order"), step("logout")));
        var first = counted(workload, 100, 100, server(workload, (name, requests) -> Outcome.OK));
        var again = counted(workload, 100, 100, server(workload, (name, requests) -> Outcome.OK));

        assertThat(ok(first, "browse") + ok(first, "buy")).isEqualTo(10_000);
        assertThat(ok(first, "browse")).isCloseTo(8_000, within(200L));
        for (var name : List.of("list", "item", "image", "back")) {
            assertThat(ok(first, name)).isEqualTo(ok(first, "browse"));
        }
        for (var name : List.of("login", "cart", "order", "logout")) {
            assertThat(ok(first, name)).isEqualTo(ok(first, "buy"));
        }
        assertThat(first.wholeRun().requests().count(Outcome.OK)).isEqualTo(40_000);
        assertThat(first.wholeRun().named())
                .extracting(NamedRequests::outcomes)
                .isEqualTo(again.wholeRun().named().stream()
                        .map(NamedRequests::outcomes)
                        .toList());
        assertThat(of(first, "buy").kind()).isEqualTo(NamedRequests.Kind.JOURNEY);
        assertThat(of(first, "buy").successful().meanMillis().orElseThrow()).isCloseTo(40, within(0.1));
        assertThat(of(first, "cart").successful().meanMillis().orElseThrow()).isCloseTo(10, within(0.1));
    }

    @Test
    void aStepIsSentAsOftenAsItSaysAndSkippedWithoutItsCondition() {
        var workload = workload(journey(
                "visit",
                1,
                step("login", request(), TOKEN),
                new Step("poll", request(), List.of(), Optional.empty(), 3, Optional.empty()),
                on("member", new Condition("token", Condition.Operator.IS, "abc")),
                on("guest", new Condition("token", Condition.Operator.IS_NOT, "abc")),
                on("never", new Condition("token", Condition.Operator.IS_UNSET, "")),
                on("always", new Condition("token", Condition.Operator.IS_SET, ""))));
        var measurement = counted(workload, 3, 5, server(workload, (name, requests) -> {
            assertThat(requests.extract(source -> Optional.of("abc"))).isEmpty();
            return Outcome.OK;
        }));

        assertThat(ok(measurement, "visit")).isEqualTo(15);
        assertThat(ok(measurement, "login")).isEqualTo(15);
        assertThat(ok(measurement, "poll")).isEqualTo(45);
        assertThat(ok(measurement, "member")).isEqualTo(15);
        assertThat(all(measurement, "guest")).isZero();
        assertThat(all(measurement, "never")).isZero();
        assertThat(ok(measurement, "always")).isEqualTo(15);
    }

    @Test
    void variablesAreForgottenAtTheEndOfAJourney() {
        var workload = workload(journey(
                "visit",
                1,
                on("left", new Condition("token", Condition.Operator.IS_SET, "")),
                step("login", request(), TOKEN)));
        var measurement = counted(workload, 2, 5, server(workload, (name, requests) -> {
            assertThat(requests.extract(source -> Optional.of("abc"))).isEmpty();
            return Outcome.OK;
        }));

        assertThat(all(measurement, "left")).isZero();
        assertThat(ok(measurement, "login")).isEqualTo(10);
    }

    /** The token lasts for two requests; the third is refused, and the user logs in once more. */
    @Test
    void aTokenThatExpiresMakesTheUserBeginAnotherJourney() {
        var workload = workload(journey(
                "shop",
                1,
                OnFailure.RESTART,
                step("login", request(), TOKEN),
                step("list", withToken(), List.of()),
                step("cart", withToken(), List.of()),
                step("order", withToken(), List.of()),
                step("logout", withToken(), List.of())));
        var measurement = counted(workload, 1, 4, server(workload, (name, requests) -> {
            assertThat(requests.extract(source -> Optional.of("t"))).isEmpty();
            return name.equals("order") ? Outcome.UNEXPECTED_STATUS : Outcome.OK;
        }));

        assertThat(ok(measurement, "login")).isEqualTo(4);
        assertThat(ok(measurement, "cart")).isEqualTo(4);
        assertThat(of(measurement, "order").outcomes()).containsEntry(Outcome.UNEXPECTED_STATUS, 4L);
        assertThat(all(measurement, "logout")).isZero();
        assertThat(of(measurement, "shop").outcomes())
                .containsEntry(Outcome.UNEXPECTED_STATUS, 4L)
                .containsEntry(Outcome.OK, 0L);
    }

    @Test
    void withoutWhatIsExtractedNothingThatFollowsIsSent() {
        var workload =
                workload(journey("shop", 1, step("login", request(), TOKEN), step("list", withToken(), List.of())));
        var flaws = new ArrayList<String>();
        var measurement = counted(workload, 1, 3, server(workload, (name, requests) -> {
            flaws.add(requests.extract(source -> Optional.empty()));
            return Outcome.UNEXPECTED_BODY;
        }));

        assertThat(flaws)
                .containsExactly(
                        "extract token: nothing at /token",
                        "extract token: nothing at /token",
                        "extract token: nothing at /token");
        assertThat(all(measurement, "list")).isZero();
        assertThat(of(measurement, "shop").outcomes()).containsEntry(Outcome.UNEXPECTED_BODY, 3L);
    }

    /** The first step failed before anything was taken from its response; the user goes on to the next that it can send. */
    @Test
    void aRequestThatLacksItsTokenIsNotSent() {
        var workload = workload(journey(
                "shop",
                1,
                step("login", request(), TOKEN),
                step("news"),
                step("list", withToken(), List.of()),
                step("logout")));
        var measurement = counted(
                workload,
                1,
                3,
                server(workload, (name, requests) -> name.equals("login") ? Outcome.UNEXPECTED_STATUS : Outcome.OK));

        assertThat(ok(measurement, "news")).isEqualTo(3);
        assertThat(all(measurement, "list")).isZero();
        assertThat(all(measurement, "logout")).isZero();
        assertThat(of(measurement, "shop").outcomes()).containsEntry(Outcome.UNEXPECTED_STATUS, 3L);
    }

    @Test
    void aUserStopsOrGoesOnAfterAFailureAsItsJourneySays() {
        for (var onFailure : OnFailure.values()) {
            var workload = workload(journey("a", 1, onFailure, step("one"), step("two")));
            var measurement = counted(
                    workload,
                    2,
                    3,
                    server(workload, (name, requests) -> name.equals("one") ? Outcome.RESET : Outcome.OK));

            assertThat(all(measurement, "one")).isEqualTo(onFailure == OnFailure.STOP ? 2 : 6);
            assertThat(all(measurement, "two")).isEqualTo(onFailure == OnFailure.CONTINUE ? 6 : 0);
            assertThat(of(measurement, "a").outcomes())
                    .containsEntry(Outcome.RESET, onFailure == OnFailure.STOP ? 2L : 6L);
        }
    }

    @Test
    void thinkingIsPartOfAJourneyAndPaceIsNot() {
        var paced = new Journey(
                "visit",
                1,
                List.of(thinking("one", Duration.ofMillis(100)), step("two")),
                OnFailure.CONTINUE,
                Optional.of(new Pause.Fixed(Duration.ofMillis(500))));
        var workload = workload(paced);
        var load = new VirtualLoad(
                VirtualLoad.plan(new LoadShape.LoopsPerUser(1, 3, Duration.ZERO)),
                1,
                server(workload, (name, requests) -> Outcome.OK));
        var measurement = load.finish();

        assertThat(load.sender.sendTimes())
                .containsExactly(0L, 110 * MILLI, 500 * MILLI, 610 * MILLI, 1_000 * MILLI, 1_110 * MILLI);
        assertThat(of(measurement, "visit").successful().meanMillis().orElseThrow())
                .isCloseTo(120, within(0.2));
        assertThat(of(measurement, "two").successful().meanMillis().orElseThrow())
                .isCloseTo(10, within(0.02));
    }

    /** The load ends while each user is within its second journey. */
    @Test
    void aJourneyThatIsNotOverAtTheEndIsNeitherWholeNorFailed() {
        var workload = workload(journey(
                "visit",
                1,
                thinking("one", Duration.ofMillis(600)),
                thinking("two", Duration.ofMillis(10)),
                step("three")));
        var measurement = VirtualLoad.run(
                VirtualLoad.plan(new LoadShape.ConstantUsers(4, Duration.ofSeconds(1))),
                2,
                server(workload, (name, requests) -> Outcome.OK));

        assertThat(ok(measurement, "one")).isEqualTo(8);
        assertThat(ok(measurement, "two")).isEqualTo(4);
        assertThat(ok(measurement, "visit")).isEqualTo(4);
        assertThat(all(measurement, "visit")).isEqualTo(4);
        assertThat(measurement.failureDetails()).isEmpty();
    }

    @Test
    void aStepThatHangsFailsItsJourney() {
        var workload = workload(journey("visit", 1, step("one"), step("two")));
        var script = server(workload, (name, requests) -> Outcome.OK);
        var measurement = counted(workload, 2, 1, new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                return ScriptedResponse.never();
            }

            @Override
            public ScriptedResponse response(long startNanos, UserRequests requests) {
                return requests.step().name().equals("two")
                        ? ScriptedResponse.never()
                        : script.response(startNanos, requests);
            }

            @Override
            public Workload workload() {
                return workload;
            }
        });

        assertThat(of(measurement, "two").outcomes()).containsEntry(Outcome.TIMEOUT, 2L);
        assertThat(of(measurement, "visit").outcomes()).containsEntry(Outcome.TIMEOUT, 2L);
        assertThat(of(measurement, "visit").all().meanMillis().orElseThrow()).isCloseTo(10_010, within(10.0));
    }

    @Test
    void aFailureInOneJourneyChangesNothingInTheNext() {
        var random = new Step(
                "one",
                request(),
                List.of(),
                Optional.of(new Pause.Exponential(Duration.ofMillis(50))),
                1,
                Optional.empty());
        var workload = new Workload(
                List.of(
                        journey("a", 1, OnFailure.RESTART, random, random2("two"), step("three")),
                        journey("b", 1, step("four"))),
                List.of(),
                3);
        var drawn = new HashMap<Boolean, List<String>>();
        for (boolean fails : List.of(true, false)) {
            var names = new ArrayList<String>();
            var unused = counted(workload, 1, 50, server(workload, (name, requests) -> {
                if (name.equals("one") || name.equals("four")) {
                    names.add(name);
                }
                return fails && name.equals("one") ? Outcome.RESET : Outcome.OK;
            }));
            drawn.put(fails, names);
        }
        assertThat(drawn.get(true)).contains("one", "four").isEqualTo(drawn.get(false));
    }

    private static Step random2(String name) {
        return new Step(
                name,
                request(),
                List.of(),
                Optional.of(new Pause.Uniform(Duration.ofMillis(1), Duration.ofMillis(9))),
                1,
                Optional.empty());
    }

    @Test
    void arrivalsAreWholeJourneys() {
        var workload = workload(journey("visit", 1, thinking("one", Duration.ofMillis(100)), step("two")));
        var plan = VirtualLoad.plan(OpenLoads.rate(10, 2, 50));
        var measurement = VirtualLoad.run(plan, 1, server(workload, (name, requests) -> Outcome.OK));

        assertThat(measurement.wholeRun().open()).isEmpty();
        assertThat(all(measurement, "one")).isEqualTo(20);
        assertThat(ok(measurement, "two")).isBetween(18L, 20L);
        assertThat(ok(measurement, "visit")).isEqualTo(ok(measurement, "two"));
        assertThat(of(measurement, "visit").successful().meanMillis().orElseThrow())
                .isCloseTo(120, within(0.2));
        assertThat(measurement.failureDetails()).isEmpty();
    }

    /** Rows run out with the third journey of the user, who then has nothing more to send. */
    @Test
    void aFeederGivesOneRowForAJourneyAndAUserWithoutOneStops() {
        var rows = List.of(List.of("a"), List.of("b"));
        var workload = new Workload(
                List.of(journey("visit", 1, step("one"), fed("two"), fed("three"))), List.of(ListedRows.once(rows)), 1);
        var seen = new ArrayList<String>();
        var measurement = counted(workload, 1, 5, server(workload, (name, requests) -> {
            seen.add(name + requests.values().field(0, 0));
            return Outcome.OK;
        }));

        assertThat(seen).containsExactly("onea", "twoa", "threea", "oneb", "twob", "threeb");
        assertThat(ok(measurement, "visit")).isEqualTo(2);
    }

    @Test
    void arrivalsWithoutARowAreNotSent() {
        var rows = List.of(List.of("a"), List.of("b"));
        var workload =
                new Workload(List.of(journey("visit", 1, fed("one"), step("two"))), List.of(ListedRows.once(rows)), 1);
        var measurement = VirtualLoad.run(
                VirtualLoad.plan(OpenLoads.rate(10, 1, 1)), 1, server(workload, (name, requests) -> Outcome.OK));

        assertThat(ok(measurement, "visit")).isEqualTo(2);
        assertThat(ok(measurement, "one")).isEqualTo(2);
        assertThat(measurement.wholeRun().requests().count(Outcome.DROPPED_AT_STOP))
                .isEqualTo(1);
        assertThat(measurement.failureDetails()).isEmpty();
    }

    /** A level of a rate ends while journeys pause; they go on in the next one, and end with the load. */
    @Test
    void aJourneyThatArrivedGoesOnInTheNextLevelAndStopsWithTheLoad() {
        var workload = workload(journey("visit", 1, thinking("one", Duration.ofMillis(1_500)), step("two")));
        var plan =
                VirtualLoad.plan(new LoadShape.Sequence(List.of(OpenLoads.rate(10, 1, 50), OpenLoads.rate(10, 1, 50))));
        var load = new VirtualLoad(plan, 1, server(workload, (name, requests) -> Outcome.OK));
        var measurement = load.finish();

        assertThat(all(measurement, "one")).isEqualTo(20);
        assertThat(ok(measurement, "two")).isBetween(4L, 5L);
        assertThat(ok(measurement, "visit")).isEqualTo(ok(measurement, "two"));
        assertThat(measurement
                        .windows()
                        .getLast()
                        .of("two")
                        .orElseThrow()
                        .requests()
                        .count(Outcome.OK))
                .isEqualTo(ok(measurement, "two"));
        assertThat(load.sender.openConnections()).isZero();
        assertThat(measurement.wholeRun().lengthSeconds()).isCloseTo(2, within(0.05));
    }

    @Test
    void aJourneyNeedsAStepThatIsAlwaysSent() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> journey("a", 1, on("one", new Condition("x", Condition.Operator.IS_SET, ""))))
                .withMessage("steps: needs one without a condition");
    }

    private static Workload shared(int browsing, Journey... journeys) {
        return new Workload(
                List.of(journeys),
                Optional.of(new UserShares(List.of(1_000 * browsing, 1_000 * (100 - browsing)))),
                List.of(),
                7,
                Optional.empty(),
                value -> {});
    }

    /** The numbers of users of all loops together: half of them would be of one class if each loop counted by itself. */
    @Test
    void eachClassHasItsShareOfTheUsersAtEachStepOfStairs() {
        var workload = shared(80, journey("browse", 1, step("list")), journey("buy", 1, step("order")));
        var stairs = new LoadShape.Stairs(0, 5, 3, Duration.ZERO, Duration.ofSeconds(10));
        var measurement =
                VirtualLoad.run(VirtualLoad.plan(stairs), 3, server(workload, (name, requests) -> Outcome.OK));
        var windows = measurement.levels().toList();

        assertThat(windows).hasSize(3);
        for (int i = 0; i < 3; i++) {
            long ofOneUser = i < 2 ? 1_000 : 999; // the last of the load is dropped
            assertThat(countOf(windows.get(i), "list")).isEqualTo((i + 1) * 4 * ofOneUser);
            assertThat(countOf(windows.get(i), "order")).isEqualTo((i + 1) * ofOneUser);
        }
    }

    @Test
    void eachClassHasItsShareOfTheUsersAtEachMomentOfARamp() {
        var workload = shared(75, journey("browse", 1, step("list")), journey("buy", 1, step("order")));
        var users = Map.of("list", new HashSet<Integer>(), "order", new HashSet<Integer>());
        var load = new VirtualLoad(
                VirtualLoad.plan(new LoadShape.Ramp(0, 40, Duration.ofSeconds(40))),
                2,
                server(workload, (name, requests) -> {
                    users.get(name).add(requests.values().user());
                    return Outcome.OK;
                }));

        for (int present = 4; present <= 36; present += 4) {
            load.runUntilMillis(present * 1_000L - 1);
            assertThat(users.get("list")).hasSize(present * 3 / 4);
            assertThat(users.get("order")).hasSize(present / 4);
        }
        var unused = load.finish();
    }

    /** Users that draw would spend most of their turns on the slow journey. */
    @Test
    void aSlowClassTakesNoTurnsFromAFastOne() {
        var workload = shared(50, journey("fast", 1, step("get")), journey("slow", 1, thinking("wait", SECOND)));
        var measurement = VirtualLoad.run(
                VirtualLoad.plan(new LoadShape.ConstantUsers(2, Duration.ofMillis(10_005))),
                2,
                server(workload, (name, requests) -> Outcome.OK));

        assertThat(ok(measurement, "get")).isEqualTo(1_000);
        assertThat(ok(measurement, "wait")).isEqualTo(10);
    }

    @Test
    void eachUserOfACountedLoadHasItsOwnJourneysOnly() {
        var workload = shared(80, journey("browse", 1, step("list")), journey("buy", 1, step("order")));
        var first = counted(workload, 10, 7, server(workload, (name, requests) -> Outcome.OK));

        assertThat(ok(first, "browse")).isEqualTo(8 * 7);
        assertThat(ok(first, "buy")).isEqualTo(2 * 7);
    }

    @Test
    void eachJourneyNeedsAShareOfTheUsers() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> shared(80, journey("browse", 1, step("list"))))
                .withMessageContaining("needs one of each of the 1 journeys, got 2");
    }

    /** Half of the users fail once they have sent ten lists: after 100 ms, five of ten are left. */
    @Test
    void usersThatStopLeaveTheLevelAndTheAccountsAgree() {
        var workload = workload(journey("shop", 1, OnFailure.STOP, step("list")));
        var measurement = VirtualLoad.run(
                VirtualLoad.plan(new LoadShape.ConstantUsers(10, Duration.ofSeconds(10))),
                2,
                server(
                        workload,
                        (name, requests) -> requests.values().user() < 5 && requests.number() == 10
                                ? Outcome.UNEXPECTED_STATUS
                                : Outcome.OK));

        var level = measurement.windows().getFirst();
        assertThat(measurement.failureDetails()).containsEntry(Measurement.STOPPED, 5L);
        assertThat(of(measurement, "list").outcomes()).containsEntry(Outcome.UNEXPECTED_STATUS, 5L);
        assertThat(level.ledger().offeredSeconds()).isCloseTo(5 * 10 + 5 * 0.1, within(0.01));
        assertThat(level.little().orElseThrow().holds()).isTrue();
        assertThat(level.little().orElseThrow().users()).isCloseTo(5.05, within(0.001));
    }

    @Test
    void aJourneyIsTriedWithoutPausesAndEachStepOnce() {
        var paced = new Journey(
                "visit",
                3,
                List.of(
                        step("login", request(), TOKEN),
                        new Step(
                                "poll",
                                withToken(),
                                List.of(),
                                Optional.of(new Pause.Fixed(Duration.ofMinutes(1))),
                                7,
                                Optional.empty())),
                OnFailure.CONTINUE,
                Optional.of(new Pause.Fixed(Duration.ofMinutes(5))));
        var tried = workload(paced, journey("other", 1, step("other"))).toTry().orElseThrow();
        var load = new VirtualLoad(
                VirtualLoad.plan(new LoadShape.LoopsPerUser(1, 1, Duration.ZERO)),
                1,
                server(tried, (name, requests) -> {
                    assertThat(requests.extract(source -> Optional.of("abc"))).isEmpty();
                    return Outcome.OK;
                }));
        var measurement = load.finish();

        assertThat(load.sender.sendTimes()).containsExactly(0L, 10 * MILLI);
        assertThat(ok(measurement, "poll")).isEqualTo(1);
        assertThat(ok(measurement, "visit")).isEqualTo(1);
    }

    @Test
    void aJourneyIsTriedWithRowsThatStayForTheLoad() {
        var rows = List.of(List.of("a"), List.of("b"));
        var again = ListedRows.ofUsers(rows);
        var journeys = List.of(journey("visit", 1, fed("one"), step("two")));

        var tried = new Workload(journeys, List.of(again), 1).toTry().orElseThrow();
        assertThat(tried.feeders().getFirst().next(0, 5)).contains(List.of("a"));
        assertThat(new Workload(journeys, List.of(ListedRows.once(rows)), 1).toTry())
                .isEmpty();
    }

    @Test
    void aSingleRequestIsNoJourneyToTry() {
        assertThat(Workload.of(request()).toTry()).isEmpty();
    }

    private static long countOf(WindowMeasurement window, String name) {
        return window.named().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow()
                .outcomes()
                .getOrDefault(Outcome.OK, 0L);
    }
}
