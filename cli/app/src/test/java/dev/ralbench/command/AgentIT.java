package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.fleet.FleetKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An agent as users start it. */
@Timeout(120)
class AgentIT {
    private static final Pattern PORT =
            Pattern.compile("agent listens on 127\\.0\\.0\\.1:(\\d+), as agent-1 until \\S+Z, for (.*)");
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    @BeforeEach
    void makeKeys() {
        FleetKey.create(directory.resolve("keys"), 1, Duration.ofDays(1), Clock.system());
    }

    private RalbenchProcess agent(String... options) throws IOException {
        var key = directory.resolve("keys/agent-1.key").toString();
        var args = new ArrayList<>(List.of("agent", "--listen", "127.0.0.1:0", "--fleet-key", key));
        args.addAll(List.of(options));
        return RalbenchProcess.start(directory, Map.of(), args);
    }

    @Test
    void itSaysWhereItListensNamesStrangersOnceAndEndsWithCtrlC() throws Exception {
        try (var agent = agent("--allow", "shop.test:443", "--allow", "*.shop.test:*")) {
            agent.awaitProgress("agent listens", LONG_ENOUGH);
            var line = PORT.matcher(agent.told());
            assertThat(line.find()).as("%s", agent.told()).isTrue();
            assertThat(line.group(2)).isEqualTo("shop.test:443, *.shop.test:*");
            for (int i = 0; i < 3; i++) {
                try (var stranger = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(line.group(1)))) {
                    stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    assertThat(stranger.getInputStream().readAllBytes()).hasSizeLessThan(10);
                }
            }
            agent.awaitProgress("refused a connection from 127.0.0.1: it does not speak TLS", LONG_ENOUGH);

            agent.signal("INT");

            assertThat(agent.awaitEnd(LONG_ENOUGH)).isEqualTo(ExitCode.INTERRUPTED.code());
            assertThat(agent.told().lines()).hasSize(3).last().isEqualTo("refused 3 connections from 127.0.0.1");
        }
    }
}
