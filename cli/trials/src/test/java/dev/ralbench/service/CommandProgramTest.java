package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.dependency.declared.ReadyCondition;
import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandProgramTest {
    @TempDir
    Path directory;

    @BeforeEach
    void programs() throws IOException {
        Files.writeString(directory.resolve("plain"), "#!/bin/sh\n");
        program("good", "#!/bin/sh\n");
        program("script", "#!/no/such/shell\n");
    }

    private void program(String name, String text) throws IOException {
        var file = Files.writeString(directory.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "./nope ${port} | there is no file D/nope",
                "A=1 bin/nope --port=${port} | there is no file D/bin/nope",
                "'./plain' | this user may not execute D/plain (chmod +x",
                "./script | D/script is a script whose first line names the interpreter /no/such/shell",
                "nosuchprogram-of-ralbench ${port} | there is no program nosuchprogram-of-ralbench on the PATH",
            })
    @Disturbance(value = "a command names a program that is not there", then = "told before anything is started")
    void aProgramThatCannotBeStartedIsTold(String command, String why) {
        var failure = refusal(command, Map.of(), true);

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).isEqualTo("command: cannot be started");
        assertThat(failure.why()).startsWith(why.replace("D/", directory + "/"));
        assertThat(failure.fix()).endsWith("relative ones count from " + directory);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "./good ${port}",
                "sh -c 'exit 1'",
                "${java} -jar x.jar",
                "${store.host}/bin/nope",
                "make && ./nope",
                "cd bin; ./nope",
                "$HOME/nope",
                "~/nope",
                "PATH=bin nosuchprogram-of-ralbench",
            })
    void whatOnlyTheShellKnowsIsNot(String command) {
        started(command, Map.of()).requireProgram(Set.of("store.host"), true);
    }

    @Test
    void aPathOfItsOwnMayHaveTheProgram() {
        started("nosuchprogram-of-ralbench", Map.of("PATH", "bin")).requireProgram(Set.of(), true);

        assertThat(refusal("./nope", Map.of("PATH", "bin"), true).why()).startsWith("there is no file");
    }

    @Test
    void whatIsStartedBeforeMayMakeAProgramElsewhere() {
        started("/no/such/program", Map.of()).requireProgram(Set.of(), false);

        assertThat(refusal("/no/such/program", Map.of(), true).why()).isEqualTo("there is no file /no/such/program");
        assertThat(refusal("./nope", Map.of(), false).why()).startsWith("there is no file");
    }

    private Failure refusal(String command, Map<String, String> environment, boolean isAlone) {
        var target = started(command, environment);
        var failure = catchThrowableOfType(Failure.class, () -> target.requireProgram(Set.of(), isAlone));
        assertThat(failure).as(command).isNotNull();
        return failure;
    }

    private TargetDefinition.Launched started(String command, Map<String, String> environment) {
        return OwnService.byCommand(
                "shop",
                command,
                Optional.empty(),
                new ReadyCondition.Http("/up"),
                environment,
                List.of(),
                Optional.of(directory.toString()));
    }
}
