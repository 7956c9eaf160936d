package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scenarios one after the other, by one command. */
class SeveralScenariosIT {
    @TempDir
    private Path directory;

    @Test
    @Disturbance(value = "one of several services does not run", then = "exit 7, the others are measured")
    void whatIsWrongWithOneDoesNotKeepTheOthersFromBeingMeasured() throws Exception {
        try (var server = new FaultyServer((number, exchange) -> exchange.send("HTTP/1.1 204 No Content\r\n\r\n"))) {
            scenario("absent", "http://127.0.0.1:9");
            scenario("present", server.url().toString());

            var run = RalbenchProcess.startIn(
                    directory, Map.of(), List.of("run", "./absent.yaml", "./present.yaml", "--color", "never"));
            try (run) {
                assertThat(run.process().waitFor()).isEqualTo(ExitCode.ENVIRONMENT.code());
            }
        }
        var summary = Files.readString(directory.resolve("out.txt")).split("all scenarios, each at its last level\n");
        assertThat(summary).hasSize(2);
        assertThat(summary[1].lines())
                .anyMatch(line -> line.matches("present +only +(valid|suspect) .*/s .* 0 % .*"))
                .contains("not measured: absent; the reasons are above");
        assertThat(Files.readString(directory.resolve("err.txt")))
                .contains("scenario 1 of 2: absent\n", "ralbench: ", "scenario 2 of 2: present\n");
    }

    private void scenario(String name, String url) throws Exception {
        Files.writeString(directory.resolve(name + ".yaml"), """
                schema: 1
                name: %s
                request: { path: /, expect: { status: 204 } }
                load: { closed: { loops: { users: 2, loops: 20 } } }
                variants: { only: { target: { url: "%s" } } }
                """.formatted(name, url));
    }
}
