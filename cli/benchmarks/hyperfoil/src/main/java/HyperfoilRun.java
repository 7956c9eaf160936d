import io.hyperfoil.api.config.BenchmarkData;
import io.hyperfoil.core.impl.LocalSimulationRunner;
import io.hyperfoil.core.parser.BenchmarkParser;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One process: USERS SECONDS URL for a constant number of users, each of them always busy; with RATE behind them, so many
 * requests per second over that many connections.
 */
public final class HyperfoilRun {
    private HyperfoilRun() {}

    public static void main(String[] arguments) throws Exception {
        int users = Integer.parseInt(arguments[0]);
        int seconds = Integer.parseInt(arguments[1]);
        var url = URI.create(arguments[2]);
        var load = arguments.length > 3
                ? "constantRate: { usersPerSec: " + arguments[3] + ", maxSessions: " + 100 * users + ","
                : "always: { users: " + users + ",";
        var yaml = """
                name: benchmark
                threads: 1
                http:
                  host: http://%s
                  sharedConnections: %d
                phases:
                - load:
                    %s duration: %ds, scenario: [ { request: [ { httpRequest: { GET: %s } } ] } ] }
                """.formatted(url.getAuthority(), users, load, seconds, url.getPath());
        var benchmark = BenchmarkParser.instance()
                .buildBenchmark(
                        new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)), BenchmarkData.EMPTY, Map.of());
        var responses = new AtomicLong();
        new LocalSimulationRunner(
                        benchmark,
                        (phase, stepId, metric, snapshot, countDown) -> responses.addAndGet(snapshot.responseCount),
                        null,
                        null)
                .run();
        System.out.println("requests: " + responses.get());
        System.exit(0);
    }
}
