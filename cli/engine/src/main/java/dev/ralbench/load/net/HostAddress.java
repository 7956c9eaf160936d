package dev.ralbench.load.net;

import dev.ralbench.Failure;
import dev.ralbench.HttpUrl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;

/** Where connections to the host of a URL lead. */
final class HostAddress {
    private HostAddress() {}

    /**
     * The address and port.
     *
     * @param known which of the host's addresses; empty to look it up
     * @throws Failure when the host is unknown
     */
    static InetSocketAddress of(URI url, Optional<InetAddress> known) {
        try {
            var address =
                    known.isPresent() ? known.get() : HttpUrl.addresses(url).getFirst();
            return new InetSocketAddress(address, HttpUrl.port(url));
        } catch (UnknownHostException e) {
            throw Failure.environment(
                            "host " + HttpUrl.host(url) + " is unknown",
                            "no address was found for " + url,
                            "check its spelling, or give the address itself")
                    .causedBy(e);
        }
    }
}
