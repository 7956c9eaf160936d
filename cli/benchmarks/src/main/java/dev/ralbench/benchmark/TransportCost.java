package dev.ralbench.benchmark;

import dev.ralbench.Clock;
import dev.ralbench.load.Arrivals;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.RateShape;
import dev.ralbench.load.RequestSender;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.net.NettySenderFactory;
import dev.ralbench.load.net.Transport;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.trial.calibration.TimerSlack;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/**
 * CPU time of the one event loop per request, by epoll and by io_uring in turn, against nginx on the first CPU; the table that
 * the sender's choice of a transport rests on. Arguments: ROUNDS SECONDS, and words of which a load's name has to have one.
 */
final class TransportCost {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int MANY_USERS = 1_000;

    /** @param bodyBytes of the response; 0 for two bytes */
    private record Load(String name, LoadPlan plan, int bodyBytes) {}

    private final URI url;

    private TransportCost(URI url) {
        this.url = url;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException, ExecutionException {
        int rounds = Integer.parseInt(arguments[0]);
        var length = Duration.ofMillis(Math.round(Double.parseDouble(arguments[1]) * 1000));
        var words = List.of(arguments).subList(2, arguments.length);
        var directory = Files.createTempDirectory("transports");
        var table =
                new TextTable("load", "epoll us", "io_uring us", "io_uring / epoll", "p99 late ms: epoll", "io_uring");
        try (var server = Server.nginx(0, directory)) {
            var cost = new TransportCost(server.url());
            for (var load : loads(length)) {
                if (words.isEmpty() || words.stream().anyMatch(load.name()::contains)) {
                    writeBody(directory, load);
                    var row = cost.row(load, rounds);
                    table.add(row);
                    System.out.println(String.join(" | ", row));
                }
            }
        }
        table.lines().forEach(System.out::println);
        System.exit(0); // threads of Netty's global executor stay
    }

    private static void writeBody(Path directory, Load load) throws IOException {
        if (load.bodyBytes() > 0) {
            Files.createDirectories(directory.resolve("bodies"));
            Files.write(directory.resolve("bodies/" + load.bodyBytes()), new byte[load.bodyBytes()]);
        }
    }

    private static List<Load> loads(Duration length) {
        return Stream.of(
                        Stream.of(1, 2, 4, 8, 16, 64, 256, MANY_USERS).map(users -> busy(users, 0, length)),
                        Stream.of(thinking(64, Duration.ofMillis(5), length)),
                        Stream.of(thinking(1_000, Duration.ofMillis(100), length)),
                        Stream.of(thinking(5_000, Duration.ofSeconds(1), length)),
                        Stream.of(1_000, 10_000, 20_000, 60_000).map(rate -> open(rate, length)),
                        Stream.of(10_000, 100_000, 1_000_000, 10_000_000)
                                .map(bytes -> busy(bytes > 1_000_000 ? 8 : 64, bytes, length)))
                .flatMap(loads -> loads)
                .toList();
    }

    private static Load busy(int users, int bodyBytes, Duration length) {
        return new Load(
                users + " users" + (bodyBytes > 0 ? ", bodies of " + bodyBytes + " bytes" : ""),
                LoadPlan.of(new LoadShape.ConstantUsers(users, length), TIMEOUT),
                bodyBytes);
    }

    private static Load thinking(int users, Duration think, Duration length) {
        return new Load(
                users + " users, pauses of " + think.toMillis() + " ms",
                new LoadPlan(
                        new LoadShape.ConstantUsers(users, length),
                        Optional.empty(),
                        TIMEOUT,
                        think,
                        true,
                        LoadPlan.OnFailure.CONTINUE),
                0);
    }

    private static Load open(int perSecond, Duration length) {
        return new Load(
                perSecond + "/s",
                LoadPlan.of(
                        new LoadShape.Open(new RateShape.Constant(perSecond, length), Arrivals.even(), 64), TIMEOUT),
                0);
    }

    private List<String> row(Load load, int rounds) throws InterruptedException, ExecutionException {
        var epoll = new Figures(Transport.EPOLL);
        var ioUring = new Figures(Transport.IO_URING);
        var both = List.of(epoll, ioUring);
        for (int round = -1; round < rounds; round++) { // one that does not count, for the compilers
            for (var figures : round % 2 == 0 ? both : both.reversed()) {
                var run = run(load, figures.transport());
                if (round >= 0) {
                    figures.micros().add(run.micros());
                    figures.late().add(run.lateMillis());
                }
            }
        }
        var ratios = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            ratios[round] = ioUring.micros().get(round) / epoll.micros().get(round);
        }
        return List.of(
                load.name(),
                spread(epoll.micros(), 1),
                spread(ioUring.micros(), 1),
                RoundSpread.of(ratios).text(2),
                spread(epoll.late(), 2),
                spread(ioUring.late(), 2));
    }

    /** By round. */
    private record Figures(Transport transport, List<Double> micros, List<Double> late) {
        Figures(Transport transport) {
            this(transport, new ArrayList<>(), new ArrayList<>());
        }
    }

    private static String spread(List<Double> rounds, int digits) {
        return RoundSpread.of(rounds.stream().mapToDouble(Double::doubleValue).toArray())
                .text(digits);
    }

    private record Run(double micros, double lateMillis) {}

    private Run run(Load load, Transport transport) throws InterruptedException, ExecutionException {
        var path = load.bodyBytes() > 0 ? "/bodies/" + load.bodyBytes() : "/";
        var request = new RequestTemplate(
                "GET", path, Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));
        var senders = new NettySenderFactory(transport, 1, Clock.system());
        try (var sender = senders.open(ConnectionPlan.to(url, TIMEOUT), request)) {
            TimerSlack.without(sender.loops());
            long thread = thread(sender);
            var threads = ManagementFactory.getThreadMXBean();
            long before = threads.getThreadCpuTime(thread);
            var recording = new LoadRecording();
            new LoadGenerator(load.plan(), sender, recording, window -> {})
                    .start()
                    .get();
            long after = threads.getThreadCpuTime(thread);
            var measured = recording.finish(load.plan(), "");
            long requests = measured.wholeRun().requests().completions().ended();
            return new Run((after - before) / 1e3 / requests, lateMillis(measured));
        }
    }

    private static double lateMillis(Measurement measured) {
        return measured.levels()
                .flatMap(level -> level.open().stream())
                .mapToDouble(open -> open.late().percentileMillis(99).orElse(0))
                .max()
                .orElse(0);
    }

    private static long thread(RequestSender sender) throws InterruptedException, ExecutionException {
        var id = new CompletableFuture<Long>();
        sender.loops()
                .getFirst()
                .execute(() -> id.complete(Thread.currentThread().threadId()));
        return id.get();
    }
}
