package dev.ralbench.dependency.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.dependency.declared.DeclaredPostgres;
import dev.ralbench.dependency.kind.Product;
import dev.ralbench.testing.PlaceholderRule;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tukaani.xz.XZInputStream;

class PostgresKindTest {
    @ParameterizedTest
    @CsvSource({
        "postgres (PostgreSQL) 18.6, 18.6",
        "postgres (PostgreSQL) 15.13 (Debian 15.13-0+deb12u1), 15.13",
        "postgres (PostgreSQL) 19beta1, 19beta1",
    })
    void aProgramSaysItsVersion(String output, String version) {
        assertThat(PostgresKind.ofProgram(output + "\n")).contains(new Product("PostgreSQL", version));
    }

    @ParameterizedTest
    @CsvSource({"mysqld  Ver 9.7.4", "initdb 18.6", "''"})
    void otherProgramsAreNone(String output) {
        assertThat(PostgresKind.ofProgram(output)).isEmpty();
    }

    @Test
    void aServerSaysItsVersion() {
        assertThat(PostgresKind.ofServer("17.2 (Debian 17.2-1)")).hasToString("PostgreSQL 17.2");
    }

    @Test
    void whatCannotBeCountedIsRefused() {
        PostgresKind.require(PostgresKind.ofServer("14.1"), "here");
        assertThatThrownBy(() -> PostgresKind.require(PostgresKind.ofServer("13.23"), "db:5432"))
                .hasMessageContaining("PostgreSQL 13.23 is too old, db:5432");
    }

    /** PostgreSQL's own, and those of others, by the file in {@code licenses} that has their licence. */
    @Test
    void theLibrariesInTheJarHaveTheirLicences() throws IOException {
        var others = Map.ofEntries(
                Map.entry("icudata", "ICU"),
                Map.entry("icui18n", "ICU"),
                Map.entry("icuuc", "ICU"),
                Map.entry("crypto", "OpenSSL"),
                Map.entry("ssl", "OpenSSL"),
                Map.entry("xml2", "libxml2"),
                Map.entry("xslt", "libxslt"),
                Map.entry("z", "Zlib"),
                Map.entry("ossp-uuid", "OSSP-uuid"));
        var documented = Files.readString(Repository.path("THIRD-PARTY.md"));
        assertThat(documented).contains("liblzma is in the public domain");

        assertThat(librariesInTheJar()).containsAll(others.keySet()).allSatisfy(name -> {
            if (!Set.of("pq", "ecpg", "ecpg_compat", "pgtypes", "lzma").contains(name)) {
                var file = "licenses/" + others.get(name) + ".txt";
                assertThat(Repository.path(file)).isNotEmptyFile();
                assertThat(documented).contains("](" + file + ")");
            }
        });
    }

    private static Set<String> librariesInTheJar() throws IOException {
        var library = Pattern.compile("(?:\\./)?lib/lib([^/]+?)\\.so[.\\d]*");
        var found = new TreeSet<String>();
        var archive = Objects.requireNonNull(PostgresKind.class.getResource("/postgres-linux-x86_64.txz"));
        try (var stream = new TarArchiveInputStream(new XZInputStream(archive.openStream()))) {
            for (var entry = stream.getNextEntry(); entry != null; entry = stream.getNextEntry()) {
                var name = library.matcher(entry.getName());
                if (name.matches()) {
                    found.add(name.group(1));
                }
            }
        }
        return found;
    }

    @Test
    void addressesOfIpv6HaveBracketsWhereAUrlNeedsThem() {
        PlaceholderRule.assertKept(DeclaredPostgres.KIND, PostgresKind.SERVER, url -> url.placeholders("shop"));
    }
}
