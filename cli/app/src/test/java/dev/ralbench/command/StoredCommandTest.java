package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

class StoredCommandTest {
    @Command
    private static final class Any {}

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "-H|Authorization: Bearer s3cret|-H|Authorization: <redacted>",
                "--header|X-Api-Key:s3cret|--header|X-Api-Key: <redacted>",
                "--header=Cookie: s3cret|x|--header=Cookie: <redacted>|x",
                "-HCookie: s3cret|x|-HCookie: <redacted>|x",
                "-H|Authorization: ${env:TOKEN}|-H|Authorization: ${env:TOKEN}",
                "-H|Accept: a/b|-H|Accept: a/b",
                "--title|Authorization: is no header here|--title|Authorization: is no header here",
                "--mysql-url|mysql://me:s3cret@h:1|--mysql-url|mysql://me:***@h:1",
            })
    void secretsAreNotStored(String option, String value, String storedOption, String storedValue) {
        var line = new CommandLine(CommandSpec.forAnnotatedObject(new Any()).parser(unmatched()));

        assertThat(StoredCommand.of(line.parseArgs(option, value)))
                .containsExactly("ralbench", storedOption, storedValue);
    }

    private static CommandLine.Model.ParserSpec unmatched() {
        return new CommandLine.Model.ParserSpec().unmatchedArgumentsAllowed(true);
    }
}
