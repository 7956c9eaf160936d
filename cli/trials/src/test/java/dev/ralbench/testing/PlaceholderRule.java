package dev.ralbench.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.declared.DeclaredKind;
import dev.ralbench.dependency.kind.ServerKind;
import dev.ralbench.dependency.kind.ServerUrl;
import java.net.URI;
import java.util.Map;
import java.util.function.Function;

/** The one rule of all servers for the placeholders of their addresses, as docs/reference/scenario.md tells it. */
public final class PlaceholderRule {
    private PlaceholderRule() {}

    /**
     * Fails if a kind of server does not keep it.
     *
     * @param values those of a server at a URL
     */
    public static void assertKept(
            DeclaredKind kind, ServerKind supply, Function<ServerUrl, Map<String, String>> values) {
        var name = kind.name();
        assertThat(values.apply(supply.url(URI.create(name + "://[::1]:7000"))))
                .containsOnlyKeys(kind.qualifiedPlaceholders())
                .containsEntry(name + ".host", "::1")
                .containsEntry(name + ".port", "7000")
                .containsEntry(name + ".address", "[::1]:7000");
        assertThat(values.apply(supply.url(URI.create(name + "://db:7000"))))
                .containsEntry(name + ".host", "db")
                .containsEntry(name + ".address", "db:7000");
    }
}
