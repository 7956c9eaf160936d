package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Outcome;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.FaultyServer.Exchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service that needs its data first, and then a login of each user. */
@Timeout(60)
class SetupRunIT {
    @TempDir
    private Path directory;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final Set<String> tokens = ConcurrentHashMap.newKeySet();

    private interface Fault {
        /** The status that a request gets in place of its own; 0 for none. */
        int status(String asked, long countSoFar);
    }

    private void respond(Exchange exchange, Fault fault) throws IOException {
        var request = exchange.requestLine().replaceAll(" HTTP.*", "");
        if (!request.equals("GET /")) { // to see whether it is up
            asked.add(request);
        }
        int wrong = fault.status(request, Collections.frequency(asked, request));
        if (wrong != 0) {
            exchange.status(wrong);
        } else if (request.endsWith("/login")) {
            var token = UUID.randomUUID().toString();
            tokens.add(token);
            var body = "{\"token\":\"" + token + "\"}";
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
        } else {
            var token = exchange.headers().stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("authorization: bearer "))
                    .map(line -> line.substring("authorization: bearer ".length()))
                    .findFirst();
            exchange.status(token.isPresent() && tokens.contains(token.get()) ? 200 : 401);
        }
    }

    private Shell.CommandResult run(Fault fault) throws IOException {
        try (var server = new FaultyServer((number, exchange) -> respond(exchange, fault))) {
            var file = Files.writeString(directory.resolve("shop.yaml"), """
                            schema: 1
                            name: shop
                            request: { path: /items, headers: { Authorization: "Bearer ${token}" } }
                            before:
                              load:
                                steps:
                                  admin: { path: /admin/login, extract: { adminToken: { json: /token } } }
                                  create: { method: POST, path: /items, headers: { Authorization: "Bearer ${adminToken}" } }
                              user: { steps: { login: { path: /login, extract: { token: { json: /token } } } } }
                            after:
                              user: { steps: { logout: { path: /logout, headers: { Authorization: "Bearer ${token}" } } } }
                              load:
                                steps:
                                  clear: { method: DELETE, path: /items, headers: { Authorization: "Bearer ${adminToken}" } }
                            load: { closed: { loops: { users: 3, loops: 20 } }, timeout: 5s }
                            variants: { only: { target: { url: "%s" } } }
                            """.formatted(server.url()));
            return Shell.run(
                    "run", file.toString(), "-o", directory.resolve("r.json").toString());
        }
    }

    private TrialResult trial() {
        return ResultFile.read(directory.resolve("r.json")).lastAttempts().getFirst();
    }

    private static int ok(String asked, long count) {
        return 0;
    }

    private int count(String request) {
        return Collections.frequency(asked, request);
    }

    @Test
    void theLoadIsBetweenThemAndNoFigureCountsThem() throws IOException {
        var run = run(SetupRunIT::ok);

        assertThat(run.exit()).as(run.err()).isZero();
        var requests = trial().measurement().orElseThrow().wholeRun().requests();
        assertThat(requests.count(Outcome.OK)).isEqualTo(60);
        assertThat(requests.failed()).isZero();
        assertThat(asked.subList(0, 2)).containsExactly("GET /admin/login", "POST /items");
        assertThat(asked.getLast()).isEqualTo("DELETE /items");
        assertThat(count("GET /items")).as("with the look before the load").isEqualTo(61);
        assertThat(count("GET /logout")).isEqualTo(4);
        assertThat(count("POST /items")).isEqualTo(1);
        assertThat(tokens).hasSizeGreaterThanOrEqualTo(4);
        assertThat(Files.readString(directory.resolve("r.json"))).doesNotContain(List.copyOf(tokens));
        assertThat(run.out()).doesNotContain("in no figure");
    }

    @Test
    @Disturbance(value = "a step before the load fails", then = "the trial fails and names it; no load is begun")
    void withoutItsDataNoLoadIsBegun() throws IOException {
        var run = run((request, count) -> request.equals("POST /items") ? 503 : 0);

        assertThat(run.exit()).as(run.out()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(run.err()).contains("before.load failed at the step create: status 503");
        assertThat(trial().status()).isEqualTo(TrialResult.Status.FAILED);
        assertThat(count("GET /items") + count("GET /login") + count("DELETE /items"))
                .isZero();
    }

    @Test
    @Disturbance(
            value = "no user can log in",
            then = "the trial fails and names the step, instead of measuring refusals")
    void withoutAnyLoginTheTrialFails() throws IOException {
        // The first ones are those of the look before the load.
        var run = run((request, count) -> request.equals("GET /login") && count > 5 ? 403 : 0);

        assertThat(run.exit()).as(run.out()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(run.err()).contains("no user got through before.user: step login: status 403");
        assertThat(count("GET /items")).isEqualTo(1);
        assertThat(count("DELETE /items")).isEqualTo(1);
    }

    @Test
    @Disturbance(value = "no user can log in before the load", then = "no load is begun, and the step is named")
    void aLoginThatIsRefusedInTheLookIsNamed() throws IOException {
        var run = run((request, count) -> request.equals("GET /login") && count > 4 ? 403 : 0);

        assertThat(run.exit()).as(run.out()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(run.err()).contains("before.user failed each time before the load: step login: status 403");
        assertThat(count("GET /items")).isZero();
    }

    @Test
    @Disturbance(value = "a login fails once", then = "its user tries again, and a note says so")
    void aLoginThatFailsOnceIsNamed() throws IOException {
        var run = run((request, count) -> request.equals("GET /login") && count == 6 ? 403 : 0);

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.out()).contains("failed, in no figure: before.user: step login: status 403 1×");
        assertThat(count("GET /items")).isEqualTo(61);
    }

    @Test
    @Disturbance(value = "a step after the load fails", then = "the trial keeps its figures, and a note says so")
    void whatFailsAfterTheLoadIsNamed() throws IOException {
        var run = run((request, count) -> request.equals("DELETE /items") ? 500 : 0);

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.out()).contains("failed, in no figure: after.load: step clear: status 500 1×");
        assertThat(trial().status()).isEqualTo(TrialResult.Status.COMPLETE);
    }
}
