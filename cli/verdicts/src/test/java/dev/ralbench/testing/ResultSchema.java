package dev.ralbench.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/** The published schema of result files. */
public final class ResultSchema {
    private static final Path SCHEMA = Repository.path("results/schema/result.schema.json");

    private ResultSchema() {}

    /** Fails where the file does not keep the schema. */
    public static void assertKeptBy(Path file) {
        try {
            var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(Files.readString(SCHEMA));
            assertThat(schema.validate(new JsonMapper().readTree(Files.readString(file))))
                    .as("what %s breaks", file)
                    .isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
