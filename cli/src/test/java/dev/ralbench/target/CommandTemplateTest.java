package dev.ralbench.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.target.CommandTemplate.Value;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTemplateTest {
    private static final String AWKWARD = "/a b/it's \"$HOME\" `x` \\ ${port}";

    @ParameterizedTest
    @ValueSource(strings = {"printf %s ${word}", "printf %s \"${word}\"", "printf %s '${word}'"})
    void aWordReachesTheProgramUnchangedWhereverThePlaceholderStands(String template) throws Exception {
        var command = CommandTemplate.expand("command", template, Map.of("word", Value.word(AWKWARD)));

        var process = new ProcessBuilder("/bin/sh", "-c", command).start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(AWKWARD);
    }

    @Test
    void plainWordsStayReadable() {
        var values = Map.of("jvmFlags", Value.words(List.of("-Xmx256m", "-Dx=a b")));

        assertThat(CommandTemplate.expand("command", "java ${jvmFlags} -jar x", values))
                .isEqualTo("java -Xmx256m '-Dx=a b' -jar x");
    }

    @Test
    void anEscapedQuoteOpensNothing() {
        assertThat(CommandTemplate.expand("command", "echo \\' ${w}", Map.of("w", Value.word("a b"))))
                .isEqualTo("echo \\' 'a b'");
    }

    @Test
    void anUnknownPlaceholderNamesTheKeyAndTheNearestOne() {
        assertThatThrownBy(() -> CommandTemplate.expand("command", "x ${prot}", Map.of("port", Value.word("1"))))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(Failure.Kind.USAGE);
                    assertThat(failure.what()).isEqualTo("command: unknown placeholder ${prot}");
                    assertThat(failure.fix()).contains("did you mean port?", "$HOME");
                });
    }

    @Test
    void aPlaceholderThatIsNotClosedIsUnknown() {
        assertThatThrownBy(() -> CommandTemplate.expand("command", "x ${port", Map.of("java", Value.word("java"))))
                .hasMessage("command: unknown placeholder ${port}");
    }
}
