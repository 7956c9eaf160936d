package dev.ralbench.command;

import dev.ralbench.service.ShownPlaceholders;
import dev.ralbench.trial.StartedVariant;
import java.io.PrintStream;

/** What {@code up} has started: addresses, logs, placeholders, and a request to try. */
final class UpSummary {
    private UpSummary() {}

    static void print(StartedVariant started, PrintStream out) {
        var chosen = started.variant();
        for (var server : started.servers()) {
            out.printf(
                    "%-9s %s, %s%s%n",
                    server.name(),
                    server.product(),
                    server.origin(),
                    server.log().map(log -> ", output in " + log).orElse(""));
        }
        started.placeholders().forEach((name, word) -> {
            if (!word.isEmpty()) {
                out.printf("  %s = %s%n", name, isOfOurs(name, started) ? word : ShownPlaceholders.of(name, word));
            }
        });
        var target = started.target();
        out.printf(
                "%-9s %s, process %s%s%n",
                chosen.title(),
                target.shownUrl(),
                target.pid().isPresent() ? String.valueOf(target.pid().getAsLong()) : "unknown",
                target.log().map(log -> ", output in " + log).orElse(""));
        out.println();
        out.println(CurlLine.of(chosen.request(), started.url()));
        out.println();
        out.println("up until Ctrl-C");
        out.flush();
    }

    /** Whether ralbench started the server: its password was made for it, ends with it, and the user needs it. */
    private static boolean isOfOurs(String word, StartedVariant started) {
        return started.servers().stream()
                .anyMatch(server ->
                        word.startsWith(server.name() + ".") && server.log().isPresent());
    }
}
