package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class UserLocaleTest {
    @Test
    void aReplacedLocaleIsPutBack() {
        assertThat(UserLocale.restored(
                        Map.of("LC_ALL", "C.UTF-8", "RALBENCH_USER_LC_ALL", "de_DE.ISO-8859-1", "LANG", "C")))
                .isEqualTo(Map.of("LC_ALL", "de_DE.ISO-8859-1", "LANG", "C"));
    }

    @Test
    void aShellWithoutTheVariableGetsNone() {
        assertThat(UserLocale.restored(Map.of("LC_ALL", "C.UTF-8", "RALBENCH_USER_LC_ALL", "", "LANG", "C")))
                .isEqualTo(Map.of("LANG", "C"));
    }

    @Test
    void aLocaleThatTheLauncherLeftIsKept() {
        assertThat(UserLocale.restored(Map.of("LC_ALL", "C.UTF-8"))).isEqualTo(Map.of("LC_ALL", "C.UTF-8"));
    }
}
