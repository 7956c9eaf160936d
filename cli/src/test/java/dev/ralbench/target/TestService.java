package dev.ralbench.target;

import static org.assertj.core.api.Assertions.assertThat;

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
record TestService(Path classes) {

    private static final TargetCatalog CATALOG = new TargetCatalog(Path.of("nowhere"), Map.of());

    static TestService compiledTo(Path classes) throws Exception {
        var source = Path.of(
                TestService.class.getResource("/target/TestService.java").toURI());
        int exitCode =
                ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(), source.toString());
        assertThat(exitCode).isZero();
        return new TestService(classes);
    }

    /** The service by itself, with habits such as {@code stubborn}. */
    TargetDefinition.Launched definition(String... habits) {
        return command("${java} ${jvmFlags} -cp '" + classes + "' TestService ${port} " + String.join(" ", habits));
    }

    TargetDefinition.Launched command(String command) {
        return CATALOG.fromCommand(
                "test service",
                command,
                Optional.empty(),
                "/ready",
                Map.of("MINE", "p${port}"),
                List.of("-Xmx256m", "-XX:+UseSerialGC"));
    }

    static void get(RunningTarget target, String path) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request =
                    HttpRequest.newBuilder(URI.create(target.baseUrl() + path)).build();
            assertThat(client.send(request, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(204);
        }
    }
}
