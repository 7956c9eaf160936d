package dev.ralbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Results;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioAsTypedTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "run --scenario ./my.yaml --trials 3 | ./my.yaml",
                "run --quick -s shop | shop",
                "run --scenario=a/b.yml | a/b.yml",
                "run --mysql-url mysql://h:1 my.yaml | my.yaml",
                "run -v base=http://h:1 http://127.0.0.1:8080/x?a=1 | 'http://127.0.0.1:8080/x?a=1'",
                "run --quick delay-200 | delay-200",
                "something else | delay-200"
            })
    void itIsWhatTheCommandLineSays(String command, String typed) {
        var run = Copy.of(Results.delay200())
                .with("origin.command", List.of(command.split(" ")))
                .made();

        assertThat(ScenarioAsTyped.of(run)).isEqualTo(typed);
    }
}
