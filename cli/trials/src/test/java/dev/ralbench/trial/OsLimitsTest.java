package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.process.ProcFs;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OsLimitsTest {
    @TempDir
    private Path directory;

    @Test
    void moreUsersThanDescriptorsAreRefusedWithTheCommandThatRaisesTheLimit() {
        assertThatThrownBy(() -> OsLimits.checkDescriptors(1_000, 1_024))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.what()).contains("1000 users", "1024");
                    assertThat(failure.fix()).contains("ulimit -n 1200");
                });
    }

    @Test
    void usersWithinTheLimitAreFine() {
        assertThatCode(() -> OsLimits.checkDescriptors(800, 1_024)).doesNotThrowAnyException();
    }

    @Test
    void moreUsersThanLocalPortsAreRefusedWithTheCommandThatGivesMore() throws IOException {
        var proc = withPorts("40000\t40199\n");

        assertThatThrownBy(() -> OsLimits.checkPorts(201, 1, proc)).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.what()).contains("201 users", "there are 200", "40000 to 40199");
            assertThat(failure.fix()).contains("sysctl -w net.ipv4.ip_local_port_range");
        });
        assertThatCode(() -> OsLimits.checkPorts(200, 1, proc)).doesNotThrowAnyException();
    }

    @Test
    void eachLocalAddressHasThePortsToItself() throws IOException {
        var proc = withPorts("40000\t40199\n");

        assertThatCode(() -> OsLimits.checkPorts(300, 2, proc)).doesNotThrowAnyException();
        assertThatThrownBy(() -> OsLimits.checkPorts(401, 2, proc)).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.what()).contains("there are 400", "at each of 2 addresses");
            assertThat(failure.fix()).contains("load.sourceAddresses: [127.0.0.2-127.0.0.4]");
        });
    }

    @Test
    void reservedPortsAreTakenOff() throws IOException {
        var proc = withPorts("40000\t40199\n");
        Files.writeString(
                directory.resolve("sys/net/ipv4/ip_local_reserved_ports"), "39000-40009,40100,40190-40300,50000\n");

        assertThatCode(() -> OsLimits.checkPorts(179, 1, proc)).doesNotThrowAnyException();
        assertThatThrownBy(() -> OsLimits.checkPorts(180, 1, proc))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.what()).contains("there are 179", "without 21 reserved ones"));
    }

    @Test
    void anAddressThatTheMachineDoesNotHaveIsNamed() throws IOException {
        var foreign = InetAddress.getByName("192.0.2.1"); // reserved for documentation (RFC 5737)

        assertThatThrownBy(() -> OsLimits.check(1, 1, List.of(foreign)))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
                    assertThat(failure.what()).contains("load.sourceAddresses", "192.0.2.1");
                });
    }

    @Test
    void portsThatTheKernelDoesNotTellOfAreNoLimit() {
        assertThatCode(() -> OsLimits.checkPorts(1_000_000, 1, new ProcFs(directory)))
                .doesNotThrowAnyException();
    }

    private ProcFs withPorts(String range) throws IOException {
        var settings = directory.resolve("sys/net/ipv4");
        Files.createDirectories(settings);
        Files.writeString(settings.resolve("ip_local_port_range"), range);
        return new ProcFs(directory);
    }
}
