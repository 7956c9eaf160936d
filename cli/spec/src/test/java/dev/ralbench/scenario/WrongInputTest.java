package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Golden;
import dev.ralbench.yaml.SourceText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every file in {@code wrong/} is refused, with the message that {@code wrong-messages.txt} has for it. */
class WrongInputTest {

    @Test
    @Disturbance(value = "wrong scenarios of every kind", then = "refused, with line and column")
    void everyWrongFileIsRefusedInWordsThatHelp() throws IOException {
        var messages = new StringBuilder();
        for (var file : wrongFiles()) {
            messages.append("== ").append(file.getFileName()).append("\n\n");
            messages.append(refusal(file)).append("\n");
        }

        Golden.matches("scenario/wrong-messages.txt", messages.toString());
    }

    private static List<Path> wrongFiles() throws IOException {
        try (var files = Files.list(Path.of("src/test/resources/scenario/wrong"))) {
            return files.sorted().toList();
        }
    }

    private static String refusal(Path file) throws IOException {
        // Read as the catalogue reads: bytes first, so that wrong encodings count. The short name keeps messages short.
        var name = String.valueOf(file.getFileName());
        var failure = catchThrowableOfType(
                Failure.class, () -> ScenarioFile.parse(name, SourceText.decoded(name, Files.readAllBytes(file))));
        assertThat(failure).as(name).isNotNull();
        assertThat(failure.kind()).as(name).isEqualTo(FailureKind.USAGE);
        return failure.what() + "\n" + indented(failure.why()) + "-> " + failure.fix() + "\n";
    }

    private static String indented(String why) {
        return why.isEmpty() ? "" : why.indent(2);
    }
}
