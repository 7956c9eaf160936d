package dev.ralbench.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.process.PortOwner;
import dev.ralbench.process.ProcFs;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.Starters;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services that run already. */
class ExistingTargetIT {
    @TempDir
    private Path folder;

    private Failure refused(TargetDefinition.Running definition) {
        try (var starter = Starters.processes()) {
            var launcher = new TargetLauncher(starter, Clock.system());
            return catchThrowableOfType(
                    Failure.class, () -> launcher.start(definition, Map.of(), folder.resolve("log.txt")));
        }
    }

    @Test
    void aProcessThatDoesNotListenThereIsRefused() throws Exception {
        var other = new ProcessBuilder("sleep", "60").start();
        try (var server = new FaultyServer((number, exchange) -> exchange.ok())) {
            var failure = refused(
                    new TargetDefinition.Running("x", server.url(), OptionalLong.of(other.pid()), Optional.empty()));
            assertThat(failure.kind()).isEqualTo(Failure.Kind.USAGE);
            assertThat(failure.what())
                    .isEqualTo("pid: process " + other.pid() + " does not listen on port "
                            + server.url().getPort());
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void aProcessThatRalbenchItselfRunsUnderIsRefused() {
        try (var server = new FaultyServer((number, exchange) -> exchange.ok())) {
            var self = OptionalLong.of(ProcessHandle.current().pid());
            assertThat(refused(new TargetDefinition.Running("x", server.url(), self, Optional.empty()))
                            .what())
                    .contains("ralbench itself runs under");
        }
    }

    @Test
    void whoeverListensIsFound() {
        try (var server = new FaultyServer((number, exchange) -> exchange.ok())) {
            var self = List.of(ProcessHandle.current().pid());
            assertThat(new PortOwner(ProcFs.ofThisMachine())
                            .listens(self, server.url().getPort()))
                    .isEqualTo(PortOwner.Answer.YES);
        }
    }

    @Test
    void aPortOfAnotherNetworkIsUnknown() {
        assertThat(new PortOwner(new ProcFs(folder)).listens(List.of(1L), 80)).isEqualTo(PortOwner.Answer.UNKNOWN);
    }
}
