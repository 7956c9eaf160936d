package dev.ralbench.scenario;

import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads a request's body: {@code body}, {@code form} or {@code multipart}. Encoded here, but for the placeholders. */
final class BodyReader {
    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "TRACE");
    private static final String FORM_TYPE = "application/x-www-form-urlencoded";

    private BodyReader() {}

    /**
     * The content and its media type.
     *
     * @param contentType of a form, which names it itself; empty for a body, whose headers say it
     */
    record Content(Optional<BodyText> body, Optional<String> contentType) {
        private static final Content NONE = new Content(Optional.empty(), Optional.empty());
    }

    static Content read(Section request, String method, ScenarioDirectory directory) {
        var given = Stream.of("body", "form", "multipart").filter(request::has).toList();
        given.stream().skip(1).forEach(key -> request.keyProblem(key, "does not go with " + given.getFirst()));
        given.stream()
                .filter(key -> !key.equals("body") && WITHOUT_BODY.contains(method))
                .forEach(key -> request.keyProblem(key, "needs a method that carries a body, such as method: POST"));
        var text = request.find("body", TextSyntax.ANY);
        var form = request.section("form").texts();
        if (request.has("multipart")) {
            return multipart(request, directory);
        }
        if (request.has("form")) {
            return new Content(
                    Optional.of(BodyText.of(new BodyText.FormFields(encoded(form)))), Optional.of(FORM_TYPE));
        }
        return new Content(text.map(plain -> BodyText.of(new BodyText.Plain(plain))), Optional.empty());
    }

    private static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(field ->
                        encoded(field.getKey()) + "=" + RequestValues.around(field.getValue(), BodyReader::encoded))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static Content multipart(Section request, ScenarioDirectory directory) {
        var parts = new ArrayList<Multipart.Part>();
        for (var section : request.sections("multipart")) {
            parts.add(PartReader.read(section, directory));
        }
        if (parts.isEmpty()) {
            request.problem("multipart", "needs at least one part");
            return Content.NONE;
        }
        var multipart = Multipart.of(List.copyOf(parts));
        return new Content(Optional.of(multipart.body()), Optional.of(multipart.contentType()));
    }
}
