package dev.ralbench.dependency.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalibratedQueryTest {
    @TempDir
    Path directory;

    @Test
    void whatIsWrittenIsRead() throws Exception {
        var calibration = new CalibratedQuery(58_310, 17.125, 46.5);

        assertThat(CalibratedQuery.isIn(directory)).isFalse();
        calibration.write(directory);
        assertThat(CalibratedQuery.isIn(directory)).isTrue();
        assertThat(CalibratedQuery.read(directory)).isEqualTo(calibration);
        assertThat(calibration.words(1_000_000))
                .isEqualTo("tenth match at document 58310 of 1000000: a query takes 17.1 ms alone, 46.5 ms with 5 at"
                        + " once");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tenth=1", "tenth=x\nalone=1\ntogether=2"})
    void aBrokenFileIsNone(String text) throws Exception {
        Files.writeString(directory.resolve("calibration"), text);

        assertThat(CalibratedQuery.isIn(directory)).isFalse();
    }
}
