package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.testing.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every file in {@code wrong/} is refused, with the message that {@code wrong-messages.txt} has for it. */
class WrongGateTest {

    @Test
    void everyWrongFileIsRefusedInWordsThatHelp() throws IOException {
        var messages = new StringBuilder();
        for (var file : wrongFiles()) {
            messages.append("== ").append(file.getFileName()).append("\n\n");
            messages.append(refusal(file)).append("\n");
        }

        Golden.matches("gate/wrong-messages.txt", messages.toString());
    }

    @Test
    void aFileThatIsNotThereIsNamedAsAGateFile() {
        var failure = catchThrowableOfType(Failure.class, () -> GateFile.read(Path.of("nowhere.yaml")));

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).isEqualTo("nowhere.yaml: there is no such file");
        assertThat(failure.fix()).doesNotContain("scenario");
    }

    private static List<Path> wrongFiles() throws IOException {
        try (var files = Files.list(Path.of("src/test/resources/gate/wrong"))) {
            return files.sorted().toList();
        }
    }

    private static String refusal(Path file) throws IOException {
        var name = String.valueOf(file.getFileName());
        var text = Files.readString(file);
        var failure = catchThrowableOfType(Failure.class, () -> GateFile.parse(name, text, List.of()));
        assertThat(failure).as(name).isNotNull();
        assertThat(failure.kind()).as(name).isEqualTo(FailureKind.USAGE);
        var why = failure.why().isEmpty() ? "" : failure.why().indent(2);
        return failure.what() + "\n" + why + "-> " + failure.fix() + "\n";
    }
}
