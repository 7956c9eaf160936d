package dev.ralbench.session;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.ServerKind;
import dev.ralbench.secret.Placeholders;
import dev.ralbench.secret.Secrets;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The URL of a server as it is given: in clear, with environment variables, or as the name of a file that holds it. The
 * URL is in no message, because it holds a password.
 *
 * @param supply whose option it is
 * @param text as typed: a URL in which {@code ${env:NAME}} stands for a variable, or {@code @FILE}
 */
record UrlOption(ServerKind supply, String text) {
    private static final String FILE = "@";

    /**
     * The URL with everything filled in.
     *
     * @throws Failure of usage if the file or a variable is missing, or it is not a URL of such a server
     */
    URI read(Map<String, String> environment) {
        var url = text.startsWith(FILE) ? firstLine(text.substring(FILE.length())) : filled(environment);
        try {
            var uri = new URI(url);
            supply.url(uri); // refused here, before anything is prepared
            return uri;
        } catch (URISyntaxException e) {
            throw Failure.usage(
                    supply.urlOption() + ": is not a URL: " + e.getReason() + " at position " + e.getIndex(),
                    "special characters of a password must be written as %XX",
                    "write it as " + supply.urlForm(String.valueOf(supply.port())));
        }
    }

    private String firstLine(String file) {
        try (BufferedReader lines = Files.newBufferedReader(Path.of(file))) {
            var line = lines.readLine();
            if (line == null || line.isBlank()) {
                throw Failure.usage(
                        supply.urlOption() + ": the first line of " + file + " is empty",
                        "",
                        "write the URL on its first line");
            }
            return line.strip();
        } catch (IOException | InvalidPathException e) {
            throw Failure.usage(
                            supply.urlOption() + ": there is no file " + file + " that can be read",
                            "@ in front of a name means that the URL is in that file",
                            "correct the name, or give the URL itself")
                    .causedBy(e);
        }
    }

    /** A variable that is the whole URL is taken as it is; a part of it may hold characters that have a meaning in a URL. */
    private String filled(Map<String, String> environment) {
        var names = Placeholders.names(text);
        names.stream()
                .filter(name -> environment.getOrDefault(name, "").isEmpty())
                .findFirst()
                .ifPresent(name -> {
                    throw Failure.usage(
                            supply.urlOption() + ": not set in the environment: " + name,
                            "",
                            "export " + name + "=..., and start ralbench from the same shell");
                });
        var secrets = Secrets.of(names, environment);
        return Placeholders.isOne(text) ? secrets.filled(text) : secrets.filled(text, Secrets::inUrl);
    }
}
