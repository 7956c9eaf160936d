package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Level;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That what a process grows by between the two levels is its threads, and that there are so many more of them. */
class ThreadMemoryScenarioTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "quick"})
    void theHeapDoesNotGrowAndEveryUserHasAWorker(String profile) {
        var overrides = profile.isEmpty() ? Overrides.none() : Overrides.none().withProfile(profile);
        var scenario = ScenarioCatalog.standard()
                .find("thread-memory")
                .resolve(overrides)
                .scenario();
        var timeline = scenario.load().timeline();
        var blocking = (TargetChoice.BuiltIn) scenario.variants().getFirst().target();

        assertThat(scenario.jvmFlags()).containsExactly("-Xms512M", "-Xmx512M", "-XX:+AlwaysPreTouch");
        assertThat(timeline.levels()).isEqualTo(List.of(Level.ofUsers(100), Level.ofUsers(1000)));
        assertThat(blocking.with().getOrDefault("workers", "0")).asInt().isGreaterThan(timeline.maxUsers());
    }
}
