package dev.ralbench.benchmark;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Memory allocated per request, and used per user. */
final class MemoryBenchmark {
    private static final int FEW = 64;
    private static final int MANY = 19_000;
    private static final int SECONDS = 15;
    private static final double KIB = 1024;
    private static final double MIB = 1024 * 1024;

    private final Child child;
    private final RalbenchClient client;
    private final int clientCpu;
    private final int serverCpu;
    private final PrintStream out;

    MemoryBenchmark(Child child, Path launcher, int clientCpu, int serverCpu, PrintStream out) {
        this.child = child;
        this.client = RalbenchClient.atItsBest(launcher);
        this.clientCpu = clientCpu;
        this.serverCpu = serverCpu;
        this.out = out;
    }

    private record MemoryUse(double peakBytes, double allocatedPerRequest) {}

    List<Budget> budgets(Path directory) throws IOException, InterruptedException {
        try (var server = Server.nginx(serverCpu, Files.createTempDirectory(directory, "nginx"))) {
            var few = run(server, FEW, directory);
            var many = run(server, MANY, directory);
            var perRequest = RoundSpread.of(few.allocatedPerRequest());
            var perUser = RoundSpread.of((many.peakBytes() - few.peakBytes()) / (MANY - FEW) / KIB);
            var resident = RoundSpread.of(many.peakBytes() / MIB);
            return List.of(
                    Budget.atMost("allocation per request, all threads of ralbench", 200, perRequest, " B", 0),
                    Budget.atMost("memory per user, " + MANY + " users over " + FEW, 4, perUser, " KiB", 2),
                    Budget.atMost("resident set with " + MANY + " users", 260, resident, " MiB", 0));
        }
    }

    private MemoryUse run(Server server, int users, Path directory) throws IOException, InterruptedException {
        var shot = new Shot(server.url(), users, SECONDS, Files.createTempDirectory(directory, "run"));
        var usage = child.run(client, shot, clientCpu);
        long requests = client.requests(shot, usage.output());
        out.println(users + " users: " + Math.round(usage.peakBytes() / MIB) + " MiB, " + requests + " requests");
        return new MemoryUse(usage.peakBytes(), client.allocatedBytes(shot) / (double) requests);
    }
}
