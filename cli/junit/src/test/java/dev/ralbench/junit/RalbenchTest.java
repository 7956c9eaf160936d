package dev.ralbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.hierarchical.ExclusiveResource;
import org.junit.platform.engine.support.hierarchical.Node;
import org.junit.platform.testkit.engine.EngineTestKit;

/** What JUnit makes of the annotation. */
class RalbenchTest {
    static final class Sample {
        @Ralbench
        void measures(RalbenchRunner ralbench) {}
    }

    @Test
    void aLoadTestIsATestThatRunsAloneAndCanBeLeftOut() {
        var found = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(Sample.class))
                .discover()
                .getEngineDescriptor()
                .getDescendants()
                .stream()
                .filter(TestDescriptor::isTest)
                .toList();

        assertThat(found).singleElement().satisfies(test -> {
            assertThat(test.getTags()).containsExactly(TestTag.create("ralbench"));
            assertThat(((Node<?>) test).getExclusiveResources())
                    .containsExactly(
                            new ExclusiveResource(ExclusiveResource.GLOBAL_KEY, ExclusiveResource.LockMode.READ_WRITE));
        });
    }
}
