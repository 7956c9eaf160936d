package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The recipes for continuous integration do what they say: their own commands, in a repository with two revisions. */
class GateRecipesIT {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

    /** A service whose build is a shell script, because what is tried is the recipe. */
    private static final String SCENARIO = """
            schema: 1
            name: shop
            request: { path: /work, expect: { status: 200 } }
            load: { closed: { constant: { users: 4, hold: 2s } } }
            jvm: -Xms64M -Xmx64M -XX:+UseSerialGC
            variants:
              shop: { target: mini, with: { workers: 8, wait: 2ms } }
            """;

    @TempDir
    private Path folder;

    private Path shop;

    private record Outcome(int exit, String output) {}

    @BeforeEach
    void makeARepository() throws Exception {
        shop = Files.createDirectories(folder.resolve("shop"));
        Files.writeString(shop.resolve("shop.yaml"), SCENARIO);
        Files.writeString(shop.resolve("gate.yaml"), GateIT.GATE);
        Files.writeString(
                shop.resolve("build.sh"),
                "mkdir -p target/lib && cp -r \"$MINI\"/lib target/ && cp \"$MINI\"/mini.jar target/shop.jar\n");
        Files.writeString(shop.resolve(".gitignore"), "target/\ngate.*\n");
        script(
                "ralbench",
                "exec '" + Path.of(System.getProperty("java.home"), "bin", "java") + "' -jar '"
                        + REPOSITORY.resolve("cli/target/ralbench.jar") + "' \"$@\"\n");
        sh("git init -q -b main . && git add . && git -c user.name=t -c user.email=t@example.org commit -qm base"
                + " && echo '# more' >> build.sh && git -c user.name=t -c user.email=t@example.org commit -qam head"
                + " && git update-ref refs/remotes/origin/main HEAD~1");
    }

    private Path script(String name, String body) throws IOException {
        var bin = Files.createDirectories(folder.resolve("bin"));
        var script = Files.writeString(bin.resolve(name), "#!/bin/sh\n" + body);
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }

    private Map<String, String> variables() {
        var variables = new LinkedHashMap<String, String>();
        variables.put("BUILD", "sh build.sh");
        variables.put("JAR", "target/shop.jar");
        variables.put("SCENARIO", "./shop.yaml");
        variables.put("GATE", "./gate.yaml");
        variables.put("MINI", REPOSITORY.resolve("targets/mini/target").toString());
        return variables;
    }

    private Outcome sh(String commands) throws IOException, InterruptedException {
        return sh(commands, Map.of());
    }

    private Outcome sh(String commands, Map<String, String> more) throws IOException, InterruptedException {
        var builder = new ProcessBuilder("bash", "-e", "-c", commands).directory(shop.toFile());
        builder.environment().putAll(variables());
        builder.environment().merge("PATH", folder.resolve("bin").toString(), (old, bin) -> bin + ":" + old);
        builder.environment().putAll(more);
        var log = folder.resolve("log.txt").toFile();
        var process = builder.redirectErrorStream(true).redirectOutput(log).start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return new Outcome(process.exitValue(), Files.readString(log.toPath()));
    }

    @Test
    void theShellRecipeBuildsBothRevisionsAndTellsTheVerdict() throws Exception {
        var outcome = sh("sh '" + REPOSITORY.resolve("scenarios/gates/gate.sh") + "' HEAD~1");

        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("RESULT PASS");
        assertThat(shop.resolve("gate.md")).content().startsWith("<!-- ralbench:gate=counts -->");
        assertThat(shop.resolve("gate.xml")).exists();
        assertThat(shop.resolve("gate.json")).content().contains("\"revision\"");
        assertThat(sh("git worktree list").output().lines()).hasSize(1);
    }

    @Test
    void theWorkflowsCommandsRunAsTheyStand() throws Exception {
        script("gh", "echo \"$*\" >> '" + folder.resolve("gh.txt") + "'\n");
        var summary = folder.resolve("summary.md");
        var environment = Map.of(
                "RALBENCH", folder.resolve("tool/ralbench").toString(),
                "GITHUB_BASE_REF", "main",
                "GITHUB_RUN_ATTEMPT", "1",
                "GITHUB_REPOSITORY", "you/shop",
                "GITHUB_STEP_SUMMARY", summary.toString(),
                "NUMBER", "7");
        var tool = Files.createDirectories(folder.resolve("tool/scenarios/gates"));
        Files.copy(folder.resolve("bin/ralbench"), folder.resolve("tool/ralbench"));
        assertThat(folder.resolve("tool/ralbench").toFile().setExecutable(true)).isTrue();
        Files.copy(REPOSITORY.resolve("scenarios/gates/gate.sh"), tool.resolve("gate.sh"));

        for (var command : commands()) {
            var outcome = sh(command, environment);
            assertThat(outcome.exit()).as(command + "\n" + outcome.output()).isZero();
        }

        assertThat(summary).content().contains("ralbench `counts`");
        assertThat(folder.resolve("gh.txt")).content().contains("repos/you/shop/issues/7/comments -F body=@gate.md");
    }

    /** Of the workflow's steps, in their order. */
    private static List<String> commands() throws IOException {
        var text = Files.readString(REPOSITORY.resolve("scenarios/gates/github-actions.yml"));
        var workflow = new Load(LoadSettings.builder().build()).loadFromString(text);
        var steps = at(at(at(workflow, "jobs"), "gate"), "steps");
        var commands = new ArrayList<String>();
        for (var step : (List<?>) steps) {
            if (((Map<?, ?>) step).get("run") instanceof String run) {
                commands.add(run);
            }
        }
        assertThat(commands).hasSize(3);
        return commands;
    }

    private static Object at(Object mapping, String key) {
        return Objects.requireNonNull(((Map<?, ?>) mapping).get(key), key);
    }
}
