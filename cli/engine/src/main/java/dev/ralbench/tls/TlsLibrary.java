package dev.ralbench.tls;

import io.netty.handler.ssl.OpenSsl;

/** What encrypts a load's connections. */
public enum TlsLibrary {
    /** The native library that Netty ships. A request costs about half of the JDK's CPU time, and little is compiled first. */
    BORING_SSL("BoringSSL"),
    JDK("JDK");

    private final String title;

    TlsLibrary(String title) {
        this.title = title;
    }

    /**
     * BoringSSL where it loads (on Linux by x86-64 and arm64, unless a property of Netty's turns it off) and signs with the
     * client's key, if there is one.
     */
    public static TlsLibrary of(TlsSettings settings) {
        return BoringSsl.signsWith(settings.identity()) && isBoringSslHere() ? BORING_SSL : JDK;
    }

    /** BoringSSL where it loads. */
    public static TlsLibrary best() {
        return isBoringSslHere() ? BORING_SSL : JDK;
    }

    /** Netty would take any OpenSSL that a program has on its class path. */
    private static boolean isBoringSslHere() {
        return OpenSsl.isAvailable() && OpenSsl.versionString().startsWith("BoringSSL");
    }

    /** Its name in results. */
    public String title() {
        return title;
    }
}
