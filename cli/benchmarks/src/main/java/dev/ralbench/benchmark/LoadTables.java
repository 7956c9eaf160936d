package dev.ralbench.benchmark;

import dev.ralbench.benchmark.Budget.Direction;
import dev.ralbench.benchmark.FigureTable.Column;
import dev.ralbench.load.net.Transport;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tables of clients that load the same nginx in turn: their CPU time per request, and what they reach. */
final class LoadTables {
    private static final Column MICROS = new Column("us per request", 2);
    private static final Column RATE = new Column("requests/s", 0);
    private static final Column SERVER = new Column("server's CPU", 2);
    private static final Column MIB = new Column("MiB", 0);
    private static final Column ALLOCATED = new Column("B allocated per request", 0);
    private static final Column LATE = new Column("ms late (p99)", 2);
    private static final Column COLD_MICROS = new Column("us, first 4 s", 2);
    private static final Column COLD_RATE = new Column("requests/s, first 4 s", 0);

    private static final Column SERVER_MICROS = new Column("us of the server per request", 1);

    private static final String INSIDE = "ralbench with the pid";
    private static final int USERS = 64;
    private static final int USERS_OF_MINI = 16;
    private static final int THOUSAND = 1_000;
    private static final int USERS_OF_JOURNEYS = 5_000;
    private static final int TEN_THOUSAND = 10_000;
    private static final int MOST_USERS = 19_000;
    /** Each has a response of 10 MiB in memory, in part. */
    private static final int USERS_OF_LARGE_BODIES = 8;
    /** Until everything that the first second compiles has been compiled, and all users are connected. */
    private static final double LEAD = 2;

    /** Vert.x by itself has no warm-up. */
    private static final double LEAD_OF_STEPS = 8;

    private static final double COLD = 4;
    /** So many users take long to connect. */
    private static final double LEAD_OF_MANY = 15;

    private static final double BYTES_OF_MIB = 1024 * 1024;

    private final BenchmarkSettings settings;
    private final Sampler sampler;
    private final Random order = new Random();

    LoadTables(BenchmarkSettings settings) {
        this.settings = settings;
        this.sampler = settings.sampler();
    }

    /** A row's load; marks are seconds after its begin between which is measured. */
    private record Load(
            String name, int users, ShotPace pace, ShotRequest request, Function<Server, URI> url, List<Double> marks) {
        boolean isCold() {
            return marks.getFirst() == 0;
        }

        int seconds() {
            return (int) Math.ceil(marks.getLast()) + 1;
        }
    }

    /** Starts a server for one run. */
    private interface Starter {
        Server start() throws IOException, InterruptedException;
    }

    /** Where clients run, and against what. */
    private record Place(String clientCpus, Starter server) {}

    private Place apart() {
        return new Place("" + settings.clientCpu(), () -> nginx("" + settings.serverCpu(), 1, Optional.empty()));
    }

    private Server nginx(String cpus, int workers, Optional<Server.Identity> identity)
            throws IOException, InterruptedException {
        return Server.nginx(cpus, workers, settings.newDirectory(), identity);
    }

    /** The length of a stretch that is compared, in seconds. */
    private double stretch() {
        return settings.isQuick() ? 2 : 3;
    }

