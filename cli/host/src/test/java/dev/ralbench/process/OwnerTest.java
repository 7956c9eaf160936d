package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerTest {
    private static final ProcFs PROC = ProcFs.ofThisMachine();

    @TempDir
    Path directory;

    @Test
    void itIsReadFromTheBeginningOfANameOrMark() {
        assertThat(Owner.in("12-345-678-9-data")).contains(new Owner(12, 345, 678));
        assertThat(Owner.in(new RunTag(new Owner(12, 345, 678)).next())).contains(new Owner(12, 345, 678));
        assertThat(Owner.in("12-345")).isEmpty();
        assertThat(Owner.in("data")).isEmpty();
    }

    @Test
    void itIsAliveAsLongAsItsProcessIs() {
        var self = Owner.self(PROC);

        assertThat(self.isAlive(PROC)).isTrue();
        assertThat(new Owner(self.pid(), self.startTicks() + 1, self.namespace()).isAlive(PROC))
                .as("another process of the same id")
                .isFalse();
    }

    @Test
    void anOwnerInAnotherPidNamespaceCountsAsAlive() throws Exception {
        Files.createDirectories(directory.resolve("self/ns"));
        Files.createSymbolicLink(directory.resolve("self/ns/pid"), Path.of("pid:[4026532001]"));
        var here = new ProcFs(directory);

        assertThat(here.pidNamespace()).isEqualTo(4026532001L);
        assertThat(new Owner(1, 1, 4026532001L).isAlive(here)).isFalse();
        assertThat(new Owner(1, 1, 4026531836L).isAlive(here)).isTrue();
    }
}
