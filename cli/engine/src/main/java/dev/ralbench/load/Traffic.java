package dev.ralbench.load;

/**
 * Bytes of the request that a connection sent last, and when the first of its response came. Its sender notes them, its
 * user reads them when the request has ended. Mutable, because a request must not cost an allocation; belongs to one
 * event loop.
 */
public final class Traffic {
    private boolean isAnswered;
    private long bodyBytes;
    private long receivedBytes;
    private long sentBytes;
    private boolean hasFirstByte;
    private long firstByteNanos;

    /** The user sends a request: all counts begin again. One that is sent once more goes on with them. */
    public void begin() {
        isAnswered = false;
        bodyBytes = 0;
        receivedBytes = 0;
        sentBytes = 0;
        hasFirstByte = false;
    }

    /** So many bytes were handed to the connection. */
    public void sent(long bytes) {
        sentBytes += bytes;
    }

    /** So many bytes came, of whatever. */
    public void received(long bytes) {
        receivedBytes += bytes;
    }

    /** The first byte of the response came at this time of the loop's clock, and the whole response is not there yet. */
    public void firstByteCame(long nanos) {
        hasFirstByte = true;
        firstByteNanos = nanos;
    }

    /** What came was an interim response: the first byte of the response itself is still to come. */
    public void forgetFirstByte() {
        hasFirstByte = false;
    }

    /** Whether that came, and was noted: of a response that came at once it is not. */
    public boolean hasFirstByte() {
        return hasFirstByte;
    }

    /** When it came, by the loop's clock; only if it was noted. */
    public long firstByteNanos() {
        return firstByteNanos;
    }

    /** A whole response is there, with a body of so many bytes. */
    public void answered(long body) {
        isAnswered = true;
        bodyBytes = body;
    }

    /** Whether the response came as a whole, whatever its status. */
    public boolean isAnswered() {
        return isAnswered;
    }

    /** The body of a whole response as it was transferred: compressed or not, without the frames of chunks; else 0. */
    public long bodyBytes() {
        return bodyBytes;
    }

    /** Everything that came until the request ended, heads and half responses included; without TLS. */
    public long receivedBytes() {
        return receivedBytes;
    }

    /** Everything that was sent for it, each time that it was sent; without TLS. */
    public long sentBytes() {
        return sentBytes;
    }
}
