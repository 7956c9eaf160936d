package dev.ralbench.scenario;

import dev.ralbench.load.RequestTemplate.Transfer;
import dev.ralbench.yaml.FlagForm;
import dev.ralbench.yaml.NumberForm;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.UrlForm;

/** Reads how a request gets to who answers it: {@code http}, {@code followRedirects}, {@code proxy}. */
final class TransferReader {
    private static final NumberForm VERSION = new NumberForm(1, 2);

    private TransferReader() {}

    static Transfer read(Section request) {
        boolean http2 = request.find("http", VERSION).orElse(1L) == 2;
        boolean followRedirects =
                request.find("followRedirects", new FlagForm()).orElse(false);
        var proxy = request.find("proxy", UrlForm.PROXY);
        if (proxy.filter(url -> !url.getScheme().equals("http")).isPresent()) {
            request.problem("proxy", "must be http://host:port; the way to the proxy itself has no TLS");
        }
        return new Transfer(http2, followRedirects, proxy);
    }
}
