package dev.ralbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.SyntheticRun;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GroupsTest {
    private static final SyntheticRun SHOP =
            SyntheticRun.of("base", "head").blocks(1).levels(10).levelSeconds(2);
    private static final SyntheticRun APP =
            SyntheticRun.of("app").blocks(1).levels(10).levelSeconds(2);

    @Test
    void scenariosAreGroupsInTheOrderInWhichTheyComeFirst() {
        var groups = groups(
                SHOP.scenario("b").runId("1").run(),
                SHOP.scenario("a").runId("2").run(),
                SHOP.scenario("b").runId("3").run());

        assertThat(groups).extracting(GroupsTest::runs).containsExactly("1 3", "2");
        assertThat(groups).extracting(Group::scenario).containsExactly("b", "a");
        assertThat(groups).allSatisfy(group -> {
            assertThat(group.kind()).isEqualTo(GroupKind.PAIRED);
            assertThat(group.apart()).isEmpty();
        });
    }

    @Test
    void pairsOfOtherMachinesArePooledButSingleVariantsAreNot() {
        var pairs = groups(SHOP.runId("1").run(), SHOP.runId("2").cpu("Xeon").run());
        var singles = groups(
                APP.runId("1").run(),
                APP.runId("2").cpu("Xeon").run(),
                APP.runId("3").run());

        assertThat(pairs).extracting(GroupsTest::runs).containsExactly("1 2");
        assertThat(singles).extracting(GroupsTest::runs).containsExactly("1 3", "2");
        assertThat(singles).extracting(Group::kind).containsExactly(GroupKind.SEPARATE, GroupKind.ALONE);
        assertThat(singles.getLast().apart()).containsExactly(new Difference("machine.cpu", "Xeon", "AMD EPYC 7763"));
    }

    @Test
    void pairsOfOtherBuildsAreNotPooled() {
        var groups = groups(
                SHOP.runId("1").run(),
                SHOP.runId("2").subject("head", Map.of("jar", "sha256:other")).run());

        assertThat(groups).extracting(GroupsTest::runs).containsExactly("1", "2");
        assertThat(groups.getLast().apart())
                .containsExactly(new Difference("head", "subject.image", "sha256:other", "sha256:head"));
    }

    @Test
    void anotherLoadOtherVariantsAndOtherWorkAreGroupsOfTheirOwn() {
        var more = SyntheticRun.of("base", "head", "other").blocks(1).levels(10).levelSeconds(2);
        var groups = groups(
                SHOP.runId("1").run(),
                think(SHOP.runId("2").run()),
                more.runId("3").run(),
                SHOP.runId("4").statements("base", 4).statements("head", 4).run());

        assertThat(groups).extracting(GroupsTest::runs).containsExactly("1", "2", "3", "4");
        assertThat(groups.get(1).apart().getFirst().field()).isEqualTo("variants");
        assertThat(groups.get(1).apart()).contains(new Difference("scenario.load.think", "1s", "0s"));
        assertThat(groups.get(2).apart().getFirst().left()).isEqualTo("base, head, other");
        assertThat(groups.get(3).apart()).extracting(Difference::field).contains("work.base.served.mysql");
    }

    /** The gate's rule on statements is for that: their difference keeps no runs apart. */
    @Test
    void whatARuleJudgesKeepsNoRunsApart() {
        var runs = List.of(
                source(SHOP.runId("1").run()),
                source(SHOP.runId("2").statements("head", 4).run()));
        var allowed =
                AllowedDifferences.ofGate(Set.of(dev.ralbench.metric.DependencyMetrics.SQL_PER_REQUEST), Set.of());

        assertThat(Groups.of(runs, AllowedDifferences.withoutGate())).hasSize(2);
        assertThat(Groups.of(runs, allowed)).hasSize(1);
    }

    /** A run whose own variants do different work is refused by itself and takes no other run with it. */
    @Test
    void aRunThatWillBeRefusedBlocksNoOtherRun() {
        var groups = groups(
                SHOP.runId("1").statements("head", 4).run(),
                SHOP.runId("2").run(),
                SHOP.runId("3").run());

        assertThat(groups).extracting(GroupsTest::runs).containsExactly("1", "2 3");
    }

    @Test
    void aHistoryIsOfOneMachineWhateverTheBuild() {
        var groups = Groups.overTime(
                        List.of(
                                source(SHOP.runId("1").run()),
                                source(APP.runId("2")
                                        .subject("app", Map.of("jar", "new"))
                                        .run()),
                                source(SHOP.runId("3").cpu("Xeon").run())),
                        Optional.empty())
                .stream()
                .map(Groups.Line::group)
                .toList();

        assertThat(groups).extracting(GroupsTest::runs).containsExactly("1 2", "3");
        assertThat(groups.getLast().apart()).extracting(Difference::field).containsExactly("machine.cpu");
    }

    private static List<Group> groups(RunResult... runs) {
        return Groups.of(Arrays.stream(runs).map(GroupsTest::source).toList(), AllowedDifferences.withoutGate());
    }

    private static ResultSource source(RunResult run) {
        return new ResultSource(run.origin().runId(), run);
    }

    private static String runs(Group group) {
        return String.join(" ", group.sources().stream().map(ResultSource::name).toList());
    }

    private static RunResult think(RunResult run) {
        var scenario = new HashMap<>(run.scenario().document());
        scenario.put("load", Map.of("think", "1s", "timeout", "10s"));
        return Copy.of(run)
                .with("scenario.document", scenario)
                .with("scenario.sha256", "0000")
                .made();
    }
}
