package dev.ralbench.service;

import dev.ralbench.http.ControlClient;
import dev.ralbench.http.Reply;
import dev.ralbench.http.Route;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Counters that a service publishes in the text format of Prometheus (exposition format 0.0.4): a line per value, as
 * {@code name{label="x"} 12}.
 */
public record CountersPage(ControlClient client, Route route, String path) {
    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final Pattern SAMPLE =
            Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*(?:\\{.*})?)\\s+(\\S+)(?:\\s+-?\\d+)?");

    /** Matches the names that counters have by convention; all other values can go down. */
    private static final Pattern COUNTER = Pattern.compile("[^{]*_total(?:\\{.*})?");

    /** All values by name and labels; empty if the service does not answer within a second. */
    public Optional<Map<String, Double>> read() {
        try {
            return ask().get();
        } catch (ExecutionException e) {
            // A service that is too busy to answer is a finding, not a mistake: its counters are unknown then.
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Asks for all values without waiting. Ends within a second, and fails if there is no response. */
    CompletableFuture<Optional<Map<String, Double>>> ask() {
        var session = client.open(route, LIMIT);
        return session.send("GET", path, Map.of(), Optional.empty())
                .orTimeout(LIMIT.toNanos(), TimeUnit.NANOSECONDS)
                .thenApply(CountersPage::values)
                .whenComplete((values, failure) -> session.close());
    }

    private static Optional<Map<String, Double>> values(Reply reply) {
        return reply.status() / 100 == 2
                ? Optional.of(parse(new String(reply.body(), StandardCharsets.UTF_8)))
                : Optional.empty();
    }

    /** Whether a name is that of a value that only ever grows. */
    public static boolean isCounter(String name) {
        return COUNTER.matcher(name).matches();
    }

    static Map<String, Double> parse(String page) {
        var values = new TreeMap<String, Double>();
        page.lines().map(String::strip).filter(line -> !line.startsWith("#")).forEach(line -> {
            var sample = SAMPLE.matcher(line);
            if (sample.matches()) {
                number(sample.group(2)).ifPresent(value -> values.put(sample.group(1), value));
            }
        });
        return values;
    }

    private static Optional<Double> number(String text) {
        try {
            return Optional.of(Double.valueOf(text)).filter(Double::isFinite); // of no other can a difference be taken
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
