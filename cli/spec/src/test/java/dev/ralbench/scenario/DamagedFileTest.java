package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Failure;
import dev.ralbench.testing.Disturbance;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever a user does to a file, the answer is a scenario or a failure, and never another exception. */
class DamagedFileTest {
    private static final int ROUNDS = 1500;
    private static final List<String> SPLINTERS = List.of(
            "",
            " ",
            "\n",
            "\t",
            ":",
            ": ",
            "- ",
            "{",
            "}",
            "[",
            "]",
            "&a ",
            "*a",
            "!x ",
            "'",
            "\"",
            "#",
            "%",
            "|",
            ">",
            "?",
            "null",
            "-1",
            "0",
            "1e9",
            "99999999999999999999",
            "0s",
            "\0",
            "\uFEFF",
            "\uD83D",
            "<<: ",
            "---\n",
            "...\n",
            "load",
            "closed",
            "stairs",
            "with",
            "env",
            "target: { url: 'http://[::1]:80' }",
            "http://[",
            "\\");

    @Test
    @Disturbance(value = "1500 damaged scenarios", then = "each is read or refused, no defect")
    void everyDamageIsReadOrRefused() {
        var random = new Random(1);
        // Without comments, where damage is none.
        var whole = BuiltInScenarios.texts().getOrDefault("delay-200", "").replaceAll("(?m) *#.*$", "");
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            if (isRefused(damaged(whole, random))) {
                refused++;
            }
        }
        assertThat(refused).isBetween(ROUNDS / 2, ROUNDS - 1);
    }

    private static boolean isRefused(String text) {
        try {
            var source = ScenarioFile.parse("damaged.yaml", text);
            source.profiles().forEach(profile -> source.resolve(Overrides.none().withProfile(profile)));
            return false;
        } catch (Failure failure) {
            assertThat(failure.what()).startsWith("damaged.yaml:");
            return true;
        }
    }

    private static String damaged(String whole, Random random) {
        int from = random.nextInt(whole.length());
        int to = Math.min(whole.length(), from + random.nextInt(8));
        return whole.substring(0, from) + SPLINTERS.get(random.nextInt(SPLINTERS.size())) + whole.substring(to);
    }
}
