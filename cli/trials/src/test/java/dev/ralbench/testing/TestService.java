package dev.ralbench.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.declared.ReadyCondition;
import dev.ralbench.service.OwnService;
import dev.ralbench.service.RunningTarget;
import dev.ralbench.service.TargetDefinition;
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
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The service of {@code resources/service/TestService.java}, as commands that start it. A test class registers it as an
 * extension, and it is compiled before the first test.
 */
public record TestService(Path classes) implements BeforeAllCallback {

    /** One of its own for each test class, so that processes of one are not taken for those of another. */
    public static TestService of(Class<?> test) {
        return new TestService(
                Path.of("target", "test-service", test.getSimpleName()).toAbsolutePath());
    }

    /** Compiles it for the oldest JVM that it has to run on, that of containers. */
    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        var source = Repository.path(
                "cli/trials/src/test/resources/service/TestService.java"); // other modules have it in a jar
        var arguments = new String[] {"--release", "21", "-d", classes.toString(), source.toString()};
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments))
                .isZero();
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
        return OwnService.byCommand(
                "test service",
                command,
                Optional.empty(),
                new ReadyCondition.Http("/ready"),
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
