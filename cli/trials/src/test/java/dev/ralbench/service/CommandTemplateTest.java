package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.service.CommandTemplate.PlaceholderValue;
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
        var command = new CommandTemplate("command", template, Map.of("word", PlaceholderValue.word(AWKWARD)))
                .expand(Map.of());

        var process = new ProcessBuilder("/bin/sh", "-c", command).start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(AWKWARD);
    }

    @Test
    void plainWordsStayReadable() {
        var values = Map.of("jvmFlags", PlaceholderValue.words(List.of("-Xmx256m", "-Dx=a b")));

        assertThat(new CommandTemplate("command", "java ${jvmFlags} -jar x", values).expand(Map.of()))
                .isEqualTo("java -Xmx256m '-Dx=a b' -jar x");
    }

    @Test
    void anEscapedQuoteOpensNothing() {
        assertThat(new CommandTemplate("command", "echo \\' ${w}", Map.of("w", PlaceholderValue.word("a b")))
                        .expand(Map.of()))
                .isEqualTo("echo \\' 'a b'");
    }

    @Test
    void anUnknownPlaceholderNamesTheKeyAndTheNearestOne() {
        assertThatThrownBy(() -> new CommandTemplate("command", "x ${prot}", Map.of("port", PlaceholderValue.word("1")))
                        .expand(Map.of()))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
                    assertThat(failure.what()).isEqualTo("command: unknown placeholder ${prot}");
                    assertThat(failure.fix()).contains("did you mean port?", "$HOME");
                });
    }

    @Test
    void aDefaultMayBeAPlaceholderAgain() {
        assertThat(CommandTemplate.expandText(
                        "env.PASSWORD", "<${mysql.password:-${env:PASSWORD}}>", Map.of("env:PASSWORD", "a}b${c}")))
                .isEqualTo("<a}b${c}>");
        assertThat(CommandTemplate.expandText(
                        "env.PASSWORD",
                        "<${mysql.password:-${env:PASSWORD}}>",
                        Map.of("env:PASSWORD", "x", "mysql.password", "", "mysql.host", "h")))
                .isEqualTo("<>");
    }

    @Test
    void aPlaceholderThatIsNotClosedIsUnknown() {
        assertThatThrownBy(
                        () -> new CommandTemplate("command", "x ${port", Map.of("java", PlaceholderValue.word("java")))
                                .expand(Map.of()))
                .hasMessage("command: unknown placeholder ${port}");
    }

    @Test
    void aDefaultIsForServersThatAreNotStarted() {
        var text = "${mysql.host:-none}:${mysql.port:-}";

        assertThat(CommandTemplate.expandText("env.X", text, Map.of("redis.host", "b")))
                .isEqualTo("none:");
        assertThat(CommandTemplate.expandText("env.X", text, Map.of("mysql.host", "a", "mysql.port", "3306")))
                .isEqualTo("a:3306");
    }

    @Test
    void aDefaultHidesNoMistake() {
        assertThatThrownBy(() -> CommandTemplate.expandText("env.X", "${mysql.hots:-none}", Map.of("mysql.host", "a")))
                .hasMessage("env.X: unknown placeholder ${mysql.hots}");
        assertThatThrownBy(() -> CommandTemplate.expandText("env.X", "${prot:-1}", Map.of("port", "1")))
                .hasMessage("env.X: unknown placeholder ${prot}");
    }
}
