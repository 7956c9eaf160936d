package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.fleet.FleetKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentCommandTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "agent | agent: --listen is missing",
                "agent --listen 127.0.0.1 | --listen: \"127.0.0.1\" is no address of an agent",
                "agent --listen 0.0.0.0:7800 | --listen 0.0.0.0:7800 needs a key",
                "agent --listen 192.0.2.1:7800 | --listen 192.0.2.1:7800 needs a key",
                "agent --listen 127.0.0.1:0 --fleet-key no.key | fleet key no.key does not exist",
                "agent --listen 127.0.0.1:0 --allow shop.test | --allow: \"shop.test\" is no target",
                "agent --listen 127.0.0.1:0 --agents 2 | --agents belongs to --new-fleet",
                "agent --listen 127.0.0.1:0 --days 2 | --days belongs to --new-fleet",
                "agent --stdio --listen 127.0.0.1:0 | --stdio does not go with --listen",
                "agent --stdio --fleet-key no.key | --stdio does not go with --fleet-key",
                "agent --new-fleet D --agents 1 --stdio | --new-fleet makes keys and does not listen",
                "run http://127.0.0.1:1/ --agent-command r | --agent-command belongs to --agents",
                "run http://127.0.0.1:1/ --wait-for-agents 5m | --wait-for-agents belongs to --agents",
                "run http://127.0.0.1:1/ --agents a:1 --wait-for-agents long | --wait-for-agents",
                "run http://127.0.0.1:1/ --agents a:1 --agent-command r | --agent-command is for agents that ssh starts",
                "run http://127.0.0.1:1/ --agents ssh:a --fleet-key F | --fleet-key is for agents that listen",
                "run http://127.0.0.1:1/ --agents ssh:a,ssh:a | --agents: an agent is named twice",
                "run http://127.0.0.1:1/ --agents ssh:a,b | --agents: \"b\" is no address of an agent",
                "agent --new-fleet D | --new-fleet: --agents is missing",
                "agent --new-fleet D --agents 0 | --agents: must be between 1 and 1000, got 0",
                "agent --new-fleet D --agents 1001 | --agents: must be between 1 and 1000, got 1001",
                "agent --new-fleet D --agents 1 --days 366 | --days: must be between 1 and 365, got 366",
                "agent --new-fleet D --agents 1 --listen 127.0.0.1:0 | --new-fleet makes keys and does not listen",
                "agent --new-fleet D --agents 1 --allow-commands | --new-fleet makes keys and does not listen",
                "agent --listen 127.0.0.1:0 --allow-commands | --allow-commands needs --fleet-key",
                "run delay-200 --target-agent 127.0.0.1:1 --agents 127.0.0.1:1 | --agents and --target-agent name the same agent",
                "run delay-200 --target-agent 127.0.0.1 | --target-agent: \"127.0.0.1\" is no address of an agent",
                "run delay-200 --target-agent 192.0.2.1:7800 | agent 192.0.2.1:7800 needs a key",
                "run delay-200 --target-agent 127.0.0.1:1 --mysql mysqld | --mysql does not go with targets on another machine",
                "run delay-200 --fleet-key k | --fleet-key belongs to --agents or --target-agent",
            })
    void whatDoesNotGoTogetherIsRefused(String line, String message) {
        var outcome = Shell.run(
                line.replace("D", directory.resolve("keys").toString()).split(" "));

        assertThat(outcome.err()).startsWith("ralbench: " + message).contains("\n  -> ");
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aNewFleetHasAKeyForEachMachine() {
        var keys = directory.resolve("keys");
        var outcome = Shell.run("agent", "--new-fleet", keys.toString(), "--agents", "2", "--days", "3");

        assertThat(outcome.out().lines())
                .containsExactly(
                        keys.resolve("main.key").toString(),
                        keys.resolve("agent-1.key").toString(),
                        keys.resolve("agent-2.key").toString());
        var main = FleetKey.read(keys.resolve("main.key"), Clock.system());
        assertThat(outcome.err()).startsWith("valid until " + main.validUntil());
        assertThat(Duration.between(Clock.system().now(), main.validUntil()))
                .isBetween(Duration.ofDays(2), Duration.ofDays(3));
        assertThat(outcome.exit()).isZero();

        assertThat(Shell.run("agent", "--new-fleet", keys.toString(), "--agents", "2")
                        .err())
                .startsWith("ralbench: " + keys.resolve("main.key") + " exists");
    }

    /** Two builds of one version can differ; when a program was built does not matter. */
    @Test
    void theHashOfTheProgramIsOfItsClassesAndTheNamesOfItsLibraries() throws IOException {
        var program = program("a", "class A", "built on Monday", "netty-4.2.jar");

        assertThat(BuildHash.of(program)).hasSize(64);
        assertThat(BuildHash.of(program("b", "class A", "built on Tuesday", "netty-4.2.jar")))
                .isEqualTo(BuildHash.of(program));
        assertThat(BuildHash.of(program("c", "class B", "built on Monday", "netty-4.2.jar")))
                .isNotEqualTo(BuildHash.of(program));
        assertThat(BuildHash.of(program("d", "class A", "built on Monday", "netty-4.3.jar")))
                .isNotEqualTo(BuildHash.of(program));
        assertThat(BuildHash.ofThisProgram()).hasSize(64);
    }

    @Test
    void theHashOfAnOwnLibraryIsOfItsClassesToo() throws IOException {
        var program = program("a", "class A", "", "netty-4.2.jar");
        jar(program.resolveSibling("lib/ralbench-engine.jar"), "class E", "");
        var before = BuildHash.of(program);
        jar(program.resolveSibling("lib/ralbench-engine.jar"), "class F", "");

        assertThat(BuildHash.of(program)).isNotEqualTo(before);
    }

    private Path program(String name, String content, String manifest, String library) throws IOException {
        var program = directory.resolve(name).resolve("ralbench.jar");
        Files.createDirectories(program.resolveSibling("lib"));
        jar(program, content, manifest);
        Files.writeString(program.resolveSibling("lib").resolve(library), "not looked into");
        return program;
    }

    private static void jar(Path file, String content, String manifest) throws IOException {
        try (var out = new ZipOutputStream(Files.newOutputStream(file))) {
            out.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
            out.write(manifest.getBytes(StandardCharsets.US_ASCII));
            out.putNextEntry(new ZipEntry("dev/ralbench/A.class"));
            out.write(content.getBytes(StandardCharsets.US_ASCII));
        }
    }
}
