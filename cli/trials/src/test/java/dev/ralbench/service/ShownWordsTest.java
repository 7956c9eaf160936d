package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ShownWordsTest {
    @Test
    void noPasswordIsShown() {
        var words = Map.of(
                "mysql.user", "root",
                "mysql.password", "secret",
                "redis.password", "",
                "mongodb.url", "mongodb://me:s%40cret:@db:27017");

        assertThat(ShownWords.of(words))
                .isEqualTo(Map.of(
                        "mysql.user", "root",
                        "mysql.password", "***",
                        "redis.password", "",
                        "mongodb.url", "mongodb://me:***@db:27017"));
    }

    @Test
    void aUrlWithoutPasswordIsShownAsItIs() {
        assertThat(ShownWords.of("mongodb.url", "mongodb://db:27017")).isEqualTo("mongodb://db:27017");
        assertThat(ShownWords.of("mongodb.url", "mongodb://[::1]:27017")).isEqualTo("mongodb://[::1]:27017");
    }
}
