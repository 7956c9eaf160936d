package dev.ralbench.dependency.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableFiguresTest {
    @Test
    void aChecksumHasSixteenDigits() {
        assertThat(TableFigures.checksum(0, 0)).isEqualTo("0000000000000000");
        assertThat(TableFigures.checksum(0xffff_ffffL, 0x1_2345L)).isEqualTo("ffffffff00012345");
    }
}