    /**
     * Connections that are always busy.
     *
     * @param withAllPeers also ab, oha, hey, k6, Hyperfoil and Gatling, with 64 connections
     */
    List<String> closed(boolean withAllPeers) throws IOException, InterruptedException {
        var table = new FigureTable("connections", MICROS, RATE, SERVER, MIB, ALLOCATED);
        var asked = Stream.of(Transport.EPOLL, Transport.IO_URING)
                .map(transport -> RalbenchClient.on(transport, settings.launcher()))
                .toList();
        var counts = settings.isQuick() ? List.of(1, USERS, TEN_THOUSAND) : List.of(1, USERS, THOUSAND, TEN_THOUSAND);
        for (int users : counts) {
            var load = load(users == 1 ? "1" : number(users), users, ShotPace.BUSY);
            var clients = new ArrayList<Client>(List.of(floor(), Peers.wrk(1)));
            clients.addAll(settings.builds());
            clients.addAll(asked);
            if (withAllPeers && users == USERS) {
                clients.addAll(Peers.others(settings.peers()));
            }
            measure(table, load, clients, apart());
            boolean isUsual = users == USERS;
            ours().forEach(name -> {
                table.ratio(load.name(), name, MICROS, Peers.WRK, Direction.AT_MOST, isUsual ? 0.95 : 1.1);
                table.compare(load.name(), name, MICROS, Peers.FLOOR);
                if (isUsual) {
                    table.ratio(load.name(), name, RATE, Peers.WRK, Direction.AT_LEAST, 1);
                    table.ratio(load.name(), name, RATE, Peers.HYPERFOIL, Direction.AT_LEAST, 1.4);
                    table.ratio(load.name(), name, RATE, Peers.GATLING, Direction.AT_LEAST, 3);
                    table.ratio(load.name(), name, RATE, Peers.K6, Direction.AT_LEAST, 8);
                    table.bound(load.name(), name, ALLOCATED, Direction.AT_MOST, 200, " B");
                }
            });
            asked.forEach(client -> table.ratio(load.name(), client.name(), MICROS, Peers.WRK, Direction.AT_MOST, 1.1));
        }
        return table.lines();
    }

    /**
     * Requests at a rate.
     *
     * @param withAllPeers also vegeta, k6 and Hyperfoil
     */
    List<String> open(boolean withAllPeers) throws IOException, InterruptedException {
        var table = new FigureTable("rate", MICROS, RATE, LATE, SERVER, MIB);
        var rates = settings.isQuick() ? List.of(1_000, 10_000, 20_000) : List.of(1_000, 10_000, 20_000, 60_000);
        for (int rate : rates) {
            var load = load(number(rate) + "/s", USERS, new ShotPace.Rate(rate, false));
            var clients = new ArrayList<Client>(List.of(floor(), Peers.wrk2(settings.peers())));
            clients.addAll(settings.builds());
            if (withAllPeers) {
                clients.addAll(Peers.atRate(settings.peers()));
            }
            measure(table, load, clients, apart());
            ours().forEach(name -> {
                if (rate == THOUSAND) { // next to so few requests a timer for each costs little
                    table.compare(load.name(), name, MICROS, Peers.WRK2);
                    table.ratio(load.name(), name, MICROS, Peers.FLOOR, Direction.AT_MOST, 2);
                } else {
                    table.ratio(load.name(), name, MICROS, Peers.WRK2, Direction.AT_MOST, 1.1);
                    table.compare(load.name(), name, MICROS, Peers.FLOOR);
                }
                table.bound(load.name(), name, LATE, Direction.AT_MOST, 0.5, " ms");
            });
        }
        return table.lines();
    }

    /** Users that pause after each response. wrk2 has no pauses: it sends at the same rate over as many connections. */
    List<String> paused() throws IOException, InterruptedException {
        var table = new FigureTable("users", MICROS, RATE, SERVER, MIB);
        paused(table, USERS, 5, LEAD, 0);
        paused(table, THOUSAND, 100, LEAD, 0);
        paused(table, TEN_THOUSAND, 1_000, LEAD_OF_MANY, 18);
        if (!settings.isQuick()) {
            var name = paused(table, MOST_USERS, 1_000, LEAD_OF_MANY, 20);
            ours().forEach(client -> table.bound(name, client, MIB, Direction.AT_MOST, 260, " MiB"));
        }
        return table.lines();
    }

    private String paused(FigureTable table, int users, int millis, double lead, double mostMicros)
            throws IOException, InterruptedException {
        var load = new Load(
                number(users) + ", pauses of " + millis + " ms",
                users,
                new ShotPace.Thinking(millis),
                ShotRequest.GET,
                Server::url,
                List.of(lead, lead + stretch()));
        var clients = new ArrayList<Client>(List.of(Peers.wrk2(settings.peers())));
        clients.addAll(settings.builds());
        measure(table, load, clients, apart());
        ours().forEach(name -> {
            if (mostMicros > 0) {
                table.bound(load.name(), name, MICROS, Direction.AT_MOST, mostMicros, " us");
            }
            table.ratio(load.name(), name, MICROS, Peers.WRK2, Direction.AT_MOST, 1.1);
        });
        return load.name();
    }

