package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShellCommandTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            java -jar app.jar            | exec java -jar app.jar
            '/a b/java' -jar app.jar     | exec '/a b/java' -jar app.jar
            java '-Dx=a;b' -Dy="c && d"  | exec java '-Dx=a;b' -Dy="c && d"
            java -Dx=a\\;b               | exec java -Dx=a\\;b
            A=b C='d e' java -jar x      | A=b C='d e' exec java -jar x
            java -jar x > out.txt        | exec java -jar x > out.txt
            """)
    void theShellReplacesItselfByASingleProgram(String text, String line) {
        assertThat(new ShellCommand(text).line()).isEqualTo(line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cd x && java -jar y",
                "ulimit -n 5000; java -jar y",
                "(java -jar y)",
                "java -jar $(ls *.jar)",
                "exec java -jar y",
                ". ./start.sh"
            })
    void everythingElseIsLeftAsItIs(String text) {
        assertThat(new ShellCommand(text).line()).isEqualTo(text);
        assertThat(new ShellCommand(text).program()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            java -jar app.jar        | java
            '/a b/java' -jar app.jar | /a b/java
            A=b C='d e' ./run x      | ./run
            """)
    void theProgramIsTheFirstWord(String text, String program) {
        assertThat(new ShellCommand(text).program()).contains(program);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"$JAVA -jar x", "~/bin/run", "./run*", "java -jar x | tee log", "PATH=/opt/bin:$PATH run.sh"})
    void whatTheShellReplacesIsNotKnown(String text) {
        assertThat(new ShellCommand(text).program()).isEmpty();
    }
}
