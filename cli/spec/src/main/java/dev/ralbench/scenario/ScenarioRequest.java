package dev.ralbench.scenario;

import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.RequestTemplate.Transfer;
import dev.ralbench.load.TextTemplate;
import dev.ralbench.load.TextTemplate.Encoding;
import dev.ralbench.secret.SecretHeaders;
import dev.ralbench.secret.SecretUrl;
import dev.ralbench.secret.Secrets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A request as the scenario has it, with placeholders in place of secrets. Only {@link #filled} has the values.
 *
 * @param path path and query as they go on the wire but for the placeholders, beginning with {@code /}
 * @param headers in the order in which they are sent
 * @param transfer how it gets to the server that answers it, without the proxy
 * @param proxy the HTTP proxy that it goes through
 */
public record ScenarioRequest(
        String method,
        String path,
        Map<String, String> headers,
        Optional<BodyText> body,
        Expectation expect,
        Transfer transfer,
        Optional<SecretUrl> proxy) {

    public ScenarioRequest {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** A request by HTTP/1.1, sent straight to the target. */
    public ScenarioRequest(
            String method, String path, Map<String, String> headers, Optional<BodyText> body, Expectation expect) {
        this(method, path, headers, body, expect, Transfer.PLAIN, Optional.empty());
    }

    /** This request to another path. */
    ScenarioRequest withPath(String otherPath) {
        return new ScenarioRequest(method, otherPath, headers, body, expect, transfer, proxy);
    }

    /** This request by the way of another one. */
    ScenarioRequest transferredLike(ScenarioRequest other) {
        return new ScenarioRequest(method, path, headers, body, expect, other.transfer, other.proxy);
    }

    /** This request with more text after the path's {@code ?}. */
    ScenarioRequest withQuery(String more) {
        return withPath(path + joint() + more);
    }

    private String joint() {
        if (path.endsWith("?") || path.endsWith("&")) {
            return "";
        }
        return path.contains("?") ? "&" : "?";
    }

    /** Likewise, of a request without fields of data, or to learn nothing but its size. */
    public RequestTemplate filled(Secrets secrets) {
        return filled(secrets, RequestData.NONE);
    }

    /**
     * The request that is sent. It holds the secrets: nothing of it may be printed or stored.
     *
     * @throws dev.ralbench.Failure if it holds a field that the data does not have
     */
    public RequestTemplate filled(Secrets secrets, RequestData data) {
        var sent = new LinkedHashMap<String, TextTemplate>();
        headers.forEach(
                (name, value) -> sent.put(name, RequestValues.template(value, secrets::filled, data, Encoding.HEADER)));
        return new RequestTemplate(
                method,
                filledPath(secrets, data),
                sent,
                body.map(text -> text.filled(secrets, data)),
                expect,
                new Transfer(transfer.http2(), transfer.followRedirects(), proxy.map(url -> url.filled(secrets))),
                confidential());
    }

    /** A value of a response is for the server that sent it. */
    private Set<String> confidential() {
        var confidential = new HashSet<>(SecretHeaders.confidential(headers));
        headers.forEach((name, value) -> {
            if (RequestValues.hasVariables(value)) {
                confidential.add(name);
            }
        });
        return confidential;
    }

    /** A slash in a value is one of the path: servers take an encoded one for something else, or refuse it. */
    private TextTemplate filledPath(Secrets secrets, RequestData data) {
        int end = path.indexOf('?') < 0 ? path.length() : path.indexOf('?');
        return RequestValues.template(
                        path.substring(0, end),
                        text -> secrets.filled(
                                text, value -> Secrets.inUrl(value).replace("%2F", "/")),
                        data,
                        Encoding.URL)
                .plus(RequestValues.template(
                        path.substring(end), text -> secrets.filled(text, Secrets::inUrl), data, Encoding.URL));
    }

    /** The path of the first user; values that are left to chance stay as they are written. */
    public String firstPath() {
        return RequestValues.ofFirstUser(path);
    }

    /** The headers as they may be printed. */
    public Map<String, String> shownHeaders() {
        var shown = new LinkedHashMap<String, String>();
        headers.forEach((name, value) -> shown.put(name, SecretHeaders.shown(name, value)));
        return shown;
    }

    /** The scenario's keys that ask for more than requests straight to the target, as they are written. */
    public List<String> transferKeys() {
        var keys = new ArrayList<String>();
        if (transfer.followRedirects()) {
            keys.add("request.followRedirects: true");
        }
        proxy.ifPresent(url -> keys.add("request.proxy: " + url));
        return keys;
    }
}
