package dev.ralbench.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.process.CpuSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementRequestTest {
    @Test
    void wordsNameRolesAndTheirCpus() {
        assertThat(PlacementRequest.parse(List.of("generator=1", "target=0,2-3")))
                .isEqualTo(new PlacementRequest.Given(
                        Map.of(Role.GENERATOR, CpuSet.of(1), Role.TARGET, CpuSet.of(0, 2, 3))));
        assertThat(PlacementRequest.parse(List.of())).isEqualTo(new PlacementRequest.Unsaid());
        assertThat(PlacementRequest.parse(List.of("none"))).isEqualTo(new PlacementRequest.Shared());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "generatr=1              | there is no role 'generatr'          | did you mean generator?",
                "=1                      | there is no role ''                  | valid here: generator, target, dependencies",
                "generator               | is not ROLE=LIST                     | write --cpus generator=0 target=1-3",
                "target=                 | the list is empty                    | leave target= out",
                "target=3-1              | '3-1' is not a list of CPUs    | write it as taskset does, such as 0,2-3",
                "generator=1,target=0     | has several roles in one word         | write --cpus generator=",
                "target=0xff             | '0xff' is not a list of CPUs   | write it as taskset does, such as 0,2-3",
                "target=1 target=2       | target is there twice                | put all of its CPUs into one list",
                "none target=2           | none cannot be combined with roles  | leave it or the other words out",
            })
    void aWrongWordIsNamed(String words, String what, String fix) {
        assertThatThrownBy(() -> PlacementRequest.parse(List.of(words.split(" "))))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
                    assertThat(failure.what()).startsWith("--cpus").contains(what);
                    assertThat(failure.fix()).startsWith(fix);
                });
    }
}
