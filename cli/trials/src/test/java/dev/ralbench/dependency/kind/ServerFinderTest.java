package dev.ralbench.dependency.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.cache.CacheParts;
import dev.ralbench.process.Program;
import dev.ralbench.process.SearchPath;
import dev.ralbench.process.UserCache;
import dev.ralbench.testing.Starters;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of a kind that does not come with ralbench: EnvironmentIT has those that do. */
class ServerFinderTest {
    private static final Program PROGRAM = new Program("shop", List.of("shop:1"));

    private static final ServerKind SHOP = new ServerKind(
            PROGRAM,
            "Shop",
            List.of("shopd", "shopd-old"),
            List.of(),
            image -> "shopd-of-" + image,
            Optional.empty(),
            Optional.empty(),
            7000,
            "keeper",
            false,
            output -> Optional.empty());

    @TempDir
    Path directory;

    private ServerFinder machine;
    private ServerFinder images;

    @BeforeEach
    void open() {
        var cache = new UserCache(directory.resolve("cache"));
        var parts = new CacheParts(cache, Starters.directories(cache), note -> {});
        machine =
                new ServerFinder(new ServerFinder.OnThisMachine(new SearchPath(List.of(directory))), parts, note -> {});
        images = new ServerFinder(new ServerFinder.InImages(Map.of(PROGRAM, "shop:1")), parts, note -> {});
    }

    @Test
    void theBestInstalledProgramIsStarted() throws Exception {
        assertThat(machine.findIfAny(SHOP, ServerSources.Source.NONE)).isEmpty();
        var old = executable("shopd-old");
        assertThat(machine.find(SHOP, ServerSources.Source.NONE)).isEqualTo(new ServerOrigin.AtPath(old));
        var best = executable("shopd");
        assertThat(machine.find(SHOP, ServerSources.Source.NONE)).isEqualTo(new ServerOrigin.AtPath(best));
    }

    @Test
    void theUsersChoiceComesFirst() throws Exception {
        executable("shopd");
        var mine = executable("mine");

        assertThat(machine.find(SHOP, program(mine.toString()))).isEqualTo(new ServerOrigin.AtPath(mine));
        assertThat(machine.find(SHOP, program("mine"))).isEqualTo(new ServerOrigin.AtPath(mine));
        assertThat(machine.find(SHOP, new ServerSources.Source(Optional.of(URI.create("shop://db")), Optional.empty())))
                .isEqualTo(new ServerOrigin.External(new ServerUrl("shop", "db", 7000, "keeper", "")));
    }

    @Test
    void anImageHasItsOwnNameOfTheProgram() throws Exception {
        assertThat(images.find(SHOP, ServerSources.Source.NONE))
                .isEqualTo(new ServerOrigin.InImage("shop:1", "shopd-of-shop:1"));
    }

    @Test
    void aChoiceThatCannotBeUsedIsRefused() {
        assertThatThrownBy(() -> machine.find(SHOP, ServerSources.Source.NONE)).hasMessage("there is no shop server");
        assertThatThrownBy(() -> machine.find(SHOP, program("nowhere")))
                .hasMessage("--shop nowhere is not a program that can be started");
        assertThatThrownBy(() -> images.find(SHOP, program("shopd")))
                .hasMessage("--shop shopd cannot be used in a container");
        assertThatThrownBy(() -> machine.find(
                        SHOP, new ServerSources.Source(Optional.of(URI.create("shop://db")), Optional.of("shopd"))))
                .hasMessage("--shop and --shop-url exclude each other");
    }

    private Path executable(String name) throws Exception {
        return Files.setPosixFilePermissions(
                Files.writeString(directory.resolve(name), ""), PosixFilePermissions.fromString("rwx------"));
    }

    private static ServerSources.Source program(String program) {
        return new ServerSources.Source(Optional.empty(), Optional.of(program));
    }
}
