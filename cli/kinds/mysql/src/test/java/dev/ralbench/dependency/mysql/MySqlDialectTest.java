package dev.ralbench.dependency.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MySqlDialectTest {
    @Test
    void allColumnsAreInTheChecksumWithTheirLengthsAndNullAsADash() {
        var columns = List.of(new MySqlDialect.Column("id", "bigint"), new MySqlDialect.Column("a`b", "VARBINARY"));

        var row = "CRC32(CONCAT(COALESCE(CONCAT(LENGTH(CONVERT(`id` USING utf8mb4)), ':', CONVERT(`id` USING utf8mb4)),"
                + " '-'), COALESCE(CONCAT(LENGTH(HEX(`a``b`)), ':', HEX(`a``b`)), '-')))";
        assertThat(MySqlDialect.query(new MySqlDialect().table("shop", "items"), columns))
                .isEqualTo("SELECT COUNT(*), COALESCE(BIT_XOR(" + row + "), 0), COALESCE(SUM(" + row
                        + "), 0) % 4294967296 FROM `shop`.`items`");
    }
}
