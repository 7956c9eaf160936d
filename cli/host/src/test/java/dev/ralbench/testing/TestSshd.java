package dev.ralbench.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.FreePort;
import dev.ralbench.process.SearchPath;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

/**
 * A server of OpenSSH on a port of loopback, which lets this user in by a key made for it, and an {@code ssh} that knows it
 * as the host {@code load-1}. Neither uses files of the user.
 */
public final class TestSshd implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(20);
    private static final Path SEPARATION = Path.of("/run/sshd");

    private final Path directory;
    private final int port;
    private final Process server;

    private TestSshd(Path directory, int port, Process server) {
        this.directory = directory;
        this.port = port;
        this.server = server;
    }

    /** @param directory for its files */
    public static TestSshd start(Path directory) throws IOException, InterruptedException {
        var user = System.getProperty("user.name");
        if (user.equals("root") && !Files.exists(SEPARATION)) {
            Files.createDirectory(SEPARATION); // as the script of the package does
        }
        for (var key : List.of("host", "user", "stranger")) {
            run(
                    "ssh-keygen",
                    "-q",
                    "-t",
                    "ed25519",
                    "-N",
                    "",
                    "-f",
                    directory.resolve(key).toString());
        }
        int port = FreePort.next();
        var hostKey = Files.readString(directory.resolve("host.pub")).split(" ");
        Files.writeString(
                directory.resolve("known"), "[127.0.0.1]:" + port + " " + hostKey[0] + " " + hostKey[1] + "\n");
        Files.writeString(directory.resolve("none"), "");
        Files.writeString(directory.resolve("sshd.conf"), """
                Port %d
                ListenAddress 127.0.0.1
                HostKey %s
                AuthorizedKeysFile %s
                PidFile none
                StrictModes no
                UsePAM no
                PasswordAuthentication no
                KbdInteractiveAuthentication no
                PermitRootLogin prohibit-password
                """.formatted(
                        port, directory.resolve("host"), directory.resolve("user.pub")));
        Files.writeString(directory.resolve("ssh.conf"), """
                Host load-1 unknown-key no-key
                  HostName 127.0.0.1
                  Port %1$d
                  User %2$s
                  IdentitiesOnly yes
                Host unknown-key
                  UserKnownHostsFile %3$s/none
                Host no-key
                  IdentityFile %3$s/stranger
                Host load-1 unknown-key
                  IdentityFile %3$s/user
                Host *
                  UserKnownHostsFile %3$s/known
                  GlobalKnownHostsFile %3$s/none
                """.formatted(port, user, directory));
        var ssh = SearchPath.ofThisProcess().find("ssh").orElseThrow();
        script(directory.resolve("bin/ssh"), "exec " + ssh + " -F '" + directory.resolve("ssh.conf") + "' \"$@\"");
        var server = new ProcessBuilder(
                        NeedsSshd.Condition.SSHD.toString(),
                        "-D",
                        "-e",
                        "-f",
                        directory.resolve("sshd.conf").toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("sshd.log").toFile())
                .start();
        var started = new TestSshd(directory, port, server);
        Eventually.within(START, started::answers);
        return started;
    }

    private static void run(String... command) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    /** Writes a script that can be executed. */
    public static Path script(Path file, String line) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private boolean answers() {
        assertThat(server.isAlive()).as("%s", log()).isTrue();
        try (var probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return probe.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private String log() {
        try {
            return Files.readString(directory.resolve("sshd.log"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The search path of a program that is to use the ssh that knows it. */
    public String path() {
        return directory.resolve("bin") + ":" + System.getenv("PATH");
    }

    @Override
    public void close() {
        server.destroy();
    }
}
