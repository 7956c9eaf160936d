package dev.ralbench.dependency.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.FuzzTarget;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Redis' INFO in whatever state: servers that speak its protocol are many. */
class InfoFuzzTest {
    @TestFactory
    Stream<DynamicTest> everyAnswerGivesCounts() {
        return FuzzTarget.tests(targets());
    }

    static List<FuzzTarget> targets() {
        return List.of(FuzzTarget.ofText(
                "redis-info",
                List.of(String.join(
                        "\r\n",
                        "# Clients",
                        "connected_clients:5",
                        "blocked_clients:0",
                        "cmdstat_get:calls=21,usec=175,usec_per_call=8.33",
                        "cmdstat_config|get:calls=2,usec=1")),
                List.of("cmdstat_", ":calls=", "connected_clients:", "blocked_clients:", "|", ","),
                text -> {
                    var info = InfoText.parse(text);
                    var counts = CommandStats.counts(text, info);
                    assertThat(counts.served()).isNotNegative();
                    assertThat(counts.connections()).isNotNegative();
                    assertThat(counts.running()).isNotNegative();
                }));
    }
}
