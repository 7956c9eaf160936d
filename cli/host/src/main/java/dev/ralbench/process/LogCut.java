package dev.ralbench.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * Holds a log to a size while a service appends to it: its beginning and its end stay, and a line between them says how
 * much was left out. The file stays the same one, so the service writes on and notices nothing. Whatever it writes in
 * the instant in which the file is cut is left out, too. The log of a service that has opened it itself and does not append
 * is cut once: what it writes next comes behind a hole.
 */
public final class LogCut {
    /** A log is cut when it is longer. */
    public static final int MOST_BYTES = 8 << 20;

    private static final int HEAD_BYTES = 1 << 20;
    private static final int TAIL_BYTES = 2 << 20;
    /** Cuts are between lines, unless these are longer. */
    private static final int LONGEST_LINE = 64 << 10;
    /** A service that writes faster than this copies would be followed for ever. */
    private static final int MOST_CATCHES = 8;

    private static final int FAST_BYTES = 1 << 20;

    private final Path path;
    /** At the end of the last call. Guarded by this. */
    private long size;
    /** Guarded by this. */
    private boolean isFast;

    private long leftOut; // guarded by this
    /** End of the beginning that stays; 0 before the first cut. Guarded by this. */
    private long headEnd;
    /** Length of the line that says how much was left out. Guarded by this. */
    private int noteLength;
    /** Where the last cut ended. Guarded by this. */
    private long cutEnd;
    /** Whether the service writes at places of its own, so that each cut leaves a hole. Guarded by this. */
    private boolean hasOwnPlace;

    /** A cut of a log that nothing else cuts. */
    public LogCut(Path path) {
        this.path = path;
    }

    /** Cuts the log if it is too long. One that cannot be cut stays as it is: the service matters more. */
    public synchronized void holdToSize() {
        long before = size;
        size = path.toFile().length(); // 0 if it is not there yet
        isFast = size - before > FAST_BYTES;
        if (size > MOST_BYTES && !hasOwnPlace) {
            try (var log = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                cut(log);
                size = log.size();
            } catch (IOException e) {
                // Deleted, or no longer to be written.
            }
        }
    }

    /** Whether it grew so much before the last call that the next one should come soon. */
    synchronized boolean isGrowingFast() {
        return isFast;
    }

    private void cut(FileChannel log) throws IOException {
        if (cutEnd > 0 && isHole(log, cutEnd)) {
            hasOwnPlace = true;
            return;
        }
        long end = log.size();
        if (headEnd == 0) {
            headEnd = lineAfter(log, HEAD_BYTES);
        }
        long tail = lineAfter(log, end - TAIL_BYTES);
        leftOut += tail - headEnd - noteLength;
        var note = String.format(
                        Locale.ROOT,
                        "... ralbench left out %.1f MiB of this log here: it keeps the first and last of more than %d MiB ...%n",
                        leftOut / (double) (1 << 20),
                        MOST_BYTES >> 20)
                .getBytes(StandardCharsets.UTF_8);
        noteLength = note.length;
        log.write(ByteBuffer.wrap(note), headEnd);
        long to = headEnd + noteLength;
        long from = tail;
        for (int catches = 0; from < end && catches < MOST_CATCHES; catches++) {
            to += copy(log, from, end, to);
            from = end;
            end = log.size(); // the service wrote meanwhile
        }
        log.truncate(to);
        cutEnd = to;
    }

    private static boolean isHole(FileChannel log, long position) throws IOException {
        var next = ByteBuffer.allocate(1);
        return log.read(next, position) == 1 && next.get(0) == 0;
    }

    /** The beginning of the first line after a position; the position if there is none soon. */
    private static long lineAfter(FileChannel log, long position) throws IOException {
        var bytes = ByteBuffer.allocate(LONGEST_LINE);
        int length = Math.max(0, log.read(bytes, position));
        for (int at = 0; at < length; at++) {
            if (bytes.get(at) == '\n') {
                return position + at + 1;
            }
        }
        return position;
    }

    /** Copies a part of the log to an earlier place. */
    private static long copy(FileChannel log, long from, long end, long to) throws IOException {
        var piece = ByteBuffer.allocate(LONGEST_LINE);
        long copied = 0;
        while (from + copied < end) {
            piece.clear().limit((int) Math.min(piece.capacity(), end - from - copied));
            if (log.read(piece, from + copied) <= 0) {
                return copied;
            }
            piece.flip();
            while (piece.hasRemaining()) {
                copied += log.write(piece, to + copied);
            }
        }
        return copied;
    }
}
