package dev.ralbench.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard for Grafana fits the figures that there are, and so does the documentation of these. */
class GrafanaTest {
    private static final Path DASHBOARD = Repository.ROOT.resolve("docs/grafana/ralbench.json");

    /** Of all panels, for every scenario and variant. */
    static List<String> expressions() throws IOException {
        var panels = JsonMapper.shared().readTree(Files.readString(DASHBOARD)).path("panels");
        return panels.valueStream()
                .flatMap(panel -> panel.path("targets").valueStream())
                .map(target -> target.path("expr").asString())
                .map(expression -> expression
                        .replace("$scenario", ".*")
                        .replace("$variant", ".*")
                        .replace("$window", "5s"))
                .toList();
    }

    /** A metric that no panel could ever show is misspelt; one that no expression names is not shown. */
    @Test
    void theDashboardNamesMetricsThatThereAre() throws IOException {
        var known = Stream.of(Family.values())
                .flatMap(family -> Stream.of(name(family), family.prometheus() + "_bucket"))
                .toList();
        var named = Stream.concat(expressions().stream(), variables())
                .flatMap(expression -> Pattern.compile("ralbench_\\w+")
                        .matcher(expression)
                        .results()
                        .map(MatchResult::group))
                .distinct()
                .toList();

        assertThat(known).containsAll(named);
    }

    private static Stream<String> variables() throws IOException {
        return JsonMapper.shared()
                .readTree(Files.readString(DASHBOARD))
                .path("templating")
                .path("list")
                .valueStream()
                .map(variable -> variable.path("definition").asString(""));
    }

    /** Grafana drops panels that lie upon each other, and expressions without the identifier of a data source. */
    @Test
    void theDashboardIsWhole() throws IOException {
        var dashboard = JsonMapper.shared().readTree(Files.readString(DASHBOARD));

        assertThat(dashboard.path("uid").asString()).isEqualTo("ralbench");
        assertThat(dashboard
                        .path("panels")
                        .valueStream()
                        .map(panel -> panel.path("id").asInt()))
                .doesNotHaveDuplicates();
        assertThat(dashboard.path("panels").valueStream().flatMap(panel -> cells(panel.path("gridPos"))))
                .as("places of panels")
                .doesNotHaveDuplicates();
        assertThat(dashboard
                        .path("panels")
                        .valueStream()
                        .flatMap(panel -> panel.path("targets").valueStream()))
                .allSatisfy(target -> assertThat(
                                target.path("datasource").path("uid").asString())
                        .isEqualTo("${datasource}"));
    }

    private static Stream<String> cells(JsonNode place) {
        var cells = new ArrayList<String>();
        for (int x = 0; x < place.path("w").asInt(); x++) {
            for (int y = 0; y < place.path("h").asInt(); y++) {
                cells.add((place.path("x").asInt() + x) + "," + (place.path("y").asInt() + y));
            }
        }
        return cells.stream();
    }

    private static String name(Family family) {
        return family.prometheus()
                + switch (family.kind()) {
                    case COUNTER -> "_total";
                    case INFO -> "_info";
                    case GAUGE, HISTOGRAM -> "";
                };
    }

    @ParameterizedTest
    @EnumSource
    void eachFigureIsDocumented(Family family) throws IOException {
        assertThat(Files.readString(Repository.ROOT.resolve("docs/monitoring.md")))
                .contains("`" + name(family) + "`");
    }
}
