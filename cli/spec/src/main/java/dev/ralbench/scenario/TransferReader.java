package dev.ralbench.scenario;

import dev.ralbench.load.RequestTemplate.Transfer;
import dev.ralbench.secret.SecretUrl;
import dev.ralbench.yaml.FlagSyntax;
import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.UrlSyntax;
import java.util.Optional;

/** Reads how a request gets to the server that answers it: {@code http}, {@code followRedirects}, {@code proxy}. */
final class TransferReader {
    private static final NumberSyntax VERSION = new NumberSyntax(1, 2);

    private TransferReader() {}

    /** The proxy is read apart: environment variables may stand for its host and port. */
    record Way(Transfer transfer, Optional<SecretUrl> proxy) {}

    static Way read(Section request) {
        boolean http2 = request.find("http", VERSION).orElse(1L) == 2;
        boolean followRedirects =
                request.find("followRedirects", new FlagSyntax()).orElse(false);
        var proxy = request.find("proxy", UrlSyntax.PROXY);
        if (proxy.filter(url -> !url.scheme().equals("http")).isPresent()) {
            request.problem("proxy", "must be http://host:port; the way to the proxy itself has no TLS");
        }
        return new Way(new Transfer(http2, followRedirects, Optional.empty()), proxy);
    }
}
