package dev.ralbench.benchmark;

/**
 * What the users of a shot send.
 *
 * @param httpVersion 1 (HTTP/1.1) or 2
 * @param postBytes size of the body of a POST, or 0 for a GET
 */
record ShotRequest(int httpVersion, int postBytes) {
    static final ShotRequest GET = new ShotRequest(1, 0);
    static final ShotRequest GET_BY_HTTP_2 = new ShotRequest(2, 0);

    static ShotRequest post(int bytes) {
        return new ShotRequest(1, bytes);
    }

    /** The body, as text. */
    String body() {
        return "x".repeat(postBytes);
    }
}
