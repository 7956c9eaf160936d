package dev.ralbench.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.target.RunningTarget;
import dev.ralbench.target.TargetCatalog;
import dev.ralbench.target.TargetDefinition;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.tools.ToolProvider;

/** The service of {@code resources/target/TestService.java}, compiled, as commands that start it. */
public record TestService(Path classes) {

    private static final TargetCatalog CATALOG = new TargetCatalog(Path.of("nowhere"));

    /** Compiled for the oldest JVM that it has to run on, that of containers. */
    public static TestService compiledTo(Path classes) throws Exception {
        var source = Path.of(
                TestService.class.getResource("/target/TestService.java").toURI());
        var arguments = new String[] {"--release", "21", "-d", classes.toString(), source.toString()};
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments))
                .isZero();
        return new TestService(classes);
    }

    /** The command of a target, with habits such as {@code stubborn}. */
    public String command(String... habits) {
        return "${java} ${jvmFlags} -cp '" + classes + "' TestService ${port} " + String.join(" ", habits);
    }

    /** A variant of a scenario file, a line. */
    public String variant(String name, String... habits) {
        return name + ": { target: { command: \"" + command(habits) + "\", ready: /ready } }\n";
    }

    /** Processes of this service that there are. */
    public List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(classes.toString()))
                .toList();
    }

    /** The service by itself. */
    public TargetDefinition.Launched definition(String... habits) {
        return launched(command(habits));
    }

    public TargetDefinition.Launched launched(String command) {
        return CATALOG.fromCommand(
                "test service",
                command,
                Optional.empty(),
                "/ready",
                Map.of("MINE", "p${port}"),
                List.of("-Xmx256m", "-XX:+UseSerialGC"));
    }

    public static void get(RunningTarget target, String path) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request =
                    HttpRequest.newBuilder(URI.create(target.baseUrl() + path)).build();
            assertThat(client.send(request, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(204);
        }
    }
}
