package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoadPlanTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void whateverIsMadeOfItBeginsAtTheSameAddresses() {
        var sources = List.of(InetAddress.getLoopbackAddress());
        var plan = new LoadPlan(
                new LoadShape.ConstantUsers(10, SECOND),
                Optional.empty(),
                SECOND,
                Duration.ZERO,
                true,
                LoadPlan.OnFailure.ABORT,
                sources);
        assertThat(plan.seeded(1).sources()).isEqualTo(sources);
        assertThat(plan.climbing(new LoadShape.Climb(1, 8, SECOND, SECOND)).sources())
                .isEqualTo(sources);
        assertThat(plan.inTurns(new LoadShape.Turns(List.of(1), 1, SECOND, SECOND))
                        .sources())
                .isEqualTo(sources);
    }

    @Test
    void aFailureDoesNotEndASearchForTooMuch() {
        var plan = new LoadPlan(
                new LoadShape.ConstantUsers(10, SECOND),
                Optional.empty(),
                SECOND,
                Duration.ZERO,
                true,
                LoadPlan.OnFailure.ABORT);
        assertThat(plan.climbing(new LoadShape.Climb(1, 8, SECOND, SECOND)).onFailure())
                .isEqualTo(LoadPlan.OnFailure.CONTINUE);
    }
}
