package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The exit codes for git when there is nothing to measure. */
class BisectCommandTest {
    private static final int STOPS = 128;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "shop.yaml",
                "shop.yaml --base v1 --build true --haed x",
                "shop.yaml --base v1 --build true --head=",
                "no-such-scenario --base v1 --build true --head x.jar",
                "delay-200 --base no-such-revision --build true --head x.jar",
                "delay-200 --base no-such-revision --build true --head tomcat --gate no-such-gate",
            })
    void aWrongCommandLineNeverCountsAsABadCommit(String words) {
        var outcome = Shell.run(("gate bisect " + words).strip().split(" "));

        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(STOPS);
        assertThat(outcome.err()).isNotBlank();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 128", "2, 128", "3, 3", "4, 128", "7, 128", "125, 125", "130, 130", "143, 143"})
    void gitSeesItsOwnCodesAlone(int exit, int seen) {
        assertThat(BisectCommand.exitCode(List.of("gate", "bisect", "x.yaml"), exit))
                .isEqualTo(seen);
        assertThat(BisectCommand.exitCode(List.of("gate", "explain", "pr"), exit))
                .isEqualTo(exit);
    }

    @Test
    void theHelpHasTheCodesOfGit() {
        var help = Shell.run("gate", "bisect", "--help", "--all");

        assertThat(help.exit()).isZero();
        assertThat(help.out())
                .containsPattern("\n +125 +skip: ")
                .contains("git bisect start")
                .doesNotContain("partial");
    }

    @Test
    void thePageOfTheManualHasTheCodesOfGit() throws IOException {
        assertThat(Shell.run("man", directory.toString()).exit()).isZero();

        assertThat(directory.resolve("ralbench-gate-bisect.1"))
                .content()
                .contains("\n.B 125\nskip: ", "\n.B 128\n")
                .doesNotContain("\n.B 2\n");
        assertThat(directory.resolve("ralbench-run.1"))
                .content()
                .contains("\n.B 2\n")
                .doesNotContain("\n.B 125\n");
    }

    @Test
    void aBaseThatTheBuildReplacesIsRefused() throws IOException {
        var jar = Files.createFile(directory.resolve("shop.jar")).toString();

        var outcome = Shell.run("gate", "bisect", "delay-200", "--base", jar, "--build", "true", "--head", jar);

        assertThat(outcome.exit()).isEqualTo(STOPS);
        assertThat(outcome.err()).contains("is the file that each build replaces", "copy it to another place");
    }

    /** Whatever the commit, it would be compared with itself. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            image:orders              | image:orders             | give --base image:NAME
            image:r.example:5000/o    | image:r.example:5000/o:latest | give --base image:NAME
            http://127.0.0.1:1        | http://127.0.0.1:1       | give --base http://host:port
            imperative                | imperative               | name the revision
            HEAD                      | image:orders             | give --base image:NAME
            .                         | http://127.0.0.1:1       | give --base http://host:port
            """)
    void aBaseThatIsHeadIsRefusedBeforeAnythingIsBuilt(String base, String head, String cure) {
        var built = directory.resolve("built");

        var outcome =
                Shell.run("gate", "bisect", "delay-200", "--base", base, "--build", "touch " + built, "--head", head);

        assertThat(outcome.exit()).isEqualTo(STOPS);
        assertThat(outcome.err()).contains("--base " + base, cure);
        assertThat(built).doesNotExist();
    }

    @Test
    void anAnchorNeedsARevisionThatIsThere() {
        var outcome = Shell.run("gate", "anchor", "no-such-revision", "--build", "true");

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("no-such-revision is no revision of this repository");
    }
}
