package dev.ralbench.docker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Asks the engine single questions without a client: every ralbench asks whether there is an engine, also if it never
 * needs a client.
 */
record EngineSocket(Path path) {
    /** @param head status line and header fields */
    record EngineResponse(int status, String head, String body) {
        Optional<String> header(String name) {
            var beginning = name.toLowerCase(Locale.ROOT) + ":";
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(beginning))
                    .map(line -> line.substring(beginning.length()).strip())
                    .findFirst();
        }
    }

    /**
     * @throws IOException when no engine listens, or its response is not HTTP
     * @throws TimeoutException when there is no whole response in time
     */
    EngineResponse get(String resource, Duration limit) throws IOException, TimeoutException {
        try {
            return TimeLimit.call(limit, "docker " + resource, () -> get(resource));
        } catch (ExecutionException e) {
            throw new IOException(EngineFailure.reason(e), e);
        }
    }

    private EngineResponse get(String resource) throws IOException {
        // HTTP 1.0: the engine closes the connection at the end, and sends nothing in chunks.
        var request = "GET " + resource + " HTTP/1.0\r\nHost: docker\r\n\r\n";
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            var response = new ByteArrayOutputStream();
            var buffer = ByteBuffer.allocate(8192);
            while (channel.read(buffer) >= 0) {
                response.write(buffer.array(), 0, buffer.position());
                buffer.clear();
            }
            return parse(response.toString(StandardCharsets.UTF_8));
        }
    }

    private static EngineResponse parse(String text) throws IOException {
        int end = text.indexOf("\r\n\r\n");
        var words = Arrays.asList(text.split(" ", 3));
        if (end < 0 || words.size() < 3 || !words.get(1).matches("\\d{3}")) {
            throw new IOException("what listens there does not speak HTTP");
        }
        return new EngineResponse(Integer.parseInt(words.get(1)), text.substring(0, end), text.substring(end + 4));
    }
}
