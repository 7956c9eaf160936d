package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredService;
import dev.ralbench.dependency.declared.ReadyCondition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeclaredServiceTest {
    @TempDir
    Path directory;

    @BeforeEach
    void writeFile() throws IOException {
        Files.writeString(directory.resolve("a.yaml"), "text of a.yaml");
    }

    @Test
    void whatIsNoKindIsAServiceOfItsOwnName() {
        var need = (DeclaredService) scenario("""
                needs:
                  redis: {}
                  store:
                    command: ./store ${port} ${redis.port}
                    directory: services/store
                    ready: log ready to accept
                    env: { CACHE: "${redis.host}", KEY: "${env:STORE_KEY}" }
                    files: { conf/a.yaml: a.yaml }
                """).needs().all().get(1);

        assertThat(need.name()).isEqualTo("store");
        assertThat(need.ready()).isEqualTo(new ReadyCondition.LogLine("ready to accept"));
        assertThat(need.uses()).containsExactly("redis");
        assertThat(need.kind().qualifiedPlaceholders()).containsExactly("store.host", "store.port");
        assertThat(need.files()).isEqualTo(Map.of("conf/a.yaml", "text of a.yaml"));
        assertThat(need.image()).isEqualTo(Optional.empty());
        assertThat(need.workingDirectory()).contains("services/store");
    }

    @Test
    void aTargetMayUseItsPlaceholders() {
        assertThat(scenario("needs: { store: { image: store:1, port: 9200 } }", "${store.host}:${store.port}")
                        .needs()
                        .placeholders())
                .containsExactly("store.host", "store.port");
        refused("needs: { store: { image: store:1 } }", "${shop.host}", "unknown placeholder ${shop.host}");
    }

    @Test
    void aProfileMayReplaceAKeyOfIt() {
        var source = file("""
                needs: { store: { command: ./store } }
                profiles: { quick: { needs.store.command: "./store --small" } }
                """, "");

        var needs =
                source.resolve(Overrides.none().withProfile("quick")).scenario().needs();

        assertThat(needs.all())
                .extracting(need -> ((DeclaredService) need).command())
                .containsExactly("./store --small");
    }

    @Test
    void servicesThatWaitForEachOtherAreRefused() {
        refused(
                "needs: { a: { command: 'x ${b.port}' }, b: { command: 'y ${a.port}' }, c: { command: 'z ${a.port}' } }",
                "",
                "needs.a: cannot be started: it uses the placeholders of a dependency that waits for it, or its own");
    }

    @Test
    void aMisspeltKindIsTold() {
        refused(
                "needs: { mysq: { database: shop } }",
                "",
                "needs.mysq: needs command or image, as it is none of the kinds that ralbench knows; did you mean mysql?");
    }

    @Test
    void eachKeyIsChecked() {
        refused("needs: { s: { command: x, port: 80 } }", "", "needs.s.port: belongs to image");
        refused(
                "needs: { s: { image: 'x:1', directory: services } }",
                "",
                "needs.s.directory: does not go with image; what it starts is in the image");
        refused("needs: { s: { command: x, directory: ' ' } }", "", "needs.s.directory: must not be blank");
        refused("needs: { s: { command: x, ready: /up } }", "", "needs.s.ready: must be tcp, http and a path, or log");
        refused("needs: { s: { command: x, ready: http up } }", "", "needs.s.ready: needs a path behind http");
        refused(
                "needs: { s: { command: x, files: { ../a: a } } }",
                "",
                "needs.s.files.../a: must be the path of a file");
        refused("needs: { s: { command: x, files: { /a: a } } }", "", "needs.s.files./a: is absolute");
        refused("needs: { s: { command: 'x ${env:KEY}' } }", "", "needs.s.command: must not hold ${env:NAME}");
        refused("needs: { s: { command: x, env: { 1A: b } } }", "", "needs.s.env.1A: cannot be the name of a variable");
    }

    private void refused(String needs, String variable, String message) {
        var failure = catchThrowableOfType(Failure.class, () -> scenario(needs, variable));

        assertThat(failure.why()).contains(message);
    }

    private Scenario scenario(String needs) {
        return scenario(needs, "");
    }

    private Scenario scenario(String needs, String variable) {
        return file(needs, variable).resolve(Overrides.none()).scenario();
    }

    private ParsedScenario file(String needs, String variable) {
        var text = """
                schema: 1
                name: mine
                request: { path: / }
                load: { closed: { constant: { users: 1, hold: 1s } } }
                variants: { one: { target: { command: ./shop, ready: /up, env: { STORE: "x%s" } } } }
                """.formatted(variable) + needs;
        return ParsedScenario.of(new ScenarioText("mine.yaml", text, new ScenarioDirectory.Directory(directory)));
    }
}
