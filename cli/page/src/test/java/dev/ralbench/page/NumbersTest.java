package dev.ralbench.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.metric.MetricUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
    @ParameterizedTest
    @CsvSource({
        "PER_SECOND, 979.4,      979/s",
        "PER_SECOND, 5018.2,     5 020/s",
        "PER_SECOND, 44384.03,   44 400/s",
        "PER_SECOND, 0.2667,     0.267/s",
        "PER_SECOND, 999.6,      1 000/s",
        "COUNT,      4719272,    4 719 272",
        "COUNT,      0,          0",
        "COUNT,      -1234,      −1 234",
        "MILLIS,     0,          0 ms",
        "MILLIS,     0.0004,     0 µs",
        "MILLIS,     0.41,       410 µs",
        "MILLIS,     0.9996,     1.00 ms",
        "MILLIS,     4.6,        4.60 ms",
        "MILLIS,     203.4,      203 ms",
        "MILLIS,     999.7,      1.00 s",
        "MILLIS,     1043,       1.04 s",
        "MILLIS,     3750000,    3 750 s",
        "SECONDS,    2.01,       2.01 s",
        "CPU_MICROS, 5.83,       5.83 µs",
        "CPU_MICROS, 410.2,      410 µs",
        "CPU_MICROS, 1500,       1.50 ms",
        "BYTES,      512,        512 B",
        "BYTES,      21340,      20.8 KiB",
        "BYTES,      123731968,  118 MiB",
        "BYTES,      1048064,    1 020 KiB",
        "BYTES,      1610612736, 1.50 GiB",
        "BYTES_PER_SECOND, 512,  512 B/s",
        "BYTES_PER_SECOND, 1289748, 1.23 MiB/s",
        "BYTES_PER_SECOND, NaN,  –",
        "SHARE,      0,          0 %",
        "SHARE,      0.00002,    <0.01 %",
        "SHARE,      0.00157,    0.16 %",
        "SHARE,      0.0123,     1.23 %",
        "SHARE,      0.5,        50.0 %",
        "SHARE,      0.99999,    >99.9 %",
        "SHARE,      1,          100 %",
        "SHARE,      -0.082,     −8.20 %",
        "RATIO,      1,          1.00",
        "RATIO,      5.1249,     5.12",
        "RATIO,      0.19504,    0.195",
        "RATIO,      NaN,        –",
    })
    void aNumberHasThreeDigitsAndItsUnit(MetricUnit unit, double value, String text) {
        assertThat(Numbers.of(unit, value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "113775, 1, 113 775",
        "948, 1/s, 948/s",
        "297.67, 1/s, 297.67/s",
        "1088, ms, 1 088 ms",
        "43.387, s, 43.387 s"
    })
    void aPublishedFigureKeepsTheDigitsOfItsSource(double value, String unit, String text) {
        assertThat(Numbers.published(value, unit)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.0041, +0.4 %", "-0.111, −11.1 %", "0, 0.0 %", "0.0001, 0.0 %"})
    void aDeviationHasASign(double share, String text) {
        assertThat(Numbers.signedPercent(share)).isEqualTo(text);
        assertThat(Numbers.signedHundredths(share) + " %").isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.0041, 0.4 %", "-0.111, 11.1 %", "0, 0.0 %"})
    void theSizeOfADeviationHasNone(double share, String text) {
        assertThat(Numbers.unsignedPercent(share)).isEqualTo(text);
    }
}
