package dev.ralbench.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceholdersTest {
    @Test
    void everyPlaceholderIsReplacedAndNothingElse() {
        assertThat(Placeholders.replaced("a ${env:ONE}${env:_two2} ${port} $env:ONE", name -> "<" + name + "$1>"))
                .isEqualTo("a <ONE$1><_two2$1> ${port} $env:ONE");
    }

    @Test
    void everythingIsChangedButThePlaceholders() {
        assertThat(Placeholders.around("a${env:b}c${env:d}", text -> text.toUpperCase(Locale.ROOT)))
                .isEqualTo("A${env:b}C${env:d}");
    }

    @Test
    void namesComeInTheOrderOfTheText() {
        assertThat(Placeholders.names("${env:B} ${env:A}${env:B}")).containsExactly("B", "A", "B");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${env:}", "${env:1X}", "${env:A-B}", "x${env:A", "${env: A}", "${env:A} ${env:"})
    void anIncompletePlaceholderIsBroken(String text) {
        assertThat(Placeholders.areBrokenIn(text)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"${env:A}, true", "x${env:A}, false", "${env:A}${env:B}, false", "A, false"})
    void oneAloneIsKnown(String text, boolean isOne) {
        assertThat(Placeholders.isOne(text)).isEqualTo(isOne);
        assertThat(Placeholders.areBrokenIn(text)).isFalse();
    }
}
