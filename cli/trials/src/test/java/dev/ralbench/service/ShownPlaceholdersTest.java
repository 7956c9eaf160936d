package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ShownPlaceholdersTest {
    @Test
    void noPasswordIsShown() {
        var placeholders = Map.of(
                "mysql.user", "root",
                "mysql.password", "secret",
                "redis.password", "",
                "mongodb.url", "mongodb://me:s%40cret:@db:27017");

        assertThat(ShownPlaceholders.of(placeholders))
                .isEqualTo(Map.of(
                        "mysql.user", "root",
                        "mysql.password", "***",
                        "redis.password", "",
                        "mongodb.url", "mongodb://me:***@db:27017"));
    }

    @Test
    void aUrlWithoutPasswordIsShownAsItIs() {
        assertThat(ShownPlaceholders.of("mongodb.url", "mongodb://db:27017")).isEqualTo("mongodb://db:27017");
        assertThat(ShownPlaceholders.of("mongodb.url", "mongodb://[::1]:27017")).isEqualTo("mongodb://[::1]:27017");
    }
}
