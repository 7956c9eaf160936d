package dev.ralbench.measurement;

import dev.ralbench.load.Traffic;
import dev.ralbench.measurement.WindowRequests.Transfer;

/** Adds up the bytes of requests. Mutable, because one event loop alone writes it on the hot path. */
final class TransferTally {
    private long responses;
    private long bodyBytes;
    private long receivedBytes;
    private long sentBytes;

    void add(Traffic traffic) {
        if (traffic.isAnswered()) {
            responses++;
        }
        bodyBytes += traffic.bodyBytes();
        receivedBytes += traffic.receivedBytes();
        sentBytes += traffic.sentBytes();
    }

    /** Adds another loop's counts. */
    void add(TransferTally other) {
        responses += other.responses;
        bodyBytes += other.bodyBytes;
        receivedBytes += other.receivedBytes;
        sentBytes += other.sentBytes;
    }

    Transfer sum() {
        return new Transfer(responses, bodyBytes, receivedBytes, sentBytes);
    }
}
