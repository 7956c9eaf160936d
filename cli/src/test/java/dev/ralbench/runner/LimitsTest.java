package dev.ralbench.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.process.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitsTest {
    @TempDir
    private Path folder;

    @Test
    void moreUsersThanDescriptorsAreRefusedWithTheCommandThatRaisesTheLimit() {
        assertThatThrownBy(() -> Limits.checkDescriptors(1_000, 1_024))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.what()).contains("1000 users", "1024");
                    assertThat(failure.fix()).contains("ulimit -n 1200");
                });
    }

    @Test
    void usersWithinTheLimitAreFine() {
        assertThatCode(() -> Limits.checkDescriptors(800, 1_024)).doesNotThrowAnyException();
    }

    @Test
    void moreUsersThanLocalPortsAreRefusedWithTheCommandThatGivesMore() throws IOException {
        var proc = withPorts("40000\t40199\n");

        assertThatThrownBy(() -> Limits.checkPorts(201, proc)).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.what()).contains("201 users", "there are 200", "40000 to 40199");
            assertThat(failure.fix()).contains("sysctl -w net.ipv4.ip_local_port_range");
        });
        assertThatCode(() -> Limits.checkPorts(200, proc)).doesNotThrowAnyException();
    }

    @Test
    void portsThatTheKernelDoesNotTellOfAreNoLimit() {
        assertThatCode(() -> Limits.checkPorts(1_000_000, new ProcFs(folder))).doesNotThrowAnyException();
    }

    private ProcFs withPorts(String range) throws IOException {
        var settings = folder.resolve("sys/net/ipv4");
        Files.createDirectories(settings);
        Files.writeString(settings.resolve("ip_local_port_range"), range);
        return new ProcFs(folder);
    }
}
