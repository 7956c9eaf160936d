package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShellWordsTest {
    @Test
    void aLineIsSplitAsAShellWould() {
        assertThat(ShellWords.split("serve --name 'a b' \"c \\\" 'd'\" e\\ f '' x'y'z"))
                .isEqualTo(List.of("serve", "--name", "a b", "c \" 'd'", "e f", "", "xyz"));
        assertThat(ShellWords.split("  ")).isEmpty();
    }
}
