package dev.ralbench.fleet;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.session.Session;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Questions in an order in which they are not asked: each is answered on a thread of its own. */
class AgentTargetsTest {
    private static final TargetsMessage.Start TRIAL = new TargetsMessage.Start("base", 1, 1, 1);

    private final AgentTargets targets = new AgentTargets(
            Session.standard(),
            new TargetRules(AllowedTargets.parse("--allow", List.of()), false, ScenarioCatalog.standard()),
            line -> {});

    @AfterEach
    void close() {
        targets.close();
    }

    private void ask(TargetsQuestion question) throws InterruptedException {
        var unused = targets.answer(question.bytes());
    }

    @Test
    void whatWasClosedBeforeItCameIsNotStarted() throws Exception {
        ask(TargetsQuestion.of(TargetsQuestion.Kind.CLOSE, 1));

        assertThatThrownBy(() -> ask(TargetsQuestion.of(TargetsQuestion.Kind.START, 1, TRIAL)))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("stopped");
    }

    @Test
    void ofAStartThatFailsNothingIsKept() {
        assertThatThrownBy(() -> ask(TargetsQuestion.of(TargetsQuestion.Kind.START, 1, TRIAL)))
                .hasMessageContaining("no targets have been prepared");

        assertThatThrownBy(() -> ask(TargetsQuestion.of(TargetsQuestion.Kind.LOOK, 1)))
                .hasMessageContaining("nothing was started as 1");
    }
}
