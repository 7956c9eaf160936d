package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.yaml.FileKind;
import dev.ralbench.yaml.SourceText;
import dev.ralbench.yaml.YamlWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The options that change the request, as typed.
 *
 * @param method {@code --method}
 * @param headers {@code --header}: {@code NAME: VALUE} each
 * @param body {@code --body}: a text, or {@code @FILE}
 * @param status {@code --status}: of a response that counts as a success
 * @param follows {@code --follow}: whether redirects are followed; false leaves that to the scenario
 */
public record RequestOverrides(
        Optional<String> method,
        List<String> headers,
        Optional<String> body,
        Optional<String> status,
        boolean follows) {
    private static final FileKind BODY =
            new FileKind("body", "", "docs/reference/scenario.md", "--body TEXT has the text itself.");

    public RequestOverrides {
        headers = List.copyOf(headers);
    }

    /** These options as values of a scenario. */
    public List<GivenValue> values() {
        var values = new ArrayList<GivenValue>();
        method.ifPresent(text -> values.add(text("request.method", text, "--method")));
        headers.forEach(header -> values.add(header(header)));
        body.ifPresent(text -> values.add(text("request.body", content(text), "--body")));
        status.ifPresent(text -> values.add(new GivenValue("request.expect.status", text, "--status")));
        if (follows) {
            values.add(new GivenValue("request.followRedirects", "true", "--follow"));
        }
        return values;
    }

    /** These options for a request that is only a URL: with a body it is a POST, unless the method is given. */
    public RequestOverrides ofUrl() {
        return body.isPresent() && method.isEmpty()
                ? new RequestOverrides(Optional.of("POST"), headers, body, status, follows)
                : this;
    }

    private static GivenValue header(String header) {
        int colon = header.indexOf(':');
        if (colon < 1) {
            throw Failure.usage(
                    "--header: needs a name and a value", "", "write --header 'Accept: application/json', in quotes");
        }
        var name = header.substring(0, colon).strip();
        return text("request.headers." + name, header.substring(colon + 1).strip(), "--header " + name);
    }

    private static String content(String given) {
        return given.startsWith("@") ? SourceText.read(file(given.substring(1)), BODY) : given;
    }

    private static Path file(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw Failure.usage("--body @" + name + ": cannot be a path", e.getReason(), "check the path")
                    .causedBy(e);
        }
    }

    private static GivenValue text(String path, String text, String origin) {
        return new GivenValue(path, YamlWriter.quoted(text), origin);
    }
}
