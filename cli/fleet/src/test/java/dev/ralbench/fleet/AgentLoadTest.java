package dev.ralbench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.load.LeastLengths;
import dev.ralbench.load.LoadShare;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.CarriedScenario;
import dev.ralbench.session.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a main may have an agent do that sends a load. */
class AgentLoadTest {
    private static final MainLink NO_MAIN = new MainLink() {
        @Override
        public void progress(byte[] figures) {}

        @Override
        public void reached(Point point, int window, LeastLengths atLeast) {}

        @Override
        public void failed(Failure failure) {}

        @Override
        public long inMainTime(long nanoTime) {
            return nanoTime;
        }
    };

    @TempDir
    private Path directory;

    /** Of a message that no main of ours sends. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "variants: { one: { target: { command: \"touch MARK ${port}\", ready: /health } } }",
                "variants: { one: { target: mini } }",
                "needs: { store: { command: \"touch MARK ${port}\" } }\nvariants: { one: { target: { url: \"http://127.0.0.1:1\" } } }",
            })
    void noProgramIsStarted(String parts) {
        var mark = directory.resolve("mark");
        var text = """
                schema: 1
                name: mine
                request: { path: / }
                load: { closed: { constant: { users: 1, hold: 1s } } }
                %s
                """.formatted(parts.replace("MARK", mark.toString()));
        var message = new PartMessage(
                new CarriedScenario(text, Map.of()),
                new LoadShare(0, 1),
                Map.of(),
                Map.of(),
                1,
                new Design(Design.Order.FIXED, List.of(1), Optional.empty(), Optional.empty(), 1),
                false);
        var load = new AgentLoad(Session.standard(), NO_MAIN, AllowedTargets.parse("--allow", List.of()));

        assertThatThrownBy(() -> load.prepare(message.bytes()))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("would start something on the agent's machine");
        assertThat(Files.exists(mark)).isFalse();
    }
}
