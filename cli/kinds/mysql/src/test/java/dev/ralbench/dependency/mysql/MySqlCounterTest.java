package dev.ralbench.dependency.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.Texts;
import dev.ralbench.dependency.kind.ServedCounts;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MySqlCounterTest {
    /** Both as the server printed them after 100 prepared selects, an update, and in the first an insert from a select. */
    @ParameterizedTest
    @CsvSource({"mariadb-11.4, 108", "mysql-9.7, 115"})
    void dataStatementsAreCountedOnceAndNothingElseIs(String server, long served) {
        assertThat(MySqlCounter.served(status(server))).isEqualTo(served);
    }

    @Test
    void ourOwnStatementsAndConnectionAreTakenOff() {
        assertThat(MySqlCounter.counts(status("mariadb-11.4"), 6)).isEqualTo(new ServedCounts(102, 0, 1));
    }

    @Test
    void everyKindOfDataStatementCounts() {
        var status = Map.of(
                "Com_select",
                1L,
                "Com_insert",
                10L,
                "Com_update_multi",
                100L,
                "Com_delete",
                1000L,
                "Com_call_procedure",
                10_000L,
                "Com_commit",
                7L,
                "Com_set_option",
                7L);

        assertThat(MySqlCounter.served(status)).isEqualTo(11_111);
    }

    @Test
    void theQuestionAsksForWhatIsReadOnly() {
        assertThat(MySqlCounter.query("GLOBAL"))
                .startsWith("SHOW GLOBAL STATUS WHERE Variable_name IN ('Com_select', ")
                .endsWith("'Threads_running', 'Threads_connected')");
    }

    private static Map<String, Long> status(String server) {
        return Texts.resource("/dependency/" + server + ".txt")
                .lines()
                .map(line -> line.split("\t", 2))
                .collect(Collectors.toMap(fields -> fields[0], fields -> Long.parseLong(fields[1])));
    }
}
