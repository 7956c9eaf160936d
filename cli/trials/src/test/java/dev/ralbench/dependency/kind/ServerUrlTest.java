package dev.ralbench.dependency.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.process.Program;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerUrlTest {
    private static final ServerKind MYSQL = supply("mysql", 3306, "root", false);
    private static final ServerKind REDIS = supply("redis", 6379, "", true);
    private static final ServerKind MONGODB = supply("mongodb", 27017, "", false);

    private static ServerKind supply(String name, int port, String user, boolean isPasswordEnough) {
        return new ServerKind(
                new Program(name, List.of()),
                name,
                List.of(),
                List.of(),
                image -> name,
                Optional.empty(),
                Optional.empty(),
                port,
                user,
                isPasswordEnough,
                output -> Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "mysql://db,                       db,   3306, root,  \"\"",
                "mysql://me@db:3307/,              db,   3307, me,    \"\"",
                "mysql://me:a%3Ab%40c+d@10.0.0.1,  10.0.0.1, 3306, me, a:b@c+d",
                "mysql://a%3Ab:x:y@[::1]:1,        [::1], 1,  a:b,    x:y",
            })
    void partsOfAUrl(String url, String host, int port, String user, String password) {
        assertThat(MYSQL.url(URI.create(url))).isEqualTo(new ServerUrl("mysql", host, port, user, password));
    }

    @Test
    void redisNeedsNoUser() {
        assertThat(REDIS.url(URI.create("redis://:secret@cache:7000")))
                .isEqualTo(new ServerUrl("redis", "cache", 7000, "", "secret"));
    }

    @Test
    void aPasswordThatLogsNoUserInIsRefused() {
        assertThat(MONGODB.url(URI.create("mongodb://store")).user()).isEmpty();
        var failure = catchThrowableOfType(Failure.class, () -> MONGODB.url(URI.create("mongodb://:secret@store")));

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).contains("--mongodb-url");
        assertThat(failure.why()).isEqualTo("it has a password without a user, which mongodb does not take");
        assertThat(failure.fix()).contains("mongodb://user:password@host:port").doesNotContain("secret");
    }

    @Test
    void theFormForHelpIsOneThatLogsIn() {
        assertThat(MYSQL.urlForm("port")).isEqualTo("mysql://user:password@host:port");
        assertThat(REDIS.urlForm("port")).isEqualTo("redis://:password@host:port");
        assertThat(MONGODB.urlForm("port")).isEqualTo("mongodb://user:password@host:port");
    }

    @ParameterizedTest
    @CsvSource({
        "postgres://me:secret@db, it must begin with mysql://",
        "db, it must begin with mysql://",
        "mysql:///, 'it names no host, or one that cannot be understood'",
        "mysql://me:secret@my_db:1:2, 'it names no host, or one that cannot be understood'",
        "mysql://me:secret@db:70000, there is no port 70000",
        "mysql://me:secret@db/shop, 'there is more in it than user, host and port; the scenario names the database'",
        "mysql://me:secret@db?ssl=true, 'there is more in it than user, host and port; the scenario names the"
                + " database'",
    })
    void whatCannotBeUsedIsSaidWithoutThePassword(String url, String why) {
        var failure = catchThrowableOfType(Failure.class, () -> MYSQL.url(URI.create(url)));

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).contains("--mysql-url");
        assertThat(failure.why()).isEqualTo(why);
        assertThat(failure.what() + failure.why() + failure.fix()).doesNotContain("secret");
    }

    @Test
    void asTextItHasNoPassword() {
        assertThat(MYSQL.url(URI.create("mysql://me:secret@db"))).hasToString("mysql://me@db:3306");
    }
}
