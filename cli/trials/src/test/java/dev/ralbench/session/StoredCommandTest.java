package dev.ralbench.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredCommandTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "-H|Authorization: Bearer s3cret|-H|Authorization: <redacted>",
                "--header|X-Api-Key:s3cret|--header|X-Api-Key: <redacted>",
                "--header=Cookie: s3cret|x|--header=Cookie: <redacted>|x",
                "-HCookie: s3cret|x|-HCookie: <redacted>|x",
                "-LH|Authorization: Bearer s3cret|-LH|Authorization: <redacted>",
                "-qLHCookie: s3cret|x|-qLHCookie: <redacted>|x",
                "-LH=Cookie: s3cret|x|-LH=Cookie: <redacted>|x",
                "-H|Authorization: ${env:TOKEN}|-H|Authorization: ${env:TOKEN}",
                "-H|Accept: a/b|-H|Accept: a/b",
                "--title|Authorization: is no header here|--title|Authorization: is no header here",
                "--mysql-url|mysql://me:s3cret@h:1|--mysql-url|mysql://me:***@h:1",
            })
    void secretsAreNotStored(String option, String value, String storedOption, String storedValue) {
        assertThat(StoredCommand.of(List.of("ralbench", option, value)))
                .containsExactly("ralbench", storedOption, storedValue);
    }

    /** A program that uses ralbench as a library gives its own words. */
    @Test
    void aRequestKeepsNoSecret() {
        var request = RunRequest.of("http://127.0.0.1:9/").command(List.of("nightly", "redis://:s3cret@h:6379/x"));

        assertThat(request.command()).containsExactly("nightly", "redis://:***@h:6379/x");
    }
}
