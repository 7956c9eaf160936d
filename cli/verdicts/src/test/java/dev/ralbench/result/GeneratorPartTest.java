package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Shares;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class GeneratorPartTest {
    private static final RunResult RUN = Shares.byAgents();

    @Test
    void whatTheMainKnowsOfAgentsIsReadAsItWasWritten() {
        assertThat(ResultFile.parse(ResultFile.text(RUN)).trials().getFirst().generators())
                .isEqualTo(RUN.trials().getFirst().generators());
    }

    @Test
    void filesOfBeforeHaveNone() {
        var part = RUN.trials().getFirst().generators().orElseThrow().getFirst();
        var older = (ObjectNode) ResultJson.mapper().valueToTree(part);
        older.remove("agent");

        var read = ResultJson.mapper().treeToValue(older, GeneratorPart.class);
        assertThat(read.agent()).isEmpty();
        assertThat(read.windows()).isEqualTo(part.windows());
    }
}