    /** TLS, HTTP/2 and bodies. */
    List<String> tls() throws IOException, InterruptedException {
        var table = new FigureTable("load", COLD_MICROS, COLD_RATE, MICROS, RATE, SERVER, MIB);
        var identity = Server.Identity.create(settings.child(), settings.newDirectory());
        var place =
                new Place("" + settings.clientCpu(), () -> nginx("" + settings.serverCpu(), 1, Optional.of(identity)));
        compare(table, place, cold("TLS 1.3, HTTP/1.1", ShotRequest.GET, Server::tlsUrl), Peers.wrk(1), 1.15);
        compare(table, place, cold("TLS 1.3, HTTP/2", ShotRequest.GET_BY_HTTP_2, Server::tlsUrl), Peers.h2load(), 1.2);
        compare(table, place, cold("HTTP/2", ShotRequest.GET_BY_HTTP_2, Server::http2Url), Peers.h2load(), 1.2);
        compare(table, place, body("body of 100 KiB", USERS, "100k"), Peers.wrk(1), 1.1);
        compare(table, place, body("body of 10 MiB", USERS_OF_LARGE_BODIES, "10m"), Peers.wrk(1), 1.1);
        compare(
                table,
                place,
                new Load(
                        "POST of 1 KiB",
                        USERS,
                        ShotPace.BUSY,
                        ShotRequest.post(1024),
                        Server::url,
                        List.of(LEAD, LEAD + stretch())),
                Peers.wrk(1),
                1.1);
        return table.lines();
    }

    private void compare(FigureTable table, Place place, Load load, Client peer, double most)
            throws IOException, InterruptedException {
        var clients = new ArrayList<Client>(List.of(peer));
        clients.addAll(settings.builds());
        measure(table, load, clients, place);
        ours().forEach(name -> {
            table.ratio(load.name(), name, MICROS, peer.name(), Direction.AT_MOST, most);
            table.compare(load.name(), name, COLD_MICROS, peer.name());
        });
    }

    private Load cold(String name, ShotRequest request, Function<Server, URI> url) {
        return new Load(name, USERS, ShotPace.BUSY, request, url, List.of(0.0, COLD, COLD + stretch()));
    }

    private Load body(String name, int users, String path) {
        return new Load(
                name,
                users,
                ShotPace.BUSY,
                ShotRequest.GET,
                server -> server.url().resolve("/" + path),
                List.of(LEAD, LEAD + stretch()));
    }

    /** Two cores that clients and server share. */
    List<String> cores() throws IOException, InterruptedException {
        var table = new FigureTable("connections", MICROS, RATE, SERVER, MIB);
        var load = load(number(USERS), USERS, ShotPace.BUSY);
        var loops = settings.builds().stream()
                .map(client -> client.with(List.of("--event-loops", "2")).named(client.name() + " --event-loops 2"))
                .toList();
        var clients = new ArrayList<Client>(List.of(Peers.wrk(2)));
        clients.addAll(settings.builds());
        clients.addAll(loops);
        var both = settings.clientCpu() + "," + settings.serverCpu();
        measure(table, load, clients, new Place(both, () -> nginx(both, 2, Optional.empty())));
        Stream.concat(ours().stream(), loops.stream().map(Client::name)).forEach(name -> {
            table.ratio(load.name(), name, MICROS, Peers.WRK, Direction.AT_MOST, 1.1);
            table.ratio(load.name(), name, RATE, Peers.WRK, Direction.AT_LEAST, 0.9);
        });
        return table.lines();
    }

