package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.RunResult;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.Windows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What commands say of a mix of two requests, of which one is a third slower in head. */
class NamedMetricsTest {
    @TempDir
    private static Path directory;

    private static Path file;

    @BeforeAll
    static void write() {
        file = directory.resolve("mix.json");
        BrokenResults.write(file, mix(), json -> json);
    }

    static RunResult mix() {
        var run = SyntheticRun.of("base", "head")
                .blocks(12)
                .levels(20)
                .levelSeconds(20)
                .millis(20)
                .noise(0.005)
                .run();
        return SyntheticRun.eachTrial(run, trial -> {
            var times = new LinkedHashMap<String, Double>();
            times.put("list", 0.5);
            times.put("order", trial.id().variant().equals("head") ? 2.0 : 1.5);
            return SyntheticRun.eachWindow(trial, window -> Windows.mixed(window, times));
        });
    }

    @Test
    void comparisonsShowSomeFiguresOfEachName() {
        var outcome = Shell.run("compare", file.toString());

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .containsPattern("20  goodput@list .*no worse than 5 %")
                .containsPattern("20  p50@order .*\\+3\\d\\.\\d %.* worse\n")
                .contains("p99@order", "errors@list")
                .doesNotContain("p90@order", "requests@list");
    }

    @Test
    void aMetricOfANameCanBeAskedFor() {
        var outcome = Shell.run("compare", file.toString(), "--metric", "p90@order,goodput@list");

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .containsPattern("20  p90@order .* worse\n")
                .contains("goodput@list")
                .doesNotContain("p50@");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p99@ordr | the results have no p99@ordr",
                "p99@ordr | there is no request or journey ordr; did you mean order? (valid here: list, order)",
                "cpu/request@order | cpu/request is of all requests together; by name there are goodput",
                "p98@order | did you mean p9",
                "p99@64 | behind @ stands the name of a request or a journey",
            })
    void aNameThatNothingHasIsOneClearMessage(String metric, String says) {
        var outcome = Shell.run("compare", file.toString(), "--metric", metric);

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains(says).doesNotContain("Exception");
    }

    @Test
    void aGateFailsByTheName() throws IOException {
        var outcome = Shell.run(
                "compare", file.toString(), "--gate", gate("p50@order").toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.REGRESSION.code());
        assertThat(outcome.out()).contains("RESULT FAIL 1 of 2 rules: p50@order@20");
    }

    @Test
    void aGateOnAnUnknownNameIsRefusedBeforeAnythingIsJudged() throws IOException {
        var outcome = Shell.run(
                "compare", file.toString(), "--gate", gate("p50@basket").toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("gate shop: the results have no p50@basket", "valid here: list, order");
    }

    private Path gate(String metric) throws IOException {
        return Files.writeString(directory.resolve("gate.yaml"), """
                version: 1
                gate: shop
                design: { shape: sequential, pairs: { looks: [12] } }
                relative:
                  - { metric: p50@list, levels: [20], material: 10%, tolerate: 20% }
                  - { metric: METRIC, levels: [20], material: 10%, tolerate: 20% }
                """.replace("METRIC", metric));
    }

    @ParameterizedTest
    @ValueSource(strings = {"p99@order=20ms", "p99@buy<1s", "errors@cart<=1%"})
    void aSearchForCapacityTakesTheMetricOfAName(String slo) throws IOException {
        var outcome = Shell.run("capacity", shop("").toString(), "--dry-run", "--slo", slo);

        assertThat(outcome.exit()).as(outcome.err()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p99@ordr=1s | --slo p99@ordr: there is no request or journey ordr; did you mean order?",
                "p99@64=1s | behind @ stands the name of a request or a journey",
                "goodput@order=1/s | unknown metric goodput@order; valid here: errors, max",
                "p98@order=1s | did you mean p9",
            })
    void aSearchForCapacityRefusesAnUnknownName(String slo, String says) throws IOException {
        var outcome = Shell.run("capacity", shop("").toString(), "--dry-run", "--slo", slo);

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains(says).doesNotContain("Exception");
    }

    @Test
    void aLimitOfANameInTheScenarioIsAnObjective() throws IOException {
        var scenario = shop("expect: { \"p99@order\": <300ms }");

        assertThat(Shell.run("capacity", scenario.toString(), "--dry-run").exit())
                .isZero();
        assertThat(Shell.run("capacity", shop("").toString(), "--dry-run").err())
                .contains("there is no objective to search for");
    }

    private static Path shop(String expect) throws IOException {
        return Files.writeString(directory.resolve("shop.yaml"), """
                schema: 1
                name: shop
                journeys: { buy: { steps: { cart: { path: /cart }, order: { path: /order } } } }
                load: { closed: { constant: { users: 1, hold: 1s } } }
                variants: { mine: { target: { url: "http://127.0.0.1:1" } } }
                """ + expect + "\n");
    }

    @Test
    void reportsForProgramsHaveTheFiguresOfEachName() throws IOException {
        var json = directory.resolve("report.json");
        var csv = directory.resolve("report.csv");

        var outcome = Shell.run("report", file.toString(), "-o", json.toString(), "-o", csv.toString());

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        var figures = JsonMapper.shared().readTree(Files.readString(json)).at("/runs/0/figures");
        assertThat(figures.valueStream()
                        .filter(figure -> figure.get("level").asString().equals("20"))
                        .map(figure -> figure.get("metric").asString()))
                .contains("p99@list", "p99@order", "goodput@order", "errors@list")
                .doesNotContain("stall@list", "p99.co-est@list");
        assertThat(Files.readString(csv)).containsPattern(",20,head,p50@order,ms,[0-9.]+,12,");
    }
}
