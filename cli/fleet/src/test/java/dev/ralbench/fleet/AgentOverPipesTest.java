package dev.ralbench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An agent at the other end of two pipes, as ssh starts one. */
@Timeout(60)
class AgentOverPipesTest {
    private static final Build BUILD = new Build("ralbench 1", "a");
    private static final int LONG = 60_000;
    private static final int PIPE = 1 << 16;

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final PipedOutputStream toAgent = new PipedOutputStream();
    private final PipedInputStream fromAgent = new PipedInputStream(PIPE);
    private Agent agent;

    @BeforeEach
    void start() throws IOException {
        agent = Agent.overPipes(
                new PipedInputStream(toAgent, PIPE),
                new PipedOutputStream(fromAgent),
                "192.0.2.1",
                new AgentFacts(BUILD, "load-1", "25", 2, 28_000),
                RecordedWork::new,
                () -> {
                    throw new AssertionError("no targets are asked for");
                },
                lines::add,
                Clock.system());
    }

    private Link link() throws IOException {
        var greeting = new StringBuilder();
        for (int next = fromAgent.read(); next != '\n'; next = fromAgent.read()) {
            greeting.append((char) next);
        }
        assertThat(greeting).hasToString("ralbench agent for 192.0.2.1");
        return new Link(Wire.ofThisProcess(fromAgent, toAgent, LONG));
    }

    private static Frame hello(Build build) {
        return Frame.of(Frame.Kind.HELLO, 0, Frame.texts(AgentFacts.texts(build)));
    }

    @Test
    void itGreetsAnswersAndEndsWithItsInput() throws Exception {
        var link = link();
        link.write(hello(BUILD));

        assertThat(AgentFacts.of(link.first(Frame.MOST_BYTES_OF_HELLO).texts()).host())
                .isEqualTo("load-1");
        toAgent.close();
        agent.await();
        assertThat(lines).containsExactly("joined by main 192.0.2.1", "main 192.0.2.1 left before a run");
    }

    @Test
    void itAnswersAMainOfAnotherBuildAndEnds() throws Exception {
        var link = link();
        link.write(hello(new Build("ralbench 2", "b")));

        assertThat(AgentFacts.build(link.first(Frame.MOST_BYTES_OF_HELLO).texts()))
                .isEqualTo(BUILD);
        agent.await();
        assertThat(lines).containsExactly("refused main 192.0.2.1: it runs ralbench 2, this is ralbench 1");
    }

    @Test
    void withoutAMainItSaysHowItIsStarted() throws Exception {
        toAgent.write("a user's words, which are no frame".getBytes(StandardCharsets.US_ASCII));
        toAgent.close();

        assertThatThrownBy(agent::await).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.what()).startsWith("no main at standard input");
            assertThat(failure.fix()).contains("run --agents ssh:HOST", "--listen HOST:PORT");
        });
    }

    @Test
    void itDoesNotListen() {
        assertThat(agent.port()).isZero();
        agent.close();
    }
}
