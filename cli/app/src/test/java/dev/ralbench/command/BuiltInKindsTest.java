package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.declared.DeclaredKinds;
import dev.ralbench.dependency.kind.DependencyKind;
import org.junit.jupiter.api.Test;

class BuiltInKindsTest {
    @Test
    void eachKindThatAScenarioMayNameCanBeStarted() {
        assertThat(BuiltInKinds.ALL.all()).extracting(DependencyKind::need).isEqualTo(DeclaredKinds.ALL);
    }

    @Test
    void theProgramOfAServerHasTheNameOfItsKind() {
        assertThat(BuiltInKinds.ALL.all())
                .allSatisfy(kind -> kind.server()
                        .ifPresent(server -> assertThat(server.name()).isEqualTo(kind.name())));
    }
}
