package dev.ralbench.result;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How a text file begins and ends, white space at either end left out: enough to tell what it was meant to be.
 *
 * @param begin the first characters
 * @param end the last characters
 */
record FileEnds(String begin, String end) {
    private static final int LENGTH = 512;

    static FileEnds of(Path file) throws IOException {
        try (var channel = Files.newByteChannel(file)) {
            return new FileEnds(
                    text(channel, 0).stripLeading(),
                    text(channel, Math.max(0, channel.size() - LENGTH)).stripTrailing());
        }
    }

    private static String text(SeekableByteChannel channel, long from) throws IOException {
        var buffer = ByteBuffer.allocate(LENGTH);
        channel.position(from);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
            // until it is full or the file ends
        }
        return new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8);
    }

    boolean isEmpty() {
        return begin.isEmpty() && end.isEmpty();
    }
}
