package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.ProcFs;
import dev.ralbench.testing.FakeClock;
import dev.ralbench.trial.Idle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratorMeterTest {
    @TempDir
    private Path proc;

    /** @param stolen ticks, of all that there were */
    private void machine(long stolen, long ticks, long swappedIn) throws IOException {
        Files.writeString(
                proc.resolve("stat"),
                "cpu  all of them\ncpu0 " + (ticks - stolen) + " 0 0 0 0 0 0 " + stolen + " 0 0\n");
        Files.writeString(proc.resolve("vmstat"), "nr_free_pages 1\npswpin " + swappedIn + "\npswpout 0\n");
    }

    @Test
    void whatTheMachineLostIsOfTheWindowInWhichItWasLost() throws IOException {
        var clock = new FakeClock();
        machine(1000, 10_000, 500);
        var meter =
                new GeneratorMeter(clock, Idle.watch(clock), Idle.scope(), new ProcFs(proc), proc.resolve("groups"));

        clock.advance(Duration.ofSeconds(2));
        machine(1030, 10_200, 507);
        var disturbed = meter.nextWindow();
        clock.advance(Duration.ofSeconds(1));
        machine(1030, 10_300, 507);
        var quiet = meter.nextWindow();

        assertThat(disturbed.seconds()).isEqualTo(2);
        assertThat(disturbed.machine().stealShare()).hasValue(0.15);
        assertThat(disturbed.machine().swappedPages()).hasValue(7L);
        assertThat(quiet.seconds()).isEqualTo(1);
        assertThat(quiet.machine().stealShare()).hasValue(0.0);
        assertThat(quiet.machine().swappedPages()).hasValue(0L);
    }

    @Test
    void aGlanceIsOfTheTimeSinceTheSampleBefore() throws IOException {
        var clock = new FakeClock();
        machine(0, 10_000, 0);
        var meter =
                new GeneratorMeter(clock, Idle.watch(clock), Idle.scope(), new ProcFs(proc), proc.resolve("groups"));
        assertThat(meter.glance()).isEmpty();

        clock.advance(Duration.ofMillis(10));
        meter.poll();
        assertThat(meter.glance()).as("too short").isEmpty();
        clock.advance(Duration.ofSeconds(1));
        machine(0, 10_060, 0);
        var sample = meter.poll();

        var glance = meter.glance().orElseThrow();
        assertThat(glance.machineBusyShare()).isEqualTo(sample.machineBusyShare());
        assertThat(glance.hasOwnCpus()).isFalse();
        assertThat(glance.processors()).isPositive();
        assertThat(glance.cores()).isNotNegative();
    }
}
