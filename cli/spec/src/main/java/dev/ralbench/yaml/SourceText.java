package dev.ralbench.yaml;

import dev.ralbench.Failure;
import dev.ralbench.NearestFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads a whole text file, or says why it cannot. */
public final class SourceText {
    // Files written by hand have a few kilobytes; a larger one was named by mistake, or is endless (/dev/zero).
    private static final int MOST_BYTES = 1 << 20;
    /** How a result begins, which people name by mistake. */
    private static final Pattern RESULT = Pattern.compile("\\s*\\{\\s*\"schema\"\\s*:\\s*\"ralbench\\.result/");

    private static final int HEAD_BYTES = 200;

    private SourceText() {}

    /**
     * The text of a file in UTF-8.
     *
     * @param kind its expected kind, for messages
     */
    public static String read(Path path, FileKind kind) {
        if (Files.isDirectory(path)) {
            throw Failure.usage(path + ": is a directory, and no " + kind.noun(), "", "Name a file in it.");
        }
        try (var in = Files.newInputStream(path)) {
            var bytes = in.readNBytes(MOST_BYTES + 1);
            if (RESULT.matcher(new String(bytes, 0, Math.min(bytes.length, HEAD_BYTES), StandardCharsets.ISO_8859_1))
                    .lookingAt()) {
                throw Failure.usage(
                        path + ": is the result of a run, and no " + kind.noun(),
                        "",
                        "Print it with ralbench report, or compare it with others with ralbench compare.");
            }
            if (bytes.length > MOST_BYTES) {
                throw Failure.usage(path + ": is larger than 1 MiB", "No " + kind.noun() + " is.", "Check the path.");
            }
            return decoded(path.toString(), bytes);
        } catch (NoSuchFileException e) {
            throw Failure.usage(
                            path + ": there is no such file",
                            NearestFile.hint(path),
                            "Check the path" + (kind.otherwise().isEmpty() ? "." : "; " + kind.otherwise()))
                    .causedBy(e);
        } catch (AccessDeniedException e) {
            throw Failure.usage(path + ": may not be read", "Permission denied.", "Change the file's permissions.")
                    .causedBy(e);
        } catch (IOException e) {
            throw Failure.usage(path + ": cannot be read", String.valueOf(e.getMessage()), "Check the file.")
                    .causedBy(e);
        }
    }

    /** A text that is packaged with ralbench; empty if there is none of that name. */
    public static Optional<String> packaged(String resource) {
        try (var in = SourceText.class.getResourceAsStream(resource)) {
            return in == null ? Optional.empty() : Optional.of(decoded(resource, in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String decoded(String source, byte[] bytes) {
        var in = ByteBuffer.wrap(bytes);
        var out = CharBuffer.allocate(bytes.length);
        // A new decoder stops at undecodable bytes, unlike new String, and leaves the position there.
        var result = StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
        if (result.isError()) {
            throw Failure.usage(
                    source + ":" + lineAt(bytes, in.position()) + ": is not UTF-8",
                    "The line holds a byte that is no character in UTF-8.",
                    "Save the file in UTF-8.");
        }
        return out.flip().toString();
    }

    private static int lineAt(byte[] bytes, int position) {
        int line = 1;
        for (int i = 0; i < position; i++) {
            if (bytes[i] == '\n') {
                line++;
            }
        }
        return line;
    }
}
