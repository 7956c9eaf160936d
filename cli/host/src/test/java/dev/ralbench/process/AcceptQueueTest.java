package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On tables as a Linux 6.18 wrote them. */
class AcceptQueueTest {
    private static final String HEADING =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";

    @TempDir
    private Path root;

    private void table(String name, String sockets) throws IOException {
        var directory = Files.createDirectories(root.resolve("4711/net"));
        Files.writeString(directory.resolve(name), HEADING + sockets);
    }

    private AcceptQueue queue(int port) {
        return new AcceptQueue(new ProcFs(root), 4711, port);
    }

    @Test
    void theQueuesOfAllSocketsOfThePortAreAddedUp() throws IOException {
        table("tcp", """
                   0: 0100007F:1F90 00000000:0000 0A 00000000:00000011 00:00000000 00000000     0        0 4712 1 0
                   1: 0100007F:1F90 00000000:0000 0A 00000000:00000002 00:00000000 00000000     0        0 4713 1 0
                   2: 0100007F:1F91 00000000:0000 0A 00000000:00000100 00:00000000 00000000     0        0 4714 1 0
                   3: 0100007F:1F90 0100007F:9C40 01 00000000:0000FFFF 00:00000000 00000000     0        0 4715 1 0
                """);
        table("tcp6", """
                   0: 00000000000000000000000000000000:1F90 00000000000000000000000000000000:0000 0A 00000000:00000004 \
                00:00000000 00000000     0        0 4716 1 0
                """);

        assertThat(queue(8080).waiting()).hasValue(17 + 2 + 4);
        assertThat(queue(8081).waiting()).hasValue(256);
    }

    @Test
    void connectionsAreNotReadThrough() throws IOException {
        table("tcp", """
                   0: 0100007F:1F90 00000000:0000 0A 00000000:00000001 00:00000000 00000000     0        0 4712 1 0
                   1: 0100007F:1F90 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 4715 1 0
                   2: 0100007F:1F90 00000000:0000 0A 00000000:00000009 00:00000000 00000000     0        0 4713 1 0
                """);

        assertThat(queue(8080).waiting())
                .as("the kernel lists those that listen first")
                .hasValue(1);
    }

    @Test
    void aPortWithoutASocketAndAProcessWithoutATableHaveNone() throws IOException {
        assertThat(queue(8080).waiting()).isEmpty();
        table("tcp", "");
        assertThat(queue(8080).waiting()).isEmpty();
    }
}
