package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.testing.Cases;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Distributions;
import dev.ralbench.testing.Usages;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GeneratorUsageTest {
    private static final GeneratorUsage SHORT = usage(10, 0.5, 0.2, 0.1, 0.3);
    private static final GeneratorUsage LONG = usage(30, 1, 0.6, 0.5, 0.7);

    private static GeneratorUsage usage(double seconds, double cores, double busy, double steal, double otherWork) {
        return Usages.withOtherWork(Usages.disturbed(Usages.of(seconds, cores, busy), steal, 4), otherWork);
    }

    private static Stream<ToDoubleFunction<GeneratorUsage>> shares() {
        return Stream.of(
                usage -> usage.machine().machineBusyShare(),
                usage -> usage.machine().stealShare().orElseThrow(),
                usage -> usage.otherWorkShare().orElseThrow());
    }

    @Test
    void coresAreCpuTimeBySecond() {
        assertThat(Usages.of(20, 1.5, 0.5).cores()).isEqualTo(1.5);
    }

    @Test
    void aWindowWithoutLengthUsesNoCores() {
        assertThat(Copy.of(SHORT).with("seconds", 0.0).made().cores()).isZero();
    }

    @Test
    void timesAddUp() {
        var both = SHORT.plus(LONG);

        assertThat(both.seconds()).isEqualTo(40);
        assertThat(both.cpuSeconds()).isEqualTo(35);
    }

    /** Ten seconds at 0.2 and thirty at 0.6 are forty at 0.5. */
    @Test
    void aShareWeighsAsMuchAsItsWindowIsLong() {
        var both = SHORT.plus(LONG);

        assertThat(both.machine().machineBusyShare()).isEqualTo(0.5, within(1e-9));
        assertThat(both.machine().stealShare().orElseThrow()).isEqualTo(0.4, within(1e-9));
        assertThat(both.otherWorkShare().orElseThrow()).isEqualTo(0.6, within(1e-9));
    }

    @ParameterizedTest
    @MethodSource("shares")
    void aShareOfBothIsBetweenThoseOfEach(ToDoubleFunction<GeneratorUsage> share) {
        assertThat(Cases.of(20, GeneratorUsageTest::twoWindows)).allSatisfy(windows -> {
            double one = share.applyAsDouble(windows[0]);
            double other = share.applyAsDouble(windows[1]);
            assertThat(share.applyAsDouble(windows[0].plus(windows[1])))
                    .isBetween(Math.min(one, other) - 1e-9, Math.max(one, other) + 1e-9)
                    .isEqualTo(share.applyAsDouble(windows[1].plus(windows[0])), within(1e-9));
        });
    }

    private static GeneratorUsage[] twoWindows(Random random) {
        return new GeneratorUsage[] {anyUsage(random), anyUsage(random)};
    }

    private static GeneratorUsage anyUsage(Random random) {
        return usage(
                random.nextInt(1, 100),
                2 * random.nextDouble(),
                random.nextDouble(),
                random.nextDouble(),
                random.nextDouble());
    }

    @Test
    void sharesOfWindowsWithoutLengthAreNought() {
        var none = Copy.of(SHORT).with("seconds", 0.0).made();

        assertThat(none.plus(none).machine().machineBusyShare()).isZero();
    }

    @Test
    void whatTheMachineSwappedAndItsGroupStoodStillAddsUp() {
        var lag = Distributions.between(100, 0.1, 0.2);
        var both = Usages.hampered(SHORT, 2, 0, lag).plus(Usages.hampered(LONG, 3, 0, lag));

        assertThat(both.machine().swappedPages()).contains(8L);
        assertThat(both.machine().throttledSeconds()).contains(5.0);
    }

    @Test
    void whatTheJvmDidAddsUp() {
        var early = Distributions.between(100, 0.1, 0.2);
        var late = Distributions.between(300, 5, 9);
        var both = Usages.hampered(SHORT, 0, 1.5, early).plus(Usages.hampered(LONG, 0, 2, late));

        assertThat(both.jvm())
                .isEqualTo(new GeneratorUsage.GeneratorJvm(
                        Optional.of(2 * 1_048_576L), Optional.of(3.5), Optional.of(early.plus(late))));
    }

    @Test
    void whatProgramsTookOfTheMachineAddsUpAndItsProcessorsDoNot() {
        var one = Usages.on(SHORT, new MachineCpu(8, 5, Optional.of(1.0)));
        var other = Usages.on(LONG, new MachineCpu(8, 7, Optional.of(2.5)));

        assertThat(one.plus(other).machineCpu()).contains(new MachineCpu(8, 12, Optional.of(3.5)));
    }

    @Test
    void gaugesOfBothAreMerged() {
        var mine = SHORT.gauges().orElseThrow();

        assertThat(SHORT.plus(LONG).gauges()).contains(mine.plus(LONG.gauges().orElseThrow()));
    }

    @Test
    void whatOneOfTheWindowsDoesNotKnowIsUnknown() {
        var older = Copy.of(LONG)
                .with("gauges", Optional.empty())
                .with("otherWorkShare", Optional.empty())
                .with("machineCpu", Optional.empty())
                .with("machine.stealShare", Optional.empty())
                .made();
        var both = SHORT.plus(older);

        assertThat(both.gauges()).isEmpty();
        assertThat(both.otherWorkShare()).isEmpty();
        assertThat(both.machineCpu()).isEmpty();
        assertThat(both.machine().stealShare()).isEmpty();
    }
}
