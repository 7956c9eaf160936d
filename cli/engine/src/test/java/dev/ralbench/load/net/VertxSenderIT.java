package dev.ralbench.load.net;

import dev.ralbench.Clock;
import dev.ralbench.load.SenderFactory;

/** The second sender keeps the contract by HTTP/1.1 as well. */
class VertxSenderIT extends FaultContract {
    @Override
    SenderFactory senders() {
        return new VertxSenderFactory(Transport.best(), 2, false, Clock.system());
    }
}
