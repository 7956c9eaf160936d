package dev.ralbench.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.CpuSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefaultSplitTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // cores, threads of each, generator, target, dependencies; the generator is as large without these
                " 4 | 1 | 3              | 0-1                   | 2",
                " 5 | 1 | 4              | 0-2                   | 3",
                " 8 | 1 | 6-7            | 0-3                   | 4-5",
                " 4 | 2 | 3,7            | 0-1,4-5               | 2,6",
                " 6 | 2 | 5,11           | 0-3,6-9               | 4,10",
                "64 | 1 | 48-63          | 0-31                  | 32-47",
                "32 | 2 | 24-31,56-63    | 0-15,32-47            | 16-23,48-55",
            })
    void theGeneratorGetsAQuarterDependenciesAQuarterAndTheTargetTheRest(
            int cores, int threads, String generator, String target, String dependencies) {
        var machine = Machines.of(cores, threads);

        var three = DefaultSplit.of(machine, true);
        assertThat(three.get(Role.GENERATOR)).hasToString(generator);
        assertThat(three.get(Role.TARGET)).hasToString(target);
        assertThat(three.get(Role.DEPENDENCIES)).hasToString(dependencies);

        var two = DefaultSplit.of(machine, false);
        assertThat(two).containsOnlyKeys(Role.GENERATOR, Role.TARGET);
        assertThat(two.get(Role.GENERATOR)).hasToString(generator);
        assertThat(two.get(Role.TARGET))
                .isEqualTo(machine.usable().minus(CpuSet.parse(generator).orElseThrow()));
    }

    @Test
    void fewerThanFourCpusAreShared() {
        assertThat(DefaultSplit.of(Machines.plain(2), true)).isEmpty();
        assertThat(DefaultSplit.of(Machines.plain(3), false)).isEmpty();
    }

    @Test
    void oneCoreIsSharedHoweverManyThreadsItHas() {
        assertThat(DefaultSplit.of(Machines.of(1, 8), false)).isEmpty();
    }

    @Test
    void onTwoCoresDependenciesShareTheCpusOfTheTarget() {
        var split = DefaultSplit.of(Machines.of(2, 2), true);

        assertThat(split.get(Role.GENERATOR)).hasToString("1,3");
        assertThat(split.get(Role.TARGET)).hasToString("0,2");
        assertThat(split.get(Role.DEPENDENCIES)).hasToString("0,2");
    }

    @Test
    void onlyWhatMayBeUsedIsGivenAway() {
        var machine = new Topology(
                Machines.of(8, 2).online(),
                CpuSet.of(4, 5, 6, 7),
                List.of(CpuSet.of(4), CpuSet.of(5), CpuSet.of(6), CpuSet.of(7)));

        assertThat(DefaultSplit.of(machine, false)).containsValues(CpuSet.of(7), CpuSet.of(4, 5, 6));
    }

    @Test
    void everyCoreBelongsToOneRole() {
        for (int cores = 3; cores <= 64; cores++) {
            var machine = Machines.of(cores, 2);
            var split = DefaultSplit.of(machine, true);
            assertThat(machine.cores())
                    .as("%d cores: %s", cores, split)
                    .allSatisfy(core -> assertThat(split.values())
                            .filteredOn(cpus -> cpus.containsAll(core))
                            .hasSize(1));
        }
    }
}
