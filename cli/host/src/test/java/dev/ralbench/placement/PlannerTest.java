package dev.ralbench.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.process.CpuSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlannerTest {
    private static final Demand TARGET = new Demand(true, false, false, List.of());
    private static final Demand TARGET_AND_SERVERS = new Demand(true, false, true, List.of());
    private static final Demand BY_URL = new Demand(false, true, false, List.of("the target by url"));

    private static Planner on(Topology machine) {
        return planner(machine, Optional.empty(), machine.usable().count());
    }

    private static Planner planner(Topology machine, Optional<String> obstacle, int cores) {
        return new Planner(Optional.of(machine), obstacle, true, cores);
    }

    /** All share all. */
    private static Placement shared(Precedence precedence, int cores) {
        return new Placement(Map.of(), precedence, cores, "");
    }

    private static Placement behind(int cores) {
        return shared(Precedence.OVER_SERVICES, cores);
    }

    private static Placement byDefault(Planner planner) {
        return planner.plan(new PlacementRequest.Unsaid(), false, TARGET);
    }

    private static Placement plan(Topology machine, String words, Demand demand) {
        var list = words.isEmpty() ? List.<String>of() : List.of(words.split(" "));
        return on(machine).plan(PlacementRequest.parse(list), false, demand);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // CPUs, what was said, who runs where
                "4 | generator=0                       | {generator=0, target=1-3}",
                "4 | target=0                          | {generator=1-3, target=0}",
                "4 | generator=3 target=0              | {generator=3, target=0}",
                "4 | dependencies=3 target=1 generator=0 | {generator=0, target=1}",
            })
    void rolesWithoutCpusOfTheirOwnGetTheRemainingCpus(int cpus, String words, String expected) {
        assertThat(plan(Machines.plain(cpus), words, TARGET).cpus()).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4 | generator=0 target=1              | {generator=0, target=1, dependencies=2-3}",
                "4 | generator=0                       | {generator=0, target=1-3, dependencies=1-3}",
                "4 | generator=0 dependencies=3        | {generator=0, target=1-2, dependencies=3}",
                "2 | generator=1 target=0              | {generator=1, target=0, dependencies=0}",
            })
    void dependenciesForWhichNothingIsLeftShareTheCpusOfTheTarget(int cpus, String words, String expected) {
        assertThat(plan(Machines.plain(cpus), words, TARGET_AND_SERVERS).cpus()).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "generator=1 target=4   | there is no CPU 4             | this machine has 0-3",
                "generator=1 target=2-9 | there is no CPU 4-9           | this machine has 0-3",
                "target=0               | ralbench may not use CPU 0    | (cpuset) leaves it 1-2",
                "generator=1-2          | no CPU is left for the target | all of 1-2 are given to others",
                "target=1-2             | no CPU is left for the generator | all of 1-2 are given to others",
            })
    void whatCannotBeHadIsSaidBeforeAnythingStarts(String words, String what, String why) {
        var machine = new Topology(CpuSet.of(0, 1, 2, 3), CpuSet.of(1, 2), List.of(CpuSet.of(1), CpuSet.of(2)));

        assertThatThrownBy(() -> plan(machine, words, TARGET)).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
            assertThat(failure.what()).contains(what);
            assertThat(failure.why()).contains(why);
        });
    }

    @Test
    void withoutAWordFourCpusAndMoreAreDividedAndFewerShared() {
        assertThat(plan(Machines.plain(2), "", TARGET)).isEqualTo(behind(2));
        assertThat(plan(Machines.plain(4), "", TARGET).sentence())
                .isEqualTo("CPUs: generator 3, target 0-2 (by default; --cpus none: all share all)");
        assertThat(plan(Machines.plain(4), "none", TARGET)).isEqualTo(behind(4));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // CPUs, what was said, whether equals are asked for
                "2 |                      | false | OVER_SERVICES",
                "2 |                      | true  | NONE",
                "4 |                      | false | NONE",
                "4 | none                 | false | OVER_SERVICES",
                "4 | generator=0          | false | NONE",
                "4 | generator=0 target=0 | false | OVER_SERVICES",
                "4 | generator=0 target=0 | true  | NONE",
            })
    void theGeneratorIsServedFirstWhereItSharesCpusWithServices(
            int cpus, String words, boolean isFair, Precedence expected) {
        var request = PlacementRequest.parse(words == null ? List.of() : List.of(words.split(" ")));

        assertThat(on(Machines.plain(cpus)).plan(request, isFair, TARGET_AND_SERVERS))
                .returns(expected, Placement::precedence);
    }

    @Test
    void withoutTheProgramThatLowersThemServicesKeepTheirWeight() {
        assertThat(byDefault(new Planner(Optional.of(Machines.plain(2)), Optional.empty(), false, 2)))
                .isEqualTo(shared(Precedence.EVENT_LOOPS, 2));
    }

    /** The target keeps its weight, and its dependencies must not have another. */
    @Test
    void servicesNextToATargetThatRunsAlreadyKeepTheirWeight() {
        var mixed = new Demand(true, true, true, List.of("the target by url"));

        assertThat(plan(Machines.plain(2), "", mixed)).isEqualTo(shared(Precedence.EVENT_LOOPS, 2));
    }

    /** Eight CPUs may be allowed, of which a control group gives two CPUs' worth of time. */
    @Test
    void cpusWithoutTimeAreNotDivided() {
        var planner = planner(Machines.plain(8), Optional.empty(), 2);

        assertThat(byDefault(planner)).isEqualTo(behind(2));
    }

    @Test
    void whereTheTargetRunsAlreadyNothingIsDividedUnlessItIsAskedFor() {
        assertThat(plan(Machines.plain(8), "", BY_URL)).isEqualTo(shared(Precedence.EVENT_LOOPS, 8));

        var asked = plan(Machines.plain(8), "generator=0-1", BY_URL);
        assertThat(asked.cpus()).containsOnly(Map.entry(Role.GENERATOR, CpuSet.of(0, 1)));
        assertThat(asked.sentence())
                .isEqualTo("CPUs: generator 0-1; not ralbench's, so left where it is: the target by url");
    }

    @Test
    void theSentenceNamesRolesThatShareCpus() {
        var shared = plan(Machines.plain(4), "generator=0-1 target=1-3 dependencies=0", TARGET_AND_SERVERS);

        assertThat(shared.sentence())
                .contains("; generator and target share 1", "; generator and dependencies share 0");
        assertThat(shared.generatorsOwn()).isEmpty();
        assertThat(plan(Machines.plain(4), "generator=0", TARGET).generatorsOwn())
                .hasValue(CpuSet.of(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {Planner.NO_TASKSET, "ralbench may not be put on CPUs (taskset: not permitted)"})
    void whereCpusCannotBeDividedTheDefaultDoesWithoutAndTheOptionDoesNot(String obstacle) {
        var planner = planner(Machines.plain(4), Optional.of(obstacle), 4);

        assertThat(byDefault(planner))
                .isEqualTo(new Placement(Map.of(), Precedence.OVER_SERVICES, 4, "CPUs: shared by all, as " + obstacle));
        assertThatThrownBy(() -> planner.plan(PlacementRequest.parse(List.of("generator=0")), false, TARGET))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(FailureKind.ENVIRONMENT);
                    assertThat(failure.why()).isEqualTo(obstacle);
                    assertThat(failure.fix()).contains("util-linux");
                });
    }

    @Test
    void aMachineTooSmallToDivideIsSharedWithoutAskingTaskset() {
        var planner = planner(Machines.plain(2), Optional.of(Planner.NO_TASKSET), 2);

        assertThat(byDefault(planner)).isEqualTo(behind(2));
    }

    @Test
    void dependenciesThatTheScenarioHasNotAreNamedAsThatIfThereAreNoOthers() {
        assertThatThrownBy(() -> plan(Machines.plain(4), "dependencies=3", TARGET))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
                    assertThat(failure.what()).isEqualTo("--cpus dependencies=3: the scenario has no dependencies");
                });
    }

    @Test
    void whereTheSystemDoesNotSayWhichCpusThereAreTheOptionIsRefused() {
        var planner = new Planner(Optional.empty(), Optional.of(Planner.NO_TASKSET), true, 8);

        assertThat(byDefault(planner)).isEqualTo(behind(8));
        assertThatThrownBy(() -> planner.plan(PlacementRequest.parse(List.of("generator=0")), false, TARGET))
                .hasMessageContaining("does not work here");
    }
}