    /** What users send: the same each time, values that differ, several requests. */
    List<String> requests() throws IOException, InterruptedException {
        var table = new FigureTable("connections", MICROS, RATE, SERVER, MIB, ALLOCATED);
        var ralbench = RalbenchClient.byDefault(settings.launcher());
        var fixed = ralbench.sending("one request", """
                request:
                  path: /products?page=11
                  headers: { Accept: application/json, X-Id: 0e6b1c1e-0d4f-4b3e-9a55-6d2d1a3e8f10 }
                """);
        var values = ralbench.sending("with values", """
                request:
                  path: /products?page=${random 10..99}
                  headers: { Accept: application/json, X-Id: "${uuid}" }
                """);
        var mix = ralbench.sending("three of them", """
                request: { headers: { Accept: application/json, X-Id: "${uuid}" } }
                requests:
                  list: { weight: 5, path: "/products?page=${random 10..99}" }
                  show: { weight: 3, path: "/products?page=${10..99}" }
                  order:
                    weight: 2
                    method: POST
                    path: "/products?page=${10..99 per request}"
                    body: '{"item": ${random 100..999}, "at": "${now}"}'
                """);
        var load = load(number(USERS), USERS, ShotPace.BUSY);
        measure(table, load, List.of(fixed, values, mix), apart());
        for (var other : List.of(values, mix)) {
            table.ratio(load.name(), other.name(), MICROS, fixed.name(), Direction.AT_MOST, 1.3);
        }
        return table.lines();
    }

    /** Journeys of four steps, always busy; and many users that pause for a second after each step. */
    List<String> journeys() throws IOException, InterruptedException {
        var table = new FigureTable("users", MICROS, RATE, SERVER, MIB, ALLOCATED);
        var builds = settings.builds().stream()
                .map(build -> build.sending(build.name(), FourSteps.scenario()))
                .toList();
        var busy = new Load(
                number(USERS),
                USERS,
                ShotPace.BUSY,
                ShotRequest.GET,
                Server::url,
                List.of(LEAD_OF_STEPS, LEAD_OF_STEPS + stretch()));
        var clients = new ArrayList<Client>(Peers.ofSteps(settings.peers()));
        clients.addAll(builds);
        measure(table, busy, clients, apart());
        var pausing = new Load(
                number(USERS_OF_JOURNEYS) + ", pauses of 1 s",
                USERS_OF_JOURNEYS,
                new ShotPace.Thinking(1_000),
                ShotRequest.GET,
                Server::url,
                List.of(LEAD_OF_MANY, LEAD_OF_MANY + stretch()));
        measure(table, pausing, builds, apart());
        ours().forEach(name -> {
            table.ratio(busy.name(), name, MICROS, Peers.VERTX, Direction.AT_MOST, 1.3);
            table.ratio(busy.name(), name, MICROS, Peers.K6, Direction.AT_MOST, 0.5);
            table.bound(pausing.name(), name, MIB, Direction.AT_MOST, 400, " MiB");
        });
        return table.lines();
    }

    /** The view inside a JVM: what it costs the target, and the generator. */
    List<String> inside() throws IOException, InterruptedException {
        var table = new FigureTable("users", SERVER_MICROS, RATE, MICROS);
        var load = new Load(
                String.valueOf(USERS_OF_MINI),
                USERS_OF_MINI,
                ShotPace.BUSY,
                ShotRequest.GET,
                server -> server.url().resolve("/work"),
                List.of(0.0, COLD + stretch()));
        var without = RalbenchClient.byDefault(settings.launcher());
        var clients = List.of(Peers.wrk(1), without, without.named(INSIDE));
        measure(
                table,
                load,
                clients,
                new Place("" + settings.clientCpu(), () -> Server.mini(settings.serverCpu(), settings.home())));
        for (var column : List.of(SERVER_MICROS, RATE, MICROS)) {
            table.compare(load.name(), INSIDE, column, without.name());
        }
        return table.lines();
    }

    private Load load(String name, int users, ShotPace pace) {
        return new Load(name, users, pace, ShotRequest.GET, Server::url, List.of(LEAD, LEAD + stretch()));
    }

    private List<String> ours() {
        return settings.builds().stream().map(Client::name).toList();
    }

