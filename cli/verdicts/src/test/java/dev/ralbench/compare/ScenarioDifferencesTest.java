package dev.ralbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScenarioDifferencesTest {
    private static Map<String, Object> upload(String... hashes) {
        var parts = List.of(hashes).stream()
                .map(hash -> Map.of("name", "photo", "file", "photo.png", "sha256", hash))
                .toList();
        return Map.of("request", Map.of("method", "POST", "multipart", parts));
    }

    @Test
    void aFileWithAnotherContentIsNamedByItsPlaceInTheList() {
        assertThat(ScenarioDifferences.of(upload("a", "b"), upload("a", "c"), true))
                .containsExactly(new Difference("scenario.request.multipart[1].sha256", "b", "c"));
    }

    @Test
    void whatIsMissingAtTheEndIsAbsent() {
        assertThat(ScenarioDifferences.of(upload("a"), upload("a", "b"), true))
                .contains(new Difference("scenario.request.multipart[1].sha256", "absent", "b"));
    }

    @Test
    void aListOfPlainValuesIsOneValue() {
        assertThat(ScenarioDifferences.of(Map.of("steps", List.of(1, 2)), Map.of("steps", List.of(1, 3)), true))
                .containsExactly(new Difference("scenario.steps", "[1, 2]", "[1, 3]"));
        assertThat(ScenarioDifferences.of(Map.of("steps", List.of()), Map.of(), true))
                .containsExactly(new Difference("scenario.steps", "[]", "absent"));
    }
}
