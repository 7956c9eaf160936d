package dev.ralbench.dependency.mongodb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/**
 * Where the tenth match is, and how long a query for the ten takes there.
 *
 * @param tenth number of the document, from 1
 * @param aloneMillis the lower quartile of queries one after the other
 * @param togetherMillis the mean of queries of which five are under way at once
 */
record CalibratedQuery(int tenth, double aloneMillis, double togetherMillis) {
    private static final String FILE = "calibration";

    /** The words that results record. */
    String words(int documents) {
        return String.format(
                Locale.ROOT,
                "tenth match at document %d of %d: a query takes %.1f ms alone, %.1f ms with %d at once",
                tenth,
                documents,
                aloneMillis,
                togetherMillis,
                MongoDbAccess.MOST_CONNECTIONS);
    }

    void write(Path directory) throws IOException {
        Files.writeString(
                directory.resolve(FILE),
                String.format(
                        Locale.ROOT, "tenth=%d%nalone=%.3f%ntogether=%.3f%n", tenth, aloneMillis, togetherMillis));
    }

    static CalibratedQuery read(Path directory) throws IOException {
        return find(directory).orElseThrow(() -> new IOException(directory.resolve(FILE) + " is not a calibration"));
    }

    static boolean isIn(Path directory) {
        return find(directory).isPresent();
    }

    private static Optional<CalibratedQuery> find(Path directory) {
        var values = new Properties();
        try (var text = Files.newBufferedReader(directory.resolve(FILE))) {
            values.load(text);
            return Optional.of(new CalibratedQuery(
                    Integer.parseInt(values.getProperty("tenth", "")),
                    Double.parseDouble(values.getProperty("alone", "")),
                    Double.parseDouble(values.getProperty("together", ""))));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }
}
