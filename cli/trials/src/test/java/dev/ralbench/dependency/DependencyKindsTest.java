package dev.ralbench.dependency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredMySql;
import dev.ralbench.dependency.declared.DeclaredRedis;
import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.testing.NamedKinds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DependencyKindsTest {
    private static final DependencyKinds REDIS = NamedKinds.of(Map.of(DeclaredRedis.KIND, ""));

    @Test
    void aNeedIsMetByTheKindOfItsName() {
        var needs = new DeclaredDependencies(List.of(new DeclaredRedis(0, Map.of())));

        assertThat(REDIS.of(needs)).extracting(DependencyKind::name).containsExactly("redis");
    }

    @Test
    void aNeedThatNoKindMeetsNamesTheModuleThatDoes() {
        var needs = new DeclaredDependencies(List.of(new DeclaredMySql("shop", Optional.empty(), Map.of())));

        var failure = catchThrowableOfType(Failure.class, () -> REDIS.of(needs));

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).isEqualTo("needs.mysql cannot be had in this program");
        assertThat(failure.why()).endsWith("kinds of dependencies: redis, upstream");
        assertThat(failure.fix()).contains("ralbench-kind-mysql");
    }
}
