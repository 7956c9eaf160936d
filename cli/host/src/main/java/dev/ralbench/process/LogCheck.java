package dev.ralbench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Asks whether a line of a service's output holds a text. Each call reads all output again, while the service starts.
 */
public record LogCheck(LogFile log, String text) implements ReadyCheck {
    @Override
    public Optional<String> missing(BooleanSupplier goOn) {
        try (var reader = Files.newBufferedReader(log.path(), StandardCharsets.ISO_8859_1)) {
            var bytes = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            return reader.lines().anyMatch(line -> line.contains(bytes))
                    ? Optional.empty()
                    : Optional.of("no line of its output has the text");
        } catch (IOException e) {
            return Optional.of("its output cannot be read: " + e.getMessage());
        }
    }
}
