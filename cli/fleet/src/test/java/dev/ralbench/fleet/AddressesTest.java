package dev.ralbench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses of agents and of targets, as users write them. */
class AddressesTest {
    @ParameterizedTest
    @CsvSource({"load-1.test:7800, load-1.test, 7800", "127.0.0.1:0, 127.0.0.1, 0", "[::1]:65535, ::1, 65535"})
    void anAgentHasAHostAndAPort(String text, String host, int port) {
        var endpoint = Endpoint.parse("--listen", text);
        assertThat(endpoint).isEqualTo(new Endpoint(host, port)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", ":1", "a:", "a:b", "a:65536", "a:-1", "::1:7800", "a:1:2", " :1"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> Endpoint.parse("--listen", text))
                .isInstanceOf(Failure.class)
                .hasMessage("--listen: \"" + text + "\" is no address of an agent");
    }

    @ParameterizedTest
    @CsvSource({
        "ssh:load-1, -- load-1",
        "ssh:bench@load-1.test:2222, -p 2222 -- bench@load-1.test",
        "ssh:[::1], -- ::1",
        "ssh:bench@[fe80::1]:22, -p 22 -- bench@fe80::1",
        "ssh:ssh.test:7800, -p 7800 -- ssh.test",
    })
    void sshGetsAHostAndACommand(String text, String words) {
        var address = AgentAddress.parse("--agents", text, "A=b /opt/ralbench");

        assertThat(address).isInstanceOf(SshHost.class).hasToString(text);
        var command = ((SshHost) address).ssh();
        assertThat(command).startsWith("ssh", "-T").endsWith("A=b /opt/ralbench agent --stdio");
        assertThat(String.join(" ", command.subList(0, command.size() - 1))).endsWith("-o LogLevel=ERROR " + words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssh:",
                "ssh:7800",
                "ssh:-oProxyCommand=x",
                "ssh:-l@load-1",
                "ssh:a:0",
                "ssh:a:65536",
                "ssh:a:b",
                "ssh:a b",
                "ssh:@a",
                "ssh:::1",
                "ssh:[a]",
            })
    void noOtherTextIsAnAddressForSsh(String text) {
        assertThatThrownBy(() -> AgentAddress.parse("--agents", text, "ralbench"))
                .isInstanceOf(Failure.class)
                .hasMessage("--agents: \"" + text + "\" is no address of an agent");
    }

    @ParameterizedTest
    @CsvSource({
        "shop.test:443, shop.test, 443, true",
        "shop.test:443, SHOP.test, 443, true",
        "shop.test:443, shop.test, 80, false",
        "shop.test:443, a.shop.test, 443, false",
        "shop.test:*, shop.test, 80, true",
        "*.shop.test:443, a.shop.test, 443, true",
        "*.shop.test:443, a.b.shop.test, 443, true",
        "*.shop.test:443, shop.test, 443, false",
        "*.shop.test:443, .shop.test, 443, false",
        "*.shop.test:443, bookshop.test, 443, false",
        "*:8080, anything, 8080, true",
        "*:8080, anything, 8081, false",
        "[::1]:80, [::1], 80, true",
    })
    void aTargetIsAllowedByHostAndPort(String pattern, String host, int port, boolean isAllowed) {
        assertThat(AllowedTargets.parse("--allow", List.of("other.test:1", pattern))
                        .permits(host, port))
                .isEqualTo(isAllowed);
    }

    @Test
    void withoutAPatternAnyTargetIs() {
        var allowed = AllowedTargets.parse("--allow", List.of());
        assertThat(allowed.permits("shop.test", 443)).isTrue();
        assertThat(allowed).hasToString("any target");
    }

    @Test
    void theRefusalNamesTheOption() {
        var allowed = AllowedTargets.parse("--allow", List.of("a.test:1", "b.test:2"));
        assertThatThrownBy(() -> allowed.check("c.test", 3)).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.what()).isEqualTo("target c.test:3 is not allowed");
            assertThat(failure.why()).isEqualTo("this agent was started for a.test:1, b.test:2");
            assertThat(failure.fix()).contains("--allow c.test:3");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "a:", ":1", "a:0", "a:65536", "a*:1", "*a:1", "*.:1", "a:b:1", "https://a:1"})
    void aPatternThatMatchesNothingIsRefused(String pattern) {
        assertThatThrownBy(() -> AllowedTargets.parse("--allow", List.of(pattern)))
                .hasMessage("--allow: \"" + pattern + "\" is no target");
    }
}
