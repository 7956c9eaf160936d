package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class OutputOptionsTest {
    private static OutputOptions outputs(String... arguments) {
        return CommandLine.populateCommand(new OutputOptions(), arguments);
    }

    @Test
    void theReportsThatAStoppedRunCanStillHaveAreNamed() {
        var result = Path.of("r.json");

        assertThat(outputs("-o", "x.html", "-o", "x.xml", "-o", "x.md").reportsOfARun(result))
                .contains("ralbench report r.json -o x.html -o x.xml -o x.md");
        assertThat(outputs("-o", "r.json").reportsOfARun(result)).isEmpty();
    }
}
