package dev.ralbench.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** How long the thread that opened it has waited for a CPU; cheap enough to be asked all the time. */
public final class OwnSchedule implements AutoCloseable {
    private static final int LONGEST = 128;

    private final Optional<FileChannel> file;
    private final ByteBuffer line = ByteBuffer.allocateDirect(LONGEST);

    private OwnSchedule(Optional<FileChannel> file) {
        this.file = file;
    }

    /** The schedule of the calling thread. */
    public static OwnSchedule ofThisThread(ProcFs proc) {
        try {
            var path = proc.root().resolve("thread-self/schedstat");
            return new OwnSchedule(Optional.of(FileChannel.open(path, StandardOpenOption.READ)));
        } catch (IOException e) {
            return new OwnSchedule(Optional.empty());
        }
    }

    /** Nanoseconds since the thread began; 0 where the kernel does not say. */
    public long queuedNanos() {
        try {
            line.clear();
            if (file.isEmpty() || file.get().read(line, 0) <= 0) {
                return 0;
            }
            return secondNumber(line.flip());
        } catch (IOException e) {
            return 0;
        }
    }

    private static long secondNumber(ByteBuffer line) {
        while (line.hasRemaining() && line.get() != ' ') {
            // run time
        }
        long number = 0;
        while (line.hasRemaining()) {
            int digit = line.get() - '0';
            if (digit < 0) {
                return number;
            }
            number = 10 * number + digit;
        }
        return number;
    }

    @Override
    public void close() {
        try {
            if (file.isPresent()) {
                file.get().close();
            }
        } catch (IOException e) {
            // It was only read.
        }
    }
}
