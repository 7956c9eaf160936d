package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScenarioHashTest {
    @Test
    void theOrderOfKeysDoesNotMatter() {
        var oneWay = new LinkedHashMap<String, Object>();
        oneWay.put("name", "delay-200");
        oneWay.put("load", new LinkedHashMap<>(Map.of("users", 256)));
        var otherWay = new LinkedHashMap<String, Object>();
        otherWay.put("load", Map.of("users", 256));
        otherWay.put("name", "delay-200");

        assertThat(ScenarioHash.of(oneWay)).isEqualTo(ScenarioHash.of(otherWay)).matches("[0-9a-f]{64}");
    }

    @Test
    void theOrderOfListsAndEveryValueMatter() {
        assertThat(ScenarioHash.of(Map.of("steps", List.of(1, 2))))
                .isNotEqualTo(ScenarioHash.of(Map.of("steps", List.of(2, 1))))
                .isNotEqualTo(ScenarioHash.of(Map.of("steps", List.of(1, 3))));
    }

    @Test
    void whichServiceItIsAndHowItIsJudgedDoNotMatter() {
        var own = Map.<String, Object>of("path", "/", "target", Map.of("jar", "old.jar", "ready", "/up"));
        var other = Map.<String, Object>of(
                "path",
                "/",
                "target",
                Map.of("image", "shop:2", "ready", "/"),
                "labels",
                Map.of("revision", "1"),
                "published",
                "v1");
        var hash = ScenarioHash.of(Map.of("name", "mine", "variants", Map.of("base", own)));

        assertThat(ScenarioHash.of(Map.of(
                        "name",
                        "mine",
                        "variants",
                        Map.of("base", other),
                        "expect",
                        Map.of("p99", "<1ms"),
                        "work",
                        Map.of())))
                .isEqualTo(hash);
        assertThat(ScenarioHash.of(Map.of("name", "mine", "variants", Map.of("head", own))))
                .isNotEqualTo(hash);
    }

    @Test
    void anotherBuildOfABuiltInTargetIsTheSameScenario() {
        assertThat(hashWithTarget(Map.of("builtIn", "tomcat", "jar", "x.jar")))
                .isEqualTo(hashWithTarget("tomcat"))
                .isNotEqualTo(hashWithTarget("netty"));
    }

    private static String hashWithTarget(Object target) {
        return ScenarioHash.of(Map.of("variants", Map.of("base", Map.of("target", target))));
    }

    @Test
    void canonicalTextIsCompactAndSortedAtEveryDepth() {
        assertThat(ScenarioHash.canonical(Map.of("b", Map.of("d", "200ms", "c", true), "a", List.of(1))))
                .isEqualTo("{\"a\":[1],\"b\":{\"c\":true,\"d\":\"200ms\"}}");
    }
}
