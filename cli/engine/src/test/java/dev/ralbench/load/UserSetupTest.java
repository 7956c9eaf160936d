package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Workload.Extraction;
import dev.ralbench.load.Workload.Journey;
import dev.ralbench.load.Workload.OnFailure;
import dev.ralbench.load.Workload.Setup;
import dev.ralbench.load.Workload.Source;
import dev.ralbench.load.Workload.Step;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.testing.ListedRows;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What users send before their first journey and after their last one, in virtual time. */
class UserSetupTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final Extraction TOKEN = new Extraction("token", new Source.JsonPointer("/token"));

    private static RequestTemplate request() {
        return new RequestTemplate(
                "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));
    }

    private static RequestTemplate to(TextTemplate path) {
        var plain = request();
        return new RequestTemplate(
                plain.method(),
                path,
                Map.of(),
                Optional.empty(),
                plain.expect(),
                plain.transfer(),
                plain.confidential());
    }

    private static RequestTemplate with(String variable) {
        return to(new TextTemplate(
                List.of(TextTemplate.Literal.of("/"), new TextTemplate.Variable(variable, TextTemplate.Encoding.URL))));
    }

    private static Step login() {
        return new Step("login", request(), List.of(TOKEN), Optional.empty(), 1, Optional.empty());
    }

    private static Setup setup(List<Step> before, List<Step> after) {
        return new Setup(Map.of(), before, after, Set.of(401));
    }

    private static final Journey HOME = Journey.of("home", 1, with("token"));

    private static Workload workload(Setup setup) {
        return new Workload(List.of(HOME), List.of(), 7).with(setup);
    }

    /** Hands out tokens; each response takes 10 ms, each to a login 100 ms. */
    private static class Server implements Script {
        private final Workload workload;
        /** Requests in order, each with its time in milliseconds and the path that was sent. */
        final List<String> sent = Collections.synchronizedList(new ArrayList<>());

        final List<String> names = new ArrayList<>();
        final List<Integer> users = new ArrayList<>();
        int logins;

        Server(Workload workload) {
            this.workload = workload;
        }

        Outcome outcome(String name, long startNanos, UserRequests requests) {
            return Outcome.OK;
        }

        @Override
        public ScriptedResponse response(long startNanos) {
            throw new IllegalStateException("asked with the requests");
        }

        @Override
        public final ScriptedResponse response(long startNanos, UserRequests requests) {
            var name = requests.step().name();
            var path =
                    requests.step().request().filled(requests.values()).path().text();
            sent.add(startNanos / MILLI + " " + name + " " + path);
            names.add(name);
            users.add(requests.values().user());
            var outcome = outcome(name, startNanos, requests);
            if (outcome == Outcome.OK && name.equals("login")) {
                logins++;
                assertThat(requests.extract(source -> Optional.of("t" + logins)))
                        .isEmpty();
            }
            long took = name.equals("login") ? 100 * MILLI : 10 * MILLI;
            return new ScriptedResponse(startNanos + took, outcome, outcome.isFailure() ? "status 503" : "");
        }

        @Override
        public Workload workload() {
            return workload;
        }

        int count(String name) {
            return Collections.frequency(names, name);
        }
    }

    private static Measurement counted(Server server, int users, int journeys) {
        return VirtualLoad.run(VirtualLoad.plan(new LoadShape.LoopsPerUser(users, journeys, Duration.ZERO)), 2, server);
    }

    private static long ended(Measurement measurement) {
        return measurement.wholeRun().requests().completions().ended();
    }

    @Test
    void sendItOnceAndKeepItsVariables() {
        var server = new Server(workload(setup(List.of(login()), List.of())));
        var measurement = counted(server, 1, 3);
        assertThat(server.sent).containsExactly("0 login /", "100 home /t1", "110 home /t1", "120 home /t1");
        assertThat(ended(measurement)).isEqualTo(3);
        assertThat(measurement.wholeRun().requests().successful().meanMillis()).hasValueCloseTo(10.0, within(0.1));
    }

    @Test
    void eachUserDoesAndNoFigureCountsIt() {
        var server = new Server(workload(setup(List.of(login()), List.of(Step.of("logout", with("token"))))));
        var measurement = counted(server, 4, 5);
        assertThat(server.count("login")).isEqualTo(4);
        assertThat(server.count("logout")).isEqualTo(4);
        assertThat(ended(measurement)).isEqualTo(20);
        assertThat(measurement.failureDetails()).isEmpty();
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(20);
    }

    @Test
    void journeysForgetOnlyTheirOwnVariables() {
        var own = new Step(
                "cart",
                with("token"),
                List.of(new Extraction("cart", new Source.JsonPointer("/id"))),
                Optional.empty(),
                1,
                Optional.empty());
        var order = Step.of("order", with("cart"));
        var journey = new Journey("buy", 1, List.of(own, order), OnFailure.RESTART, Optional.empty());
        var workload = new Workload(List.of(journey), List.of(), 7)
                .with(setup(List.of(login()), List.of(Step.of("logout", with("cart")))));
        var server = new Server(workload) {
            @Override
            Outcome outcome(String name, long startNanos, UserRequests requests) {
                if (name.equals("cart")) {
                    assertThat(requests.extract(source -> Optional.of("c"))).isEmpty();
                }
                return Outcome.OK;
            }
        };
        var unused = counted(server, 1, 2);
        assertThat(server.sent)
                .containsExactly(
                        "0 login /", "100 cart /t1", "110 order /c", "120 cart /t1", "130 order /c", "140 logout /");
    }

    @Test
    void isPartOfGettingReadyInTheLedger() {
        var server = new Server(workload(setup(List.of(login()), List.of())));
        var measurement =
                VirtualLoad.run(VirtualLoad.plan(new LoadShape.ConstantUsers(10, Duration.ofSeconds(10))), 2, server);
        var window = measurement.windows().getFirst();
        assertThat(window.ledger().connectingSeconds()).isCloseTo(1.0, within(1e-6));
        assertThat(window.ledger().offeredSeconds()).isCloseTo(100, within(1e-6));
        assertThat(window.little().orElseThrow().holds()).isTrue();
    }

    @Test
    void aBurstBeginsWhenAllHaveDoneIt() {
        var server = new Server(workload(setup(List.of(login()), List.of()))) {
            @Override
            Outcome outcome(String name, long startNanos, UserRequests requests) {
                boolean isFirstTry = startNanos < 50 * MILLI;
                return name.equals("login") && requests.values().user() == 2 && isFirstTry
                        ? Outcome.UNEXPECTED_STATUS
                        : Outcome.OK;
            }
        };
        var measurement = VirtualLoad.run(VirtualLoad.plan(new LoadShape.Burst(3, 1, Optional.empty())), 2, server);
        assertThat(server.sent.subList(0, 4))
                .containsExactlyInAnyOrder("0 login /", "0 login /", "0 login /", "1100 login /");
        assertThat(server.sent.subList(4, 7)).allMatch(line -> line.startsWith("1200 home"));
        assertThat(measurement.failureDetails()).isEqualTo(Map.of("before.user: step login: status 503", 1L));
    }

    @Test
    void aUserThatFailsTriesAgainAfterASecondAndIsNamed() {
        var server = new Server(workload(setup(List.of(login()), List.of()))) {
            @Override
            Outcome outcome(String name, long startNanos, UserRequests requests) {
                return name.equals("login") && startNanos < 2 * SECOND ? Outcome.UNEXPECTED_STATUS : Outcome.OK;
            }
        };
        var measurement =
                VirtualLoad.run(VirtualLoad.plan(new LoadShape.ConstantUsers(1, Duration.ofSeconds(3))), 1, server);
        assertThat(server.sent.subList(0, 4))
                .containsExactly("0 login /", "1100 login /", "2200 login /", "2300 home /t1");
        assertThat(measurement.failureDetails()).isEqualTo(Map.of("before.user: step login: status 503", 2L));
        assertThat(measurement.wholeRun().requests().failed()).isZero();
    }

    @Test
    void aLoadEndsInWhichNoUserGetsThrough() {
        var server = new Server(workload(setup(List.of(login()), List.of()))) {
            @Override
            Outcome outcome(String name, long startNanos, UserRequests requests) {
                return Outcome.UNEXPECTED_STATUS;
            }
        };
        var load = new VirtualLoad(VirtualLoad.plan(new LoadShape.ConstantUsers(8, Duration.ofMinutes(10))), 2, server);
        var measurement = load.finish();
        assertThat(load.end.join()).isEqualTo(new LoadEnd(LoadEnd.Reason.NOT_SET_UP, "step login: status 503"));
        assertThat(server.count("login")).isEqualTo(8 * LoadGenerator.MOST_FAILED_SETUPS);
        assertThat(ended(measurement)).isZero();
    }

    @Test
    void aLoadThatEndsBeforeThatHasNotBeenSetUpEither() {
        var server = new Server(workload(setup(List.of(login()), List.of()))) {
            @Override
            Outcome outcome(String name, long startNanos, UserRequests requests) {
                return Outcome.UNEXPECTED_STATUS;
            }
        };
        var load = new VirtualLoad(VirtualLoad.plan(new LoadShape.ConstantUsers(1, Duration.ofSeconds(2))), 1, server);
        var unused = load.finish();
        assertThat(load.end.join().reason()).isEqualTo(LoadEnd.Reason.NOT_SET_UP);
    }

    @Test
    void aCountedLoadDoesNotWaitForAUserThatNeverGetsThrough() {
        var server = new Server(workload(setup(List.of(login()), List.of()))) {
            @Override
            Outcome outcome(String name, long startNanos, UserRequests requests) {
                return name.equals("login") && requests.values().user() == 1 ? Outcome.UNEXPECTED_STATUS : Outcome.OK;
            }
        };
        var measurement = counted(server, 3, 5);
        assertThat(ended(measurement)).isEqualTo(10);
        assertThat(measurement.failureDetails())
                .isEqualTo(Map.of("before.user: step login: status 503", (long) LoadGenerator.MOST_FAILED_SETUPS));
    }

    @Test
    void aRefusedTokenIsRenewedBeforeTheNextJourney() {
        var workload = new Workload(
                        List.of(new Journey(
                                "visit",
                                1,
                                List.of(Step.of("one", with("token")), Step.of("two", with("token"))),
                                OnFailure.CONTINUE,
                                Optional.empty())),
                        List.of(),
                        7)
                .with(setup(List.of(login()), List.of()));
        var server = new Server(workload) {
            @Override
            Outcome outcome(String name, long startNanos, UserRequests requests) {
                boolean isRefused = names.size() == 5; // the second journey's last request
                requests.responded(isRefused ? 401 : 200);
                return isRefused ? Outcome.UNEXPECTED_STATUS : Outcome.OK;
            }
        };
        var measurement = counted(server, 1, 3);
        assertThat(server.sent)
                .containsExactly(
                        "0 login /",
                        "100 one /t1",
                        "110 two /t1",
                        "120 one /t1",
                        "130 two /t1",
                        "140 login /",
                        "240 one /t2",
                        "250 two /t2");
        assertThat(measurement.wholeRun().requests().failed()).isEqualTo(1);
    }

    @Test
    void aRefusalEndsItsJourneyAlsoWhereOthersGoOn() {
        var workload = new Workload(
                        List.of(new Journey(
                                "visit",
                                1,
                                List.of(Step.of("one", with("token")), Step.of("two", with("token"))),
                                OnFailure.CONTINUE,
                                Optional.empty())),
                        List.of(),
                        7)
                .with(setup(List.of(login()), List.of()));
        var server = new Server(workload) {
            @Override
            Outcome outcome(String name, long startNanos, UserRequests requests) {
                boolean isFirst = names.size() == 2;
                requests.responded(isFirst ? 401 : 200);
                return isFirst ? Outcome.UNEXPECTED_STATUS : Outcome.OK;
            }
        };
        var unused = counted(server, 1, 2);
        assertThat(server.names).containsExactly("login", "one", "login", "one", "two");
    }

    @Test
    void usersOfARampSendItAsTheyComeAndGo() {
        var server = new Server(workload(setup(List.of(login()), List.of(Step.of("logout", with("token"))))));
        var shape = new LoadShape.Sequence(List.of(
                new LoadShape.Ramp(0, 4, Duration.ofSeconds(4)),
                new LoadShape.ConstantUsers(4, Duration.ofSeconds(4)),
                new LoadShape.Ramp(4, 0, Duration.ofSeconds(4))));
        var measurement = VirtualLoad.run(VirtualLoad.plan(shape), 2, server);
        assertThat(server.count("login")).isEqualTo(4);
        assertThat(server.sent.stream().filter(line -> line.contains("logout")).map(line -> line.replaceAll(" .*", "")))
                .hasSize(4)
                .allSatisfy(millis -> assertThat(Integer.parseInt(millis)).isBetween(8_400, 11_620));
        assertThat(ended(measurement) + server.count("login") + server.count("logout"))
                .isEqualTo(server.names.size());
    }

    /** No figure has these requests, so the ledger must not have their time either. */
    @Test
    void usersThatSayFarewellAreNoLongerPartOfTheLevelThatFollows() {
        var server = new Server(workload(setup(List.of(login()), List.of(Step.of("logout", with("token"))))));
        var shape = new LoadShape.Sequence(List.of(
                new LoadShape.ConstantUsers(200, Duration.ofSeconds(2)),
                new LoadShape.ConstantUsers(5, Duration.ofSeconds(4))));
        var measurement = VirtualLoad.run(VirtualLoad.plan(shape), 2, server);
        var window = measurement.windows().getLast();
        assertThat(server.count("logout")).isEqualTo(200);
        assertThat(window.ledger().offeredSeconds()).isCloseTo(20, within(1e-6));
        assertThat(window.little().orElseThrow().deviation()).isCloseTo(0, within(1e-3));
    }

    @Test
    void theLastRequestsOfAllComeAfterTheFigures() {
        var server = new Server(workload(setup(List.of(), List.of(Step.of("logout", request())))));
        var load = new VirtualLoad(VirtualLoad.plan(new LoadShape.ConstantUsers(2, Duration.ofSeconds(1))), 2, server);
        var measurement = load.finish();
        assertThat(server.names.subList(server.names.size() - 2, server.names.size()))
                .containsExactly("logout", "logout");
        assertThat(server.count("logout")).isEqualTo(2);
        assertThat(measurement.wholeRun().lengthSeconds()).isCloseTo(1, within(1e-6));
        assertThat(load.end.join().reason()).isEqualTo(LoadEnd.Reason.PLAN);
    }

    @Test
    void theLastRequestsMayTakeTheTimeoutAndNoMore() {
        var server = new Server(workload(setup(List.of(), List.of(Step.of("logout", request()))))) {
            @Override
            Outcome outcome(String name, long startNanos, UserRequests requests) {
                return Outcome.OK;
            }
        };
        var hanging = new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                throw new IllegalStateException("asked with the requests");
            }

            @Override
            public ScriptedResponse response(long startNanos, UserRequests requests) {
                return requests.step().name().equals("logout")
                        ? ScriptedResponse.never()
                        : server.response(startNanos, requests);
            }

            @Override
            public Workload workload() {
                return server.workload();
            }
        };
        var load = new VirtualLoad(VirtualLoad.plan(new LoadShape.ConstantUsers(2, Duration.ofSeconds(1))), 2, hanging);
        load.runUntilMillis(10_900);
        assertThat(load.end).isNotDone();
        load.runUntilMillis(11_001);
        assertThat(load.end).isCompleted();
        assertThat(load.sender.openConnections()).isZero();
    }

    @Test
    void aLoadThatIsStoppedHasThemAndOneThatIsAbortedHasNot() {
        for (boolean isAborted : List.of(false, true)) {
            var server = new Server(workload(setup(List.of(login()), List.of(Step.of("logout", request())))));
            var load = new VirtualLoad(
                    VirtualLoad.plan(new LoadShape.ConstantUsers(3, Duration.ofSeconds(60))), 2, server);
            load.runUntilMillis(1_000);
            if (isAborted) {
                load.generator.abort();
            } else {
                load.generator.stop();
            }
            var unused = load.finish();
            assertThat(server.count("logout")).isEqualTo(isAborted ? 0 : 3);
            assertThat(load.end.join().reason()).isEqualTo(isAborted ? LoadEnd.Reason.ABORTED : LoadEnd.Reason.STOPPED);
        }
    }

    @Test
    void rowsOfALoginStayWithTheUser() {
        var field = to(new TextTemplate(
                List.of(TextTemplate.Literal.of("/"), new TextTemplate.Field(0, 0, TextTemplate.Encoding.URL))));
        var login = new Step("login", field, List.of(TOKEN), Optional.empty(), 1, Optional.empty());
        var workload = new Workload(
                        List.of(Journey.of("home", 1, field)),
                        List.of(ListedRows.once(List.of(List.of("ann"), List.of("bob")))),
                        7)
                .with(setup(List.of(login), List.of()));
        var server = new Server(workload);
        var unused = counted(server, 1, 2);
        assertThat(server.sent).containsExactly("0 login /ann", "100 home /ann", "110 home /ann");
    }

    @Test
    void journeysAreTheSameHoweverOftenItIsSent() {
        var random = to(new TextTemplate(List.of(
                TextTemplate.Literal.of("/"), new TextTemplate.Random(new TextTemplate.Range(1, 1_000_000, 1)))));
        var login = new Step("login", random, List.of(TOKEN), Optional.empty(), 1, Optional.empty());
        var paths = new ArrayList<List<String>>();
        for (int failing : List.of(0, 2)) {
            var workload = new Workload(List.of(Journey.of("home", 1, random)), List.of(), 7)
                    .with(setup(List.of(login), List.of()));
            var server = new Server(workload) {
                @Override
                Outcome outcome(String name, long startNanos, UserRequests requests) {
                    return names.size() <= failing ? Outcome.UNEXPECTED_STATUS : Outcome.OK;
                }
            };
            var unused = counted(server, 1, 5);
            paths.add(server.sent.stream()
                    .filter(line -> line.contains("home"))
                    .map(line -> line.substring(line.indexOf('/')))
                    .toList());
        }
        assertThat(paths.getFirst()).hasSize(5).isEqualTo(paths.getLast());
    }

    @Test
    void variablesOfAllUsersAreKnownFromTheBeginning() {
        var workload = new Workload(List.of(Journey.of("home", 1, with("admin"))), List.of(), 7)
                .with(new Setup(Map.of("admin", "a b"), List.of(), List.of(), Set.of()));
        var server = new Server(workload);
        var unused = counted(server, 1, 1);
        assertThat(server.sent).containsExactly("0 home /a%20b");
        assertThat(workload.hasJourneys()).isFalse();
    }

    @Test
    void eachConnectionOfAnOpenLoadIsAUser() {
        var server = new Server(workload(setup(List.of(login()), List.of(Step.of("logout", with("token"))))));
        var measurement = VirtualLoad.run(VirtualLoad.plan(OpenLoads.rate(100, 2, 50)), 1, server);
        int connections = server.count("login");
        assertThat(connections).isBetween(2, 20);
        assertThat(server.count("logout")).isEqualTo(connections);
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)
                        + measurement.wholeRun().requests().count(Outcome.DROPPED_AT_STOP))
                .isEqualTo(200);
    }

    @Test
    void anArrivalFailsIfItsConnectionCannotBeSetUp() {
        var server = new Server(workload(setup(List.of(login()), List.of()))) {
            @Override
            Outcome outcome(String name, long startNanos, UserRequests requests) {
                return name.equals("login") && names.size() == 1 ? Outcome.UNEXPECTED_STATUS : Outcome.OK;
            }
        };
        var measurement = VirtualLoad.run(VirtualLoad.plan(OpenLoads.rate(2, 3, 50)), 1, server);
        assertThat(measurement.wholeRun().requests().count(Outcome.CONNECT_FAILED))
                .isEqualTo(1);
        assertThat(measurement.failureDetails())
                .isEqualTo(Map.of("before.user: step login: status 503", 1L, "not sent: before.user failed", 1L));
        assertThat(server.count("login")).isEqualTo(2);
    }

    @Test
    void anArrivalThatIsDroppedMeanwhileIsNoRequestOfTheOneBefore() {
        var workload = new Workload(List.of(HOME, Journey.of("other", 1e-9, with("token"))), List.of(), 7)
                .with(setup(List.of(login()), List.of()));
        var server = new Server(workload) {
            @Override
            Outcome outcome(String name, long startNanos, UserRequests requests) {
                requests.responded(name.equals("home") ? 401 : 200);
                return name.equals("home") ? Outcome.UNEXPECTED_STATUS : Outcome.OK;
            }
        };
        var load = new VirtualLoad(VirtualLoad.plan(OpenLoads.rate(1, 10, 1)), 1, server);
        load.runUntilMillis(1_550); // the second arrival waits for its login
        load.generator.stop();
        var window = load.finish().windows().getFirst();
        assertThat(server.names).containsExactly("login", "home", "login");
        assertThat(window.requests().count(Outcome.DROPPED_AT_STOP)).isEqualTo(1);
        assertThat(window.named().getFirst().outcomes().getOrDefault(Outcome.DROPPED_AT_STOP, 0L))
                .isZero();
    }
}
