package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.http.ControlClient;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.RequestTemplate.Transfer;
import dev.ralbench.load.Workload;
import dev.ralbench.load.net.ResponseJudge;
import dev.ralbench.load.net.Transport;
import dev.ralbench.load.net.VertxSenderFactory;
import dev.ralbench.secret.SecretUrl;
import dev.ralbench.secret.Secrets;
import dev.ralbench.service.TargetDefinition;
import dev.ralbench.service.TargetLauncher;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.Starters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What single requests see must be what the load sees. */
class SingleRequestIT {
    @TempDir
    private Path directory;

    /** The path is the number of redirects that are still to come. */
    @ParameterizedTest
    @CsvSource({"10, 200, ''", "11, 302, 'status 302 after 10 redirects, the limit'"})
    void asManyRedirectsAreFollowedAsByALoad(int redirects, int status, String flaw) throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
                    var asked = exchange.requestLine().split("[ /]+", -1)[1];
                    int left = asked.equals("HTTP") ? 0 : Integer.parseInt(asked);
                    if (left == 0) {
                        exchange.ok();
                    } else {
                        exchange.send(
                                "HTTP/1.1 302 Elsewhere\r\nLocation: /" + (left - 1) + "\r\nContent-Length: 0\r\n\r\n");
                    }
                });
                var client = new ControlClient();
                var starter = Starters.processes();
                var target = new TargetLauncher(starter, client, Clock.system(), Secrets.none())
                        .start(running(server), Map.of(), directory.resolve("log.txt"));
                var request = new SingleRequest(
                        new SingleRequests(
                                client,
                                ResponseJudge.ofWholeResponses(),
                                new VertxSenderFactory(Transport.NIO, 1, false, Clock.system())),
                        target,
                        get("/" + redirects),
                        Workload.of(get("/" + redirects)),
                        Duration.ofSeconds(5))) {
            assertThat(request.send()).hasValueSatisfying(response -> {
                assertThat(response.work().status()).isEqualTo(status);
                assertThat(response.flaw()).isEqualTo(flaw);
            });
        }
    }

    private static TargetDefinition.Running running(FaultyServer server) {
        return new TargetDefinition.Running(
                "x", new SecretUrl(server.url() + ""), OptionalLong.empty(), Optional.empty(), Optional.empty());
    }

    private static RequestTemplate get(String path) {
        return new RequestTemplate(
                "GET",
                path,
                Map.of(),
                Optional.empty(),
                new Expectation(200, OptionalLong.of(0)),
                new Transfer(false, true, Optional.empty()));
    }
}
