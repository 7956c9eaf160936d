package dev.ralbench.tls;

import io.netty.handler.ssl.OpenSsl;

/** What encrypts a load's connections. */
public enum TlsLibrary {
    /** The native library that Netty ships. A request costs about half of the JDK's CPU time, and nothing is compiled first. */
    BORING_SSL("BoringSSL"),
    JDK("JDK");

    private final String title;

    TlsLibrary(String title) {
        this.title = title;
    }

    /** BoringSSL where it loads: on Linux by x86-64 and arm64, unless a property of Netty's turns it off. */
    public static TlsLibrary best() {
        return OpenSsl.isAvailable() ? BORING_SSL : JDK;
    }

    /** Its name in results. */
    public String title() {
        return title;
    }
}
