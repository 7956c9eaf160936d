package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogFileTest {
    @TempDir
    Path directory;

    @Test
    void theTailOfALongLogIsItsLastFifteenLines() throws Exception {
        var lines = IntStream.range(0, 10_000).mapToObj(i -> "line " + i).collect(Collectors.joining("\n"));

        assertThat(log(lines + "\n\n").tail().lines())
                .hasSize(15)
                .startsWith("line 9985")
                .endsWith("line 9999");
    }

    @Test
    void aLogThatIsNotThereHasNoTail() {
        var none = new LogFile(directory.resolve("none"));

        assertThat(none.tail()).isEmpty();
        assertThat(none.endingForMessage()).isEqualTo("it wrote nothing");
    }

    @Test
    @Disturbance(value = "escape sequences in the log of a service that dies", then = "not on the terminal")
    void theTailGivesATerminalNoOrders() throws Exception {
        var log = log("\u001b[32mINFO\u001b[0m \u001b[2K\u001b]0;title\u0007\tready\r\nlast");

        assertThat(log.tail()).isEqualTo("INFO ?[2K?]0;title?\tready\nlast");
    }

    static Stream<Arguments> errors() {
        var frames = IntStream.range(0, 40)
                .mapToObj(i -> "\tat org.example.Deep$Inner.call" + i + "(Deep.java:" + i + ") ~[app.jar!/:1]\n")
                .collect(Collectors.joining());
        return Stream.of(
                Arguments.argumentSet(
                        "JVM with causes",
                        "INFO started\nException in thread \"main\" org.example.BeanException: no bean 'orders'\n"
                                + frames
                                + "Caused by: java.sql.SQLException: Access denied for user\n" + frames
                                + "\t... 36 common frames omitted\nCaused by: java.net.ConnectException: refused\n"
                                + frames
                                + "\t... 41 more\n",
                        """
                        Exception in thread "main" org.example.BeanException: no bean 'orders'
                        Caused by: java.sql.SQLException: Access denied for user
                        Caused by: java.net.ConnectException: refused
                        """.strip()),
                Arguments.argumentSet(
                        "JVM, message of two lines, then a word",
                        "java.lang.IllegalStateException: no port\n  given by PORT\n" + frames + "bye\n",
                        "java.lang.IllegalStateException: no port\n  given by PORT\nbye"),
                Arguments.argumentSet(
                        "Python, chained",
                        """
                        Traceback (most recent call last):
                          File "old.py", line 1, in <module>
                        OldError: earlier
                        INFO
                        Traceback (most recent call last):
                          File "app.py", line 2, in load
                            open(x)
                        FileNotFoundError: [Errno 2] no such file: 'a.ini'

                        During handling of the above exception, another exception occurred:

                        Traceback (most recent call last):
                          File "app.py", line 9, in <module>
                            raise E()
                        RuntimeError: no settings
                        """,
                        "FileNotFoundError: [Errno 2] no such file: 'a.ini'\nRuntimeError: no settings"),
                Arguments.argumentSet(
                        "Node with a cause",
                        """
                        /app/x.js:3
                            throw new TypeError('y')
                            ^

                        TypeError: y is not a function
                            at load (/app/x.js:3:11)
                            at node:internal/main:28:49 {
                          [cause]: Error: connect ECONNREFUSED 127.0.0.1:5432
                              at TCP (node:net:1)
                        }

                        Node.js v20.11.0
                        """,
                        "TypeError: y is not a function\n[cause]: Error: connect ECONNREFUSED 127.0.0.1:5432"),
                Arguments.argumentSet(
                        "Go",
                        "2026/01/01 up\npanic: runtime error: index out of range [5]\n\ngoroutine 1 [running]:\n"
                                + "main.main()\n\t/app/main.go:8 +0x1d\n".repeat(30) + "exit status 2\n",
                        "panic: runtime error: index out of range [5]"),
                Arguments.argumentSet(
                        "a trace that was handled, and the reason",
                        """
                        WARN retrying
                        java.io.IOException: no route
                        \tat a.B.c(B.java:1)

                        APPLICATION FAILED TO START

                        Port 8080 was already taken
                        """,
                        "java.io.IOException: no route\nAPPLICATION FAILED TO START\nPort 8080 was already taken"),
                Arguments.argumentSet(
                        "Rust", """
                        thread 'main' panicked at src/main.rs:4:5:
                        no address: Os { code: 98 }
                        note: run with `RUST_BACKTRACE=1`
                        """, "thread 'main' panicked at src/main.rs:4:5:\nno address: Os { code: 98 }"),
                Arguments.argumentSet(
                        "Rust of old",
                        "thread 'main' panicked at 'no address', src/main.rs:4:5\n",
                        "thread 'main' panicked at 'no address', src/main.rs:4:5"),
                Arguments.argumentSet(
                        ".NET",
                        """
                        Unhandled exception. System.Exception: outer
                         ---> System.IO.IOException: inner
                           at A.B() in /a.cs:line 1
                           --- End of inner exception stack trace ---
                           at A.Main() in /a.cs:line 2
                        """,
                        "Unhandled exception. System.Exception: outer\n---> System.IO.IOException: inner"));
    }

    @ParameterizedTest
    @MethodSource("errors")
    @Disturbance(value = "a service dies with a stack trace, of", then = "the message and its causes are quoted")
    void ofAStackTraceTheMessageAndItsCausesAreQuoted(String output, String error) throws Exception {
        var log = log(output);

        assertThat(log.ending()).isEqualTo(error);
        assertThat(log.endingForMessage())
                .isEqualTo("the last error in its output:\n" + error.indent(2).stripTrailing());
    }

    /** It is not why the service ended: much came after it. Or it is only the rest of a trace. */
    @Test
    void anErrorLongBeforeTheEndIsNotQuoted() throws Exception {
        var error = "java.lang.IllegalStateException: request 5\n\tat a.B.c(B.java:1)\n";

        assertThat(log(error + "served\n".repeat(20)).endingForMessage())
                .startsWith("the last lines of its output:\n  served\n");
        assertThat(log("\tat a.B.c(B.java:1)\n\t... 36 common frames omitted\n").ending())
                .isEqualTo("\tat a.B.c(B.java:1)");
    }

    @Test
    void ofALongLineTheBeginningIsQuoted() throws Exception {
        assertThat(log("x".repeat(9000)).ending()).isEqualTo("x".repeat(500) + " ...");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.net.BindException: Address already in use",
                "Error: listen EADDRINUSE: address already in use 127.0.0.1:8080",
                "Web server failed to start. Port 8080 was already in use.",
                "OSError: [Errno 98] Address already in use"
            })
    void aTakenPortIsRecognised(String line) throws Exception {
        assertThat(log(line).saysAddressInUse()).isTrue();
        assertThat(log("Started in 1.2 s").saysAddressInUse()).isFalse();
    }

    private LogFile log(String text) throws Exception {
        return new LogFile(Files.writeString(directory.resolve("service.log"), text));
    }
}
