package dev.ralbench.dependency.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableFiguresTest {
    @Test
    void allColumnsAreInTheChecksumWithTheirLengthsAndNullAsADash() {
        var columns = List.of(new TableFigures.Column("id", "bigint"), new TableFigures.Column("a`b", "VARBINARY"));

        var row = "CRC32(CONCAT(COALESCE(CONCAT(LENGTH(CONVERT(`id` USING utf8mb4)), ':', CONVERT(`id` USING utf8mb4)),"
                + " '-'), COALESCE(CONCAT(LENGTH(HEX(`a``b`)), ':', HEX(`a``b`)), '-')))";
        assertThat(TableFigures.query("shop", "items", columns))
                .isEqualTo("SELECT COUNT(*), COALESCE(BIT_XOR(" + row + "), 0), COALESCE(SUM(" + row
                        + "), 0) % 4294967296 FROM `shop`.`items`");
    }

    @Test
    void aChecksumHasSixteenDigits() {
        assertThat(TableFigures.checksum(0, 0)).isEqualTo("0000000000000000");
        assertThat(TableFigures.checksum(0xffff_ffffL, 0x1_2345L)).isEqualTo("ffffffff00012345");
    }
}
