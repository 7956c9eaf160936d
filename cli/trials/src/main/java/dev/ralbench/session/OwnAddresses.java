package dev.ralbench.session;

import dev.ralbench.HttpUrl;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;

/** The addresses of this machine: loopback, and those of its network interfaces. */
final class OwnAddresses {
    private OwnAddresses() {}

    /**
     * Whether a URL leads to this machine, by any address of its host. An unknown host counts as here: the request to it fails
     * in any case.
     */
    static boolean lead(URI url) {
        try {
            return HttpUrl.addresses(url).stream().anyMatch(OwnAddresses::have);
        } catch (UnknownHostException e) {
            return true;
        }
    }

    private static boolean have(InetAddress address) {
        try {
            return address.isLoopbackAddress()
                    || address.isAnyLocalAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return true; // not known; the default that leaves CPUs to a target does less harm
        }
    }
}
