package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.CapacityResult;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.testing.Alone;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.FaultyServer.Behaviour;
import dev.ralbench.testing.ResultSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches for the most users through the command line. */
@Alone
class FindCapacityIT {
    private static final int MOST_AT_ONCE = 6;

    @TempDir
    private Path directory;

    private record Search(Shell.CommandResult outcome, RunResult result) {
        CapacityResult capacity() {
            return result.trials().getFirst().capacity().orElseThrow();
        }
    }

    private Path file() {
        return directory.resolve("result.json");
    }

    private Search search(Behaviour behaviour, String range, String slo, String... options) throws IOException {
        try (var server = new FaultyServer(behaviour)) {
            var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                    schema: 1
                    name: mine
                    request: { path: /work }
                    load: { closed: { constant: { users: 4, hold: 1s } } }
                    variants:
                      one: { target: { url: "%s" } }
                    predict:
                      one: { delay: 20ms }
                    """.formatted(server.url()));
            var words = new ArrayList<>(List.of("run", scenario.toString(), "--find-capacity=" + range));
            words.addAll(List.of("--slo", slo, "--capacity-hold", "1s", "-o", file().toString()));
            words.addAll(List.of(options));
            var outcome = Shell.calibrating().execute(words.toArray(String[]::new));
            ResultSchema.assertKeptBy(file());
            return new Search(outcome, ResultFile.read(file()));
        }
    }

    /** Refuses requests beyond six at a time. */
    private static Behaviour refusingTheSeventh() {
        var atOnce = new AtomicInteger();
        return (number, exchange) -> {
            boolean isTooMany = atOnce.incrementAndGet() > MOST_AT_ONCE;
            exchange.pause(Duration.ofMillis(20));
            atOnce.decrementAndGet(); // before the response, after which the user sends again
            if (isTooMany) {
                exchange.status(503);
            } else {
                exchange.ok();
            }
        };
    }

    @Test
    void aWrongPathIsNoFinding() throws IOException {
        var search = search((number, exchange) -> exchange.status(404), "2-64", "errors=1%", "--keep-going");
        assertThat(search.outcome().exit()).isEqualTo(ExitCode.INVALID.code());
        assertThat(search.outcome().out()).contains("100.0 % of all requests of up to 2 users failed", "status 404");
        var validity = search.result().trials().getFirst().validity();
        assertThat(validity.verdict()).isEqualTo(ValidityLevel.INVALID);
        assertThat(search.capacity().kept()).isEmpty();
        assertThat(search.capacity().missed().orElseThrow().users()).isEqualTo(2);
    }

    @Test
    void aKneeAtTheLastLevelIsOneAsAnyOther() throws IOException {
        var search = search(refusingTheSeventh(), "5-8", "errors=1%", "-qq");
        assertThat(search.outcome().err()).isEmpty();
        assertThat(search.outcome().exit()).isZero();
        assertThat(search.outcome().out().lines())
                .hasSize(2)
                .last()
                .asString()
                .matches("one: 6 users, goodput [0-9 .]+/s, errors 0 %; missed at 7: errors [0-9.]+ %;"
                        + " about [67] \\[6 7\\]");
        assertThat(search.capacity().kept().orElseThrow().users()).isEqualTo(6);
        var missed = search.capacity().missed().orElseThrow();
        assertThat(missed.users()).isEqualTo(7);
        assertThat(search.capacity().knee().orElseThrow().to()).isEqualTo(7);
        assertThat(missed.objective()).singleElement().satisfies(errors -> {
            assertThat(errors.limit()).isEqualTo("<=1%");
            assertThat(errors.isMet()).contains(false);
            assertThat(errors.share().orElseThrow()).isBetween(0.01, 1.0);
        });
    }

    /** Its p99 is 400 ms with any number of users: there is no most, however few requests a level has. */
    @Test
    void anObjectiveThatIsNeverMetHasNoMost() throws IOException {
        // one of twenty can be too few: of a second's hold it is not always shown to be more than one of a hundred
        Behaviour everyTenthIsSlow = (number, exchange) -> {
            exchange.pause(Duration.ofMillis(number % 10 == 0 ? 400 : 5));
            exchange.ok();
        };
        var search = search(everyTenthIsSlow, "8-64", "p99<=200ms", "-qq");
        assertThat(search.outcome().exit()).isZero();
        assertThat(search.outcome().out().lines()).last().asString().startsWith("one: none; missed at 8: p99 ");
        assertThat(search.capacity().kept()).isEmpty();
        assertThat(search.capacity().missed().orElseThrow().users()).isEqualTo(8);
        assertThat(search.result()
                        .trials()
                        .getFirst()
                        .measurement()
                        .orElseThrow()
                        .levels())
                .as("two levels prove it")
                .hasSize(2);
    }

    @Test
    void nothingIsPredictedOfASearchAndOnlyAnotherOneComparesWithIt() throws IOException {
        var search = search(refusingTheSeventh(), "5-6", "errors=1%");
        assertThat(search.outcome().exit()).isZero();
        assertThat(search.outcome().out()).contains("not reached").doesNotContain("predicted");
        assertThat(search.result().expected().predictions()).isEmpty();
        assertThat(search.result().generator().offeredUserSeconds()).isEmpty();

        var compared = Shell.run("compare", file().toString(), "--force-incomparable");
        assertThat(compared.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(compared.err()).contains("has one variant, and nothing to compare it with");
        assertThat(compared.out()).isEmpty();
    }
}
