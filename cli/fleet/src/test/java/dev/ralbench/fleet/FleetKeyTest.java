package dev.ralbench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.testing.FakeClock;
import dev.ralbench.tls.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetKeyTest {
    private static final Duration DAY = Duration.ofDays(1);

    private final FakeClock clock = new FakeClock();

    @TempDir
    private Path directory;

    private Path file(String name) {
        return directory.resolve(name + ".key");
    }

    private Failure failure(Path file) {
        try {
            throw new AssertionError("read " + FleetKey.read(file, clock));
        } catch (Failure failure) {
            return failure;
        }
    }

    @Test
    void aKeyOfTheWrongKindIsRefusedBeforeItIsUsed() {
        var files = FleetKey.create(directory.resolve("kinds"), 1, DAY, clock);
        var main = FleetKey.read(files.getFirst(), clock);
        var agent = FleetKey.read(files.getLast(), clock);

        assertThat(main.requireMain("--fleet-key main.key")).isSameAs(main);
        assertThat(agent.requireAgent("--fleet-key agent-1.key")).isSameAs(agent);
        assertThatThrownBy(() -> agent.requireMain("--fleet-key agent-1.key"))
                .hasMessageContaining("--fleet-key agent-1.key is the key of agent-1");
        assertThatThrownBy(() -> main.requireAgent("--fleet-key main.key"))
                .hasMessageContaining("--fleet-key main.key is the key of the main");
    }

    @Test
    void eachMachineGetsAFileOfItsOwnThatOnlyItsOwnerReads() throws Exception {
        var files = FleetKey.create(directory.resolve("new/keys"), 2, DAY, clock);

        assertThat(files)
                .extracting(file -> file.getFileName().toString())
                .containsExactly("main.key", "agent-1.key", "agent-2.key");
        var secrets = new HashSet<String>();
        var authorities = new HashSet<X509Certificate>();
        for (var file : files) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            var text = Files.readString(file);
            secrets.add(text.substring(0, text.indexOf("-----END PRIVATE KEY")));
            authorities.add(Pem.certificates(text).getLast());
            var key = FleetKey.read(file, clock);
            assertThat(key.name() + ".key").isEqualTo(file.getFileName().toString());
            assertThat(key.validUntil()).isEqualTo(Instant.EPOCH.plus(DAY));
            assertThat(key).hasToString("fleet key " + key.name());
        }
        assertThat(secrets).hasSize(3);
        assertThat(authorities).hasSize(1);
    }

    /** The one thing that could add machines to the fleet. */
    @Test
    void noFileHasThePrivateKeyOfTheAuthority() throws Exception {
        for (var file : FleetKey.create(directory, 1, DAY, clock)) {
            var text = Files.readString(file);
            var certificates = Pem.certificates(text);
            assertThat(certificates).hasSize(2);
            certificates.getFirst().verify(certificates.getLast().getPublicKey());
            certificates.getLast().verify(certificates.getLast().getPublicKey());
            assertThat(text.split("PRIVATE KEY", -1)).as("one begin, one end").hasSize(3);
            assertThat(certificates.getFirst().getBasicConstraints())
                    .as("signs nothing")
                    .isEqualTo(-1);
            assertThat(certificates.getLast().getBasicConstraints()).isZero();
        }
    }

    @Test
    void aKeyThatExistsIsNotReplaced() throws Exception {
        var before = Files.writeString(file("agent-2"), "mine");

        assertThatThrownBy(() -> FleetKey.create(directory, 2, DAY, clock))
                .hasMessage(before + " exists")
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.kind()).isEqualTo(FailureKind.USAGE));
        assertThat(directory).isDirectoryNotContaining("glob:**main.key");
        assertThat(before).hasContent("mine");
    }

    @Test
    void anExpiredKeyNamesItsDate() {
        FleetKey.create(directory, 1, DAY, clock);
        clock.advance(DAY.plusSeconds(1));

        var failure = failure(file("main"));

        assertThat(failure.what()).isEqualTo("fleet key " + file("main") + " expired at 1970-01-02T00:00:00Z");
        assertThat(failure.why()).isEqualTo("it is now 1970-01-02T00:00:01Z");
        assertThat(failure.fix()).contains("--new-fleet");
        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
    }

    /** Clocks of machines differ by minutes. */
    @Test
    void aKeyIsValidAnHourBeforeItWasMade() {
        clock.step(Duration.ofDays(10));
        FleetKey.create(directory, 1, DAY, clock);
        clock.step(Duration.ofHours(-1));
        assertThat(FleetKey.read(file("main"), clock).name()).isEqualTo("main");

        clock.step(Duration.ofSeconds(-1));
        assertThat(failure(file("main")).what()).contains("is not valid before 1970-01-10T23:00:00Z");
    }

    @ParameterizedTest
    @CsvSource({
        "'', has no -----BEGIN CERTIFICATE-----",
        "certificate, has no -----BEGIN PRIVATE KEY-----",
        "key, has no -----BEGIN CERTIFICATE-----",
        "one, has 1 certificates instead of 2",
        "foreign, is of another key",
        "twice, after CN=main",
    })
    void aFileThatIsNoKeySaysWhatItLacks(String content, String message) throws IOException {
        FleetKey.create(directory, 1, DAY, clock);
        var main = Files.readString(file("main"));
        int certificates = main.indexOf("-----BEGIN CERTIFICATE");
        int authority = main.lastIndexOf("-----BEGIN CERTIFICATE");
        var agent = Files.readString(file("agent-1"));
        var key = main.substring(0, certificates);
        var own = main.substring(certificates, authority);
        var text = switch (content) {
            case "certificate" -> main.substring(certificates);
            case "key" -> key;
            case "one" -> main.substring(0, authority);
            case "foreign" ->
                agent.substring(0, agent.indexOf("-----BEGIN CERTIFICATE")) + main.substring(certificates);
            case "twice" -> key + own + own;
            default -> "";
        };
        var file = Files.writeString(directory.resolve("wrong.key"), text);

        var failure = failure(file);

        assertThat(failure.what()).startsWith("fleet key " + file + " ").contains(message);
        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
    }

    @Test
    void aMissingFileIsNamed() {
        assertThat(failure(file("none")).what()).isEqualTo("fleet key " + file("none") + " does not exist");
        assertThat(failure(file("none")).kind()).isEqualTo(FailureKind.USAGE);
    }
}
