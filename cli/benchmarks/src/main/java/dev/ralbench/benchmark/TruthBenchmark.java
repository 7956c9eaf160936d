package dev.ralbench.benchmark;

import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Whether ralbench's figures for a server with known delays are true. */
final class TruthBenchmark {
    private static final List<Integer> USERS = List.of(64, 2048);
    /** Allowed error of a percentile; the larger counts. */
    private static final double MILLIS = 0.2;

    private static final double SHARE = 0.01;
    private static final double MOST_OF_GOODPUT = 1;
    private static final double MOST_OF_USER_SECONDS = 0.5;
    private static final double MOST_OF_STALL = 2;
    /**
     * Largest deviation or uncertainty of the server's own percentile, in per cent: wider bounds would admit any
     * result.
     */
    private static final double MOST_OF_SERVER = 5;

    private static final double MOST_TAKEN = 1;

    private final Child child;
    private final RalbenchClient client;
    private final int clientCpu;
    private final int serverCpu;
    private final PrintStream out;

    TruthBenchmark(Child child, Path launcher, int clientCpu, int serverCpu, PrintStream out) {
        this.child = child;
        this.client = RalbenchClient.atItsBest(launcher);
        this.clientCpu = clientCpu;
        this.serverCpu = serverCpu;
        this.out = out;
    }

    List<Budget> budgets(Path directory) throws IOException, InterruptedException {
        var budgets = new ArrayList<Budget>();
        for (int users : USERS) {
            for (var script : Script.values()) {
                budgets.addAll(budgets(script, users, directory));
            }
        }
        return budgets;
    }

    private List<Budget> budgets(Script script, int users, Path directory) throws IOException, InterruptedException {
        try (var server = Server.script(serverCpu, script)) {
            var shot = new Shot(server.url(), users, script.seconds(), Files.createTempDirectory(directory, "run"));
            child.run(client, shot, clientCpu);
            var whole = client.wholeRun(shot);
            var name = script + ", " + users + " users: ";
            double p50 = whole.at("/successful/p50Millis").asDouble();
            double p99 = whole.at("/successful/p99Millis").asDouble();
            double offered = client.offeredUserSeconds(shot);
            double stall = whole.at("/longestStallSeconds").asDouble();
            var served = served(server);
            out.println(name + "p50 " + p50 + " ms, p99 " + p99 + " ms, stall " + stall + " s; the server says "
                    + served.p50() + ", and " + served.p99() + ", stall " + served.stallSeconds()
                    + " s, and late in all by " + served.late());
            var budgets = new ArrayList<Budget>();
            budgets.add(millis(name + "p50 of " + script.p50() + " ms, as served", p50, served.p50()));
            budgets.add(millis(name + "p99 of " + script.p99() + " ms, as served", p99, served.p99()));
            budgets.addAll(ofServer(name, script, users, served));
            budgets.add(goodput(name, whole.at("/goodputPerSecond").asDouble(), goodput(script, users, served.late())));
            budgets.add(
                    percent(name + "user-seconds", offered, users * (double) script.seconds(), MOST_OF_USER_SECONDS));
            if (script == Script.STALL) {
                budgets.add(percent(
                        name + "stall of " + Script.STALL_SECONDS + " s, as served",
                        stall,
                        served.stallSeconds(),
                        MOST_OF_STALL));
            }
            return budgets;
        }
    }

    /** How far from its script the server is itself. */
    private static List<Budget> ofServer(String name, Script script, int users, Served.ServedFigures served) {
        var budgets = new ArrayList<Budget>();
        budgets.add(atMost(
                name + "p99 of the server itself, by its script",
                MOST_OF_SERVER,
                served.p99().furthest(script.p99()) / script.p99() * 100,
                " % off"));
        budgets.add(atMost(
                name + "users' time that the server was late",
                MOST_TAKEN,
                served.late().most() / userMillis(script, users) * 100,
                " %"));
        if (script == Script.STALL) {
            budgets.add(percent(
                    name + "stall of the server itself, by its script",
                    served.stallSeconds(),
                    Script.STALL_SECONDS,
                    MOST_OF_STALL));
        }
        return budgets;
    }

    /** The server's own figures: a script is one thing, a process that keeps to it another. */
    private static Served.ServedFigures served(Server server) throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            var request =
                    HttpRequest.newBuilder(server.url().resolve("/served")).build();
            return Served.ServedFigures.read(
                    http.send(request, BodyHandlers.ofString()).body());
        }
    }

    private static Budget millis(String what, double found, Served.Bounds known) {
        return atMost(what, Math.max(MILLIS, SHARE * known.least()), known.distance(found), " ms off");
    }

    /** Time that a server takes from users is time in which they do not send. */
    private static Served.Bounds goodput(Script script, int users, Served.Bounds late) {
        double ideal = script.goodputPerSecond(users);
        double userMillis = userMillis(script, users);
        return new Served.Bounds(ideal * (1 - late.most() / userMillis), ideal * (1 - late.least() / userMillis));
    }

    private static double userMillis(Script script, int users) {
        return users * script.seconds() * 1e3;
    }

    private static Budget goodput(String name, double found, Served.Bounds known) {
        return atMost(
                name + "goodput, as served", MOST_OF_GOODPUT, known.distance(found) / known.most() * 100, " % off");
    }

    private static Budget percent(String what, double found, double known, double most) {
        return atMost(what, most, Math.abs(found / known - 1) * 100, " % off");
    }

    private static Budget atMost(String what, double most, double found, String unit) {
        return Budget.atMost(what, most, RoundSpread.of(found), unit, 2);
    }
}
