package dev.ralbench.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.declared.DeclaredKinds;
import dev.ralbench.dependency.kind.DependencyKind;
import org.junit.jupiter.api.Test;

class DependencyKindsTest {
    @Test
    void eachKindThatAScenarioMayNameCanBeStarted() {
        assertThat(DependencyKinds.ALL).extracting(DependencyKind::need).isEqualTo(DeclaredKinds.ALL);
    }

    @Test
    void theProgramOfAServerHasTheNameOfItsKind() {
        assertThat(DependencyKinds.ALL)
                .allSatisfy(kind -> kind.supply()
                        .ifPresent(supply -> assertThat(supply.name()).isEqualTo(kind.name())));
    }
}
