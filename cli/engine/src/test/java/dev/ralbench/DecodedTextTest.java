package dev.ralbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecodedTextTest {
    /** The sign itself, and what the JVM makes of bytes that are no text. */
    private static final String SUBSTITUTE = "\ufffd";

    @TempDir
    private Path process;

    /** @param bytes each as one character */
    private void write(String file, String bytes) throws Exception {
        Files.writeString(process.resolve(file), bytes, StandardCharsets.ISO_8859_1);
    }

    @Test
    void aSubstituteThatWasWrittenIsToldFromBytesThatAreNoText() throws Exception {
        write("cmdline", "java\0-jar\0app\0show\0gr\u00ef\u00bf\u00bdn\0gr\u00fcn\0\0");
        var text = new DecodedText(process);
        var arguments = List.of("show", "gr" + SUBSTITUTE + "n", "gr" + SUBSTITUTE + "n", "");

        assertThat(text.isCompleteArgument(arguments, 0)).isTrue();
        assertThat(text.isCompleteArgument(arguments, 1)).isTrue();
        assertThat(text.isCompleteArgument(arguments, 2)).isFalse();
        assertThat(text.isCompleteArgument(arguments, 3)).isTrue();
    }

    @Test
    void soItIsInVariables() throws Exception {
        write("environ", "RIGHT=gr\u00ef\u00bf\u00bdn\0WRONG=gr\u00fcn\0");
        var text = new DecodedText(process);

        assertThat(text.isCompleteVariable("RIGHT", "gr" + SUBSTITUTE + "n")).isTrue();
        assertThat(text.isCompleteVariable("WRONG", "gr" + SUBSTITUTE + "n")).isFalse();
        assertThat(text.isCompleteVariable("ABSENT", "gr" + SUBSTITUTE + "n")).isFalse();
    }

    @Test
    void ordinaryTextIsCompleteWithoutALook() {
        assertThat(new DecodedText(process).isCompleteArgument(List.of("grün €"), 0))
                .isTrue();
        assertThat(new DecodedText(process).isCompleteVariable("A", "\ud83c\udf89"))
                .isTrue();
    }

    @Test
    void whereNothingCanBeReadASubstituteIsInDoubt() {
        assertThat(new DecodedText(process).isCompleteArgument(List.of(SUBSTITUTE), 0))
                .isFalse();
        assertThat(new DecodedText(process).isCompleteArgument(List.of("half \ud800"), 0))
                .isFalse();
    }
}
