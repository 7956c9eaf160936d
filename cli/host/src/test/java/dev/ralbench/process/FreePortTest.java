package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreePortTest {
    @Test
    void portsAreNoneThatTheKernelGivesToOthers() {
        int first = ProcFs.ofThisMachine().firstPortOfConnections();

        assertThat(IntStream.generate(FreePort::next).limit(50)).allSatisfy(port -> {
            assertThat(port).isLessThan(first);
            assertThat(FreePort.isFree(port)).isTrue();
        });
    }

    @Test
    void aPortThatIsTakenIsNotFree() throws Exception {
        try (var socket = new ServerSocket(FreePort.next(), 1, InetAddress.getLoopbackAddress())) {
            assertThat(FreePort.isFree(socket.getLocalPort())).isFalse();
        }
    }
}