    private static String number(int number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private Client floor() throws IOException, InterruptedException {
        return Peers.floor(settings.child(), settings.home().resolve("cli/benchmarks/floor.c"), settings.directory());
    }

    /** In each round all clients in turn, each with a server of its own: no connection of another one is left. */
    private void measure(FigureTable table, Load load, List<? extends Client> clients, Place place)
            throws IOException, InterruptedException {
        Set<String> without = new HashSet<>();
        for (var client : clients) {
            if (!client.isInstalled()) {
                table.addFailure(load.name(), client.name(), "not installed");
                without.add(client.name());
            }
        }
        clients.forEach(client -> table.name(load.name(), client.name()));
        for (int round = 0; round < settings.rounds(); round++) {
            var shuffled = new ArrayList<Client>(clients);
            if (round > 0) { // by the first one it is known which transport ralbench chooses
                Collections.shuffle(shuffled, order);
            }
            for (var client : shuffled) {
                if (without.contains(client.name()) || isAsDefault(table, load, client)) {
                    continue;
                }
                try {
                    run(table, load, client, place, round);
                } catch (IOException e) {
                    without.add(client.name());
                    table.addFailure(load.name(), client.name(), "left out: " + line(e));
                    settings.progress().println(load.name() + ", " + client.name() + ": " + e.getMessage());
                }
            }
        }
    }

    /** Whether the transport that is asked for is the one that ralbench has chosen itself, so that it is measured already. */
    private static boolean isAsDefault(FigureTable table, Load load, Client client) {
        return client instanceof RalbenchClient ralbench
                && ralbench.transport()
                        .filter(transport ->
                                table.isRemarked(load.name(), RalbenchClient.DEFAULT, "on " + transport.title() + ","))
                        .isPresent();
    }

    /** Its message in one line of a table; all of it is in the progress. */
    private static String line(IOException e) {
        return String.valueOf(e.getMessage())
                .lines()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .limit(3)
                .collect(Collectors.joining(" "))
                .replace("|", "\\|");
    }

    private void run(FigureTable table, Load load, Client client, Place place, int round)
            throws IOException, InterruptedException {
        try (var server = place.server().start()) {
            boolean isInside = client.name().equals(INSIDE);
            var shot = new Shot(
                    load.url().apply(server),
                    load.users(),
                    load.seconds(),
                    settings.newDirectory(),
                    load.pace(),
                    load.request(),
                    isInside ? Optional.of(server.process()) : Optional.empty());
            var marks = load.marks().stream().mapToDouble(Double::doubleValue).toArray();
            var sample = sampler.run(client, shot, place.clientCpus(), server, marks);
            var warm = sample.stretches().getLast();
            var figures = figures(client, shot, sample);
            if (load.isCold()) {
                var cold = sample.stretches().getFirst();
                figures.put(COLD_MICROS, cold.micros());
                figures.put(COLD_RATE, cold.perSecond());
            }
            double others = sample.stretches().stream()
                    .mapToDouble(Sampler.Stretch::others)
                    .max()
                    .orElse(0);
            table.add(load.name(), client.name(), round, figures, others, remark(client, shot, sample.usage()));
            settings.progress()
                    .printf(
                            Locale.ROOT,
                            "%s, %s: %.2f us per request, %.0f requests/s, others %.1f %%%s%n",
                            load.name(),
                            client.name(),
                            warm.micros(),
                            warm.perSecond(),
                            others * 100,
                            client instanceof RalbenchClient ralbench
                                    ? "; " + String.join("; ", ralbench.reasons(shot))
                                    : "");
        }
    }

    private static Map<Column, Double> figures(Client client, Shot shot, Sampler.Sample sample) throws IOException {
        var warm = sample.stretches().getLast();
        var figures = new HashMap<Column, Double>();
        figures.put(MICROS, warm.micros());
        figures.put(RATE, warm.perSecond());
        figures.put(SERVER, warm.serverBusy());
        figures.put(SERVER_MICROS, warm.serverBusy() * 1e6 / warm.perSecond());
        figures.put(MIB, sample.usage().peakBytes() / BYTES_OF_MIB);
        client.lateMillis(shot, sample.usage().output()).ifPresent(late -> figures.put(LATE, late));
        if (client instanceof RalbenchClient ralbench) {
            figures.put(ALLOCATED, ralbench.allocatedBytes(shot) / (double) ralbench.requests(shot, ""));
        }
        return figures;
    }

    /** What ralbench says of its run; of others that they had errors. */
    private static String remark(Client client, Shot shot, Child.Usage usage) throws IOException {
        return client instanceof RalbenchClient ralbench
                ? ralbench.verdict(shot) + ", " + ralbench.sender(shot)
                : Arrays.stream(usage.output().split("\n", -1))
                        .filter(line -> line.contains("Socket errors") || line.contains("Non-2xx"))
                        .map(String::strip)
                        .collect(Collectors.joining(" "));
    }
}
