package dev.ralbench.dependency.kind;

import dev.ralbench.Clock;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * A server that runs already, and holds its data.
 *
 * @param placeholders for placeholders
 * @param counters opens a connection that asks for counts
 * @param background the load of its other users
 * @param calibrated measurements of its data, in words; empty if none
 */
public record PreparedExternalServer(
        String name,
        Product product,
        ServerUrl url,
        Map<String, String> placeholders,
        Supplier<Counter> counters,
        BackgroundTraffic background,
        Clock clock,
        Optional<String> calibrated)
        implements PreparedServer {
    public PreparedExternalServer {
        placeholders = Collections.unmodifiableMap(new LinkedHashMap<>(placeholders));
    }

    /** Watches other users for a second. */
    public static PreparedExternalServer watched(
            String name,
            Product product,
            ServerUrl url,
            Map<String, String> placeholders,
            Supplier<Counter> counters,
            Clock clock)
            throws InterruptedException {
        return new PreparedExternalServer(
                name,
                product,
                url,
                placeholders,
                counters,
                background(name, counters.get(), clock),
                clock,
                Optional.empty());
    }

    /** This server with the outcome of a calibration of its data. */
    public PreparedExternalServer calibrated(String outcome) {
        return new PreparedExternalServer(
                name, product, url, placeholders, counters, background, clock, Optional.of(outcome));
    }

    private static BackgroundTraffic background(String name, Counter counter, Clock clock) throws InterruptedException {
        try (counter) {
            return BackgroundTraffic.watch(counter, clock);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) { // of JDBC, lettuce or another client; none of it is swallowed
            throw CountsPoller.noAnswer(name, e);
        }
    }

    @Override
    public Optional<String> software() {
        return Optional.of(product + ", " + url.address());
    }

    @Override
    public RunningServer start(Path logDirectory, String prefix, Map<String, String> ofOthers)
            throws InterruptedException {
        return new Running(
                name,
                product.toString(),
                url.address(),
                placeholders,
                CountsPoller.begin(name, counters.get(), background, clock));
    }

    /** Without the words, which hold the password. */
    @Override
    public String toString() {
        return name + ": " + product + ", " + url.address();
    }

    /** A server that ran before ralbench did, and will afterwards. */
    private record Running(
            String name, String product, String origin, Map<String, String> placeholders, CountsPoller questions)
            implements RunningServer {
        @Override
        public OptionalDouble startupSeconds() {
            return OptionalDouble.empty();
        }

        @Override
        public Optional<ServedCounts> counts() {
            return questions.ask();
        }

        /** Judges by the last {@link #counts()}, because asking at each look would cost more than it tells. */
        @Override
        public boolean isAlive() {
            return questions.isAlive();
        }

        @Override
        public OptionalLong pid() {
            return OptionalLong.empty();
        }

        @Override
        public Optional<Path> log() {
            return Optional.empty();
        }

        @Override
        public String logTail() {
            return "";
        }

        @Override
        public void close() {
            questions.close();
        }

        /** Without the words, which hold the password. */
        @Override
        public String toString() {
            return name + ": " + product + ", " + origin;
        }
    }
}
