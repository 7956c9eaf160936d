package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledNodeTest {
    @TempDir
    private Path directory;

    @Test
    void theOneOnThePathIsFoundWithItsVersion() throws IOException {
        var node = program("node", "echo v20.20.2");

        var found = InstalledNode.find(Map.of(), new SearchPath(List.of(directory)));

        assertThat(found).isEqualTo(new InstalledNode(node, "20.20.2"));
    }

    @Test
    void theOneThatAVariableNamesPrevails() throws IOException {
        program("node", "echo v20.20.2");
        var other = program("other-node", "echo v18.0.0");

        var found = InstalledNode.find(
                Map.of(InstalledNode.VARIABLE, other.toString()), new SearchPath(List.of(directory)));

        assertThat(found.version()).isEqualTo("18.0.0");
    }

    @Test
    void aMissingNodeIsReportedWithHowToInstallIt() {
        var failure = failure(Map.of());

        assertThat(failure.kind()).isEqualTo(FailureKind.ENVIRONMENT);
        assertThat(failure.what()).isEqualTo("Node.js 18 or newer is missing");
        assertThat(failure.why()).isEqualTo("there is no node on the PATH");
        assertThat(failure.fix()).contains("apt install nodejs npm").contains("RALBENCH_NODE");
    }

    @Test
    void oneThatIsTooOldIsNone() throws IOException {
        var node = program("node", "echo v16.20.2");

        assertThat(failure(Map.of()).why()).isEqualTo(node + " is v16.20.2");
    }

    @Test
    void anotherProgramIsNone() throws IOException {
        var node = program("node", "echo packet radio node");

        assertThat(failure(Map.of()).why()).isEqualTo(node + " is not Node.js");
        assertThat(failure(Map.of(InstalledNode.VARIABLE, "/no/such/file")).why())
                .isEqualTo("/no/such/file is not Node.js");
    }

    @Test
    void itsPackageManagerIsNextToItOrOnThePath() throws IOException {
        var node = new InstalledNode(program("node", "echo v20.20.2"), "20.20.2");
        var elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        var path = new SearchPath(List.of(elsewhere));
        assertThat(node.npm(path)).isEmpty();

        var onThePath = program("elsewhere/npm", "true");
        assertThat(node.npm(path)).contains(onThePath);

        var nextToIt = program("npm", "true");
        assertThat(node.npm(path)).contains(nextToIt);
    }

    private Failure failure(Map<String, String> environment) {
        return catchThrowableOfType(
                Failure.class, () -> InstalledNode.find(environment, new SearchPath(List.of(directory))));
    }

    private Path program(String name, String line) throws IOException {
        var file = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + line + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
