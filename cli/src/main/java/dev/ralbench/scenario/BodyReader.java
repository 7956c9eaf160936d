package dev.ralbench.scenario;

import dev.ralbench.load.RequestBody;
import dev.ralbench.yaml.Format;
import dev.ralbench.yaml.PlainForm;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextForm;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads what a request carries: {@code body}, {@code form} or {@code multipart}. Encoded here, once for all users. */
final class BodyReader {
    static final Format PART = new Format.Keys(partKeys());

    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "TRACE");
    private static final String FORM_TYPE = "application/x-www-form-urlencoded";
    private static final TextForm PART_NAME =
            TextForm.matching("[^\"\\p{Cntrl}]+", "must not be empty, nor hold quotes or control characters", "part");
    private static final TextForm TYPE =
            TextForm.matching("[!#-~&&[^,]]+/[ !#-~]+", "must be a media type, such as image/png", "text/plain");

    private BodyReader() {}

    /**
     * What is sent, and what it is called.
     *
     * @param contentType of a form, which names it itself; empty for a body, whose headers say it
     */
    record Content(Optional<RequestBody> body, Optional<String> contentType) {
        private static final Content NONE = new Content(Optional.empty(), Optional.empty());
    }

    private static Map<String, Format> partKeys() {
        return Stream.of("name", "value", "file", "filename", "type")
                .collect(Collectors.toMap(
                        key -> key, key -> new Format.Value(), (one, other) -> one, LinkedHashMap::new));
    }

    static Content read(Section request, String method, Beside beside) {
        var given = Stream.of("body", "form", "multipart").filter(request::has).toList();
        given.stream().skip(1).forEach(key -> request.keyProblem(key, "does not go with " + given.getFirst()));
        given.stream()
                .filter(key -> !key.equals("body") && WITHOUT_BODY.contains(method))
                .forEach(key -> request.keyProblem(key, "needs a method that carries a body, such as method: POST"));
        var text = request.find("body", TextForm.ANY);
        var form = request.section("form").texts();
        if (request.has("multipart")) {
            return multipart(request, beside);
        }
        if (request.has("form")) {
            return new Content(Optional.of(RequestBody.text(encoded(form))), Optional.of(FORM_TYPE));
        }
        return new Content(text.map(RequestBody::text), Optional.empty());
    }

    private static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static Content multipart(Section request, Beside beside) {
        var parts = new ArrayList<Multipart.Part>();
        for (var section : request.sections("multipart", PART)) {
            parts.add(part(section, beside));
        }
        if (parts.isEmpty()) {
            request.problem("multipart", "needs at least one part");
            return Content.NONE;
        }
        var multipart = Multipart.of(List.copyOf(parts));
        return new Content(Optional.of(multipart.body()), Optional.of(multipart.contentType()));
    }

    private static Multipart.Part part(Section section, Beside beside) {
        var name = section.require("name", PART_NAME);
        var value = section.find("value", new PlainForm());
        var file = section.find("file", TextForm.NOT_BLANK);
        var filename = section.find("filename", PART_NAME);
        var type = section.find("type", TYPE);
        if (section.has("value") == section.has("file")) {
            section.problem("needs value or file, and not both");
        }
        if (section.has("filename") && !section.has("file")) {
            section.keyProblem("filename", "belongs to file");
        }
        if (!section.has("filename")
                && file.filter(path -> !PART_NAME.fits().test(lastOf(path))).isPresent()) {
            section.problem("file", "has a name that no header can hold: say in filename what it is to be called");
        }
        var bytes = file.map(path -> bytes(section, path, beside))
                .orElseGet(() -> value.orElse("").getBytes(StandardCharsets.UTF_8));
        var shown = file.map(path -> filename.orElseGet(() -> lastOf(path)));
        return new Multipart.Part(name, shown, type, RequestBody.of(bytes));
    }

    private static String lastOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static byte[] bytes(Section section, String path, Beside beside) {
        try {
            return beside.bytes(path);
        } catch (IllegalArgumentException e) {
            section.problem("file", String.valueOf(e.getMessage()));
            return new byte[0];
        }
    }
}
