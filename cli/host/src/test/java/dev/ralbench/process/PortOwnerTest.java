package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Process 20 listens on port 8080. */
class PortOwnerTest {
    private static final int PORT = 8080;

    @TempDir
    private Path root;

    private PortOwner owner;

    @BeforeEach
    void layOut() throws IOException {
        owner = new PortOwner(new ProcFs(root));
        Files.createDirectories(root.resolve("net"));
        Files.writeString(root.resolve("net/tcp"), """
                  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
                   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4712 1 0
                   1: 0100007F:1F90 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 4713 1 0
                """);
        descriptor(10, "socket:[4713]");
        descriptor(20, "socket:[4712]");
    }

    private void descriptor(long pid, String target) throws IOException {
        var directory = Files.createDirectories(root.resolve(pid + "/fd"));
        Files.createSymbolicLink(directory.resolve("3"), Path.of(target));
    }

    @Test
    void theProcessThatListensInPlaceOfTheGivenOnesIsFound() {
        assertThat(owner.otherOwner(List.of(10L), PORT)).contains(20L);
    }

    @Test
    void thereIsNoOtherIfOneOfTheGivenListensOrMayListen() {
        assertThat(owner.otherOwner(List.of(10L, 20L), PORT)).isEmpty();
        assertThat(owner.otherOwner(List.of(99L), PORT)).as("unreadable").isEmpty();
        assertThat(owner.otherOwner(List.of(10L), 9090)).isEmpty();
    }

    @Test
    void theirPortsAreThoseOnWhichTheyListen() {
        assertThat(owner.ports(List.of(10L, 20L, 99L))).containsExactly(PORT);
        assertThat(owner.ports(List.of(10L)))
                .as("a connection is no port of its own")
                .isEmpty();
    }
}
