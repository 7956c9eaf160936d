package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadEnd.Reason;
import dev.ralbench.load.Workload.Journey;
import dev.ralbench.load.data.RowFeeder;
import dev.ralbench.load.data.RowFeeder.AtEnd;
import dev.ralbench.load.data.RowFeeder.Order;
import dev.ralbench.load.data.RowFeeder.Way;
import dev.ralbench.load.data.Rows;
import dev.ralbench.testing.FakeClock;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads whose data is used up before their plan is over. */
class DataEndTest {
    private static final int ROWS = 25;
    private static final long MILLI = 1_000_000;

    private static RowFeeder feeder(boolean perUser, AtEnd atEnd) {
        var rows = new Rows.Builder(List.of("id"));
        IntStream.range(0, ROWS).forEach(id -> rows.add(List.of(String.valueOf(id))));
        return new RowFeeder("ids", rows.build(), new Way(Order.SEQUENTIAL, perUser, atEnd), 1);
    }

    /** Takes 10 ms for each request. */
    private static VirtualLoad load(LoadShape shape, int loops, RowFeeder feeder) {
        return load(shape, loops, feeder, Integer.MAX_VALUE);
    }

    private static VirtualLoad load(LoadShape shape, int loops, RowFeeder feeder, int perConnection) {
        var workload = new Workload(List.of(journey("all", 0)), List.of(feeder), 1);

        return new VirtualLoad(
                VirtualLoad.plan(shape),
                loops,
                new Script() {
                    @Override
                    public ScriptedResponse response(long startNanos) {
                        return ScriptedResponse.ok(startNanos + 10 * MILLI);
                    }

                    @Override
                    public long connectNanos(long startNanos) {
                        return 5 * MILLI;
                    }

                    @Override
                    public int requestsPerConnection() {
                        return perConnection;
                    }

                    @Override
                    public Workload workload() {
                        return workload;
                    }
                },
                (load, goOn) -> goOn.run(),
                false,
                List.of(feeder));
    }

    private static long sent(VirtualLoad load) {
        return load.sender.sendTimes().size();
    }

    @Test
    void aClosedLoadEndsWithTheLastRow() {
        var load = load(new LoadShape.ConstantUsers(4, Duration.ofSeconds(20)), 2, feeder(false, AtEnd.STOP));

        var measured = load.finish();

        assertThat(sent(load)).isEqualTo(ROWS);
        assertThat(load.end.join())
                .isEqualTo(new LoadEnd(
                        Reason.NO_DATA, "ended before its plan, because the data was used up: ids (25 rows)"));
        var level = measured.windows().getFirst();
        assertThat(level.requests().count(Outcome.OK)).isEqualTo(ROWS);
        assertThat(level.lengthSeconds()).isLessThan(1);
    }

    @Test
    void eachUserHasAllRowsWhereTheyGoThroughThemByThemselves() {
        var load = load(new LoadShape.ConstantUsers(4, Duration.ofSeconds(20)), 1, feeder(true, AtEnd.STOP));

        load.finish();

        assertThat(sent(load)).isEqualTo(4 * ROWS);
        assertThat(load.end.join().reason()).isEqualTo(Reason.NO_DATA);
    }

    @Test
    void aCountedLoadEndsBeforeItsCount() {
        var load = load(new LoadShape.TotalRequests(4, 1_000, Optional.empty()), 1, feeder(false, AtEnd.ERROR));

        load.finish();

        assertThat(sent(load)).isEqualTo(ROWS);
        assertThat(load.end.join().reason()).isEqualTo(Reason.NO_DATA);
    }

    @Test
    void rowsThatSufficeEndNothing() {
        var load = load(new LoadShape.TotalRequests(4, ROWS, Optional.empty()), 1, feeder(false, AtEnd.STOP));

        load.finish();

        assertThat(sent(load)).isEqualTo(ROWS);
        assertThat(load.end.join().reason()).isEqualTo(Reason.PLAN);
    }

    /** With more users than rows, and with a connection for each request, the last ones connect when there are no more rows. */
    @ParameterizedTest
    @CsvSource({"4, 1", "40, 1", "40, 1000"})
    void requestsThatHaveTheirRowsAreSentAfterTheirUsersHaveConnected(int users, int perConnection) {
        var feeder = feeder(false, AtEnd.STOP);
        var load = load(new LoadShape.ConstantUsers(users, Duration.ofSeconds(20)), 2, feeder, perConnection);

        var measured = load.finish();

        assertThat(sent(load)).isEqualTo(ROWS);
        assertThat(measured.wholeRun().requests().count(Outcome.OK)).isEqualTo(ROWS);
    }

    /** 100 arrivals per second, each of which takes 10 ms: the one after the last row is not sent. */
    @ParameterizedTest
    @ValueSource(ints = {1, 1000})
    void anOpenLoadEndsAtTheFirstArrivalWithoutARow(int perConnection) {
        var rate = new RateShape.Constant(100, Duration.ofSeconds(20));
        var load = load(new LoadShape.Open(rate, Arrivals.even(), 8), 1, feeder(false, AtEnd.STOP), perConnection);

        var measured = load.finish();

        assertThat(sent(load)).isEqualTo(ROWS);
        assertThat(load.end.join().reason()).isEqualTo(Reason.NO_DATA);
        var level = measured.windows().getFirst();
        assertThat(level.requests().count(Outcome.OK)).isEqualTo(ROWS);
        assertThat(level.lengthSeconds()).isLessThan(1);
    }

    /** A mix whose requests hold other fields: each takes rows only of the feeder that it needs. */
    @Test
    void aRequestTakesNoRowOfAFeederThatItHasNoFieldOf() {
        var users = feeder(false, AtEnd.STOP);
        var items = feeder(false, AtEnd.STOP);
        var workload = new Workload(
                List.of(journey("login", 0), journey("list", 1), journey("home", -1)), List.of(users, items), 3);
        var requests = new UserRequests(workload, 0, new FakeClock());
        var drawn = new ArrayList<List<String>>(List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
        for (int next = requests.next(); next != UserRequests.NONE; next = requests.next()) {
            drawn.get(next)
                    .add(requests.step()
                            .request()
                            .filled(requests.values())
                            .path()
                            .text());
            requests.ended(Outcome.OK);
        }

        var longer = drawn.get(0).size() == ROWS ? 0 : 1;
        assertThat(drawn.get(longer)).isEqualTo(paths(ROWS)).hasSize(ROWS);
        assertThat(drawn.get(1 - longer))
                .isEqualTo(paths(drawn.get(1 - longer).size()))
                .isNotEmpty();
        assertThat(drawn.get(2)).isNotEmpty().containsOnly("/");
    }

    private static List<String> paths(int count) {
        return IntStream.range(0, count).mapToObj(id -> "/" + id).toList();
    }

    private static Journey journey(String name, int feeder) {
        var path = TextTemplate.of("/");
        var field =
                new TextTemplate(List.of(new TextTemplate.Field(Math.max(0, feeder), 0, TextTemplate.Encoding.URL)));
        return Journey.of(
                name,
                1,
                new RequestTemplate(
                        "GET",
                        feeder < 0 ? path : path.plus(field),
                        Map.of(),
                        Optional.empty(),
                        new RequestTemplate.Expectation(200, OptionalLong.empty()),
                        RequestTemplate.Transfer.PLAIN,
                        Set.of()));
    }
}
