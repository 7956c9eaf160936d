package dev.ralbench.load.net;

import dev.ralbench.Clock;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.testing.Alone;

/** Vert.x's sender keeps the contract of HTTP/2 as well. */
@Alone
class VertxHttp2IT extends Http2Contract {
    @Override
    SenderFactory senders() {
        return new VertxSenderFactory(Transport.best(), 2, true, Clock.system());
    }
}
