package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.PoolUse;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PoolPageTest {
    private static final String POOL = "reactor-netty http";
    private static final Map<String, PoolUse> NONE = Map.of();
    private static final Map<String, PoolUse> HIKARI = Map.of(
            "HikariPool-1", PoolUse.sample(PoolUse.Resource.CONNECTIONS, OptionalInt.of(3), 1, OptionalInt.of(0)));

    private int questions;
    private CompletableFuture<Optional<Map<String, Double>>> answer = shows("up 1");
    private final PoolPage page = new PoolPage(this::asked, 8080);

    private CompletableFuture<Optional<Map<String, Double>>> asked() {
        questions++;
        return answer;
    }

    private static CompletableFuture<Optional<Map<String, Double>>> shows(String text) {
        return CompletableFuture.completedFuture(Optional.of(CountersPage.parse(text)));
    }

    private static CompletableFuture<Optional<Map<String, Double>>> showsReactorNetty() {
        return shows("reactor_netty_connection_provider_active_connections{name=\"http\"} 5");
    }

    @Test
    void aPageThatShowsAPoolBeforeTheLoadIsAskedEachSecond() {
        answer = showsReactorNetty();

        assertThat(page.read(NONE).keySet()).containsExactly(POOL);
        page.ask();
        assertThat(page.take(NONE).keySet()).containsExactly(POOL);
        assertThat(page.take(NONE)).as("none was asked for").isEmpty();
    }

    @Test
    void aPoolThatComesWithTheLoadIsFoundAtTheNextWindow() {
        assertThat(page.read(NONE)).isEmpty();
        page.ask();
        assertThat(questions).as("there is nothing to sample").isEqualTo(1);

        answer = showsReactorNetty();
        page.windowBegins();
        assertThat(page.take(NONE).keySet()).containsExactly(POOL);
        assertThat(page.hasPools()).isTrue();

        page.windowBegins();
        assertThat(questions).isEqualTo(2);
        page.ask();
        assertThat(questions).isEqualTo(3);
    }

    @Test
    void poolsThatBeansShowAreNotAskedForAgain() {
        answer = shows("hikaricp_connections_active{pool=\"HikariPool-1\"} 3");

        assertThat(page.read(HIKARI)).isEmpty();
        page.windowBegins();
        assertThat(page.take(NONE)).as("beans are late").isEmpty();
        assertThat(page.hasPools()).isFalse();
    }

    @Test
    void aServiceThatIsLateIsNotAskedASecondTime() {
        answer = new CompletableFuture<>();
        page.windowBegins();
        page.windowBegins();

        assertThat(questions).isEqualTo(1);
        assertThat(page.take(NONE)).isEmpty();
        answer.completeExceptionally(new IOException("no answer"));
        assertThat(page.take(NONE)).isEmpty();
        answer = showsReactorNetty();
        assertThat(page.read(NONE)).isNotEmpty();
    }
}
