package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.process.UserCache;
import dev.ralbench.testing.FakeClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kept builds of a real git repository, whose build counts how often it runs. */
class GitBuildsTest {
    private static final String COUNT = "echo built >> log";
    private static final String FAILS_IF_TOLD = COUNT + "; test ! -e ../fails";

    @TempDir
    private Path directory;

    private final FakeClock clock = new FakeClock();
    private Path repository;
    private Path tree;

    @BeforeEach
    void makeARepository() throws Exception {
        directory = directory.toRealPath();
        repository = repository("orders");
        tree = directory.resolve("tree");
    }

    private Path repository(String name) throws Exception {
        var repository = Files.createDirectories(directory.resolve(name));
        git(repository, "init", "-q", "-b", "main", ".");
        for (var version : List.of("1", "2")) {
            Files.writeString(repository.resolve("version"), version);
            git(repository, "add", ".");
            git(repository, "commit", "-q", "-m", version);
            git(repository, "tag", "v" + version);
        }
        return repository;
    }

    private String git(Path where, String... words) throws Exception {
        var command = new ArrayList<>(List.of(
                "git", "-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "core.hooksPath=/dev/null"));
        command.addAll(List.of(words));
        var log = directory.resolve("git.txt");
        var process = new ProcessBuilder(command)
                .directory(where.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        var output = Files.readString(log);
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }

    private GitBuilds builds(Path where) {
        return builds(where, System.getenv());
    }

    private GitBuilds builds(Path where, Map<String, String> environment) {
        return new GitBuilds(where, environment, new UserCache(directory.resolve("cache")), clock);
    }

    private GitBuilds.KeptBuild kept(String revision, String command) {
        return builds(repository).kept(revision, command, Optional.of(tree));
    }

    @Test
    void aBuildThatFailsIsNotKeptForAnEarlierOneThatDidNot() throws Exception {
        assertThat(kept("v1", FAILS_IF_TOLD).isNew()).isTrue();
        assertThat(kept("v1", FAILS_IF_TOLD).isNew()).isFalse();
        git(repository, "worktree", "remove", "--force", tree.toString());
        Files.createFile(directory.resolve("fails"));

        for (int call = 0; call < 2; call++) {
            assertThatThrownBy(() -> kept("v1", FAILS_IF_TOLD))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("v1 could not be built");
        }
    }

    @Test
    void aTreeHasTheBuildOfTheCommandThatIsGiven() throws Exception {
        kept("v1", "echo one > it");
        kept("v1", "echo two > it");

        assertThat(kept("v1", "echo one > it").isNew()).isTrue();
        assertThat(tree.resolve("it")).hasContent("one");
    }

    @Test
    void theTreeThatTheUserWorksInIsNoPlaceForABuild() throws Exception {
        var below = Files.createDirectories(repository.resolve("service"));
        for (var where : List.of(repository, below)) {
            var place = where.equals(below) ? Path.of("..") : Path.of(".");
            assertThatThrownBy(() -> builds(where).kept("HEAD", COUNT, Optional.of(place)))
                    .isInstanceOfSatisfying(
                            Failure.class, failure -> assertThat(failure.kind()).isEqualTo(FailureKind.USAGE))
                    .hasMessageContaining(repository + " is the tree that you work in");
        }
        assertThat(repository.resolve("log")).doesNotExist();
    }

    /** git worktree prune would forget a tree whose disk is not mounted now. */
    @Test
    void treesOfTheUserStayKnownAndAStaleOneIsTaken() throws Exception {
        var mounted = directory.resolve("disk");
        git(repository, "worktree", "add", "-q", "--detach", mounted.toString(), "v1");
        Files.move(mounted, directory.resolve("unmounted"));
        kept("v1", COUNT);
        Files.move(tree, directory.resolve("moved"));

        assertThat(kept("v2", COUNT).isNew()).isTrue();
        Files.move(directory.resolve("unmounted"), mounted);
        assertThat(git(mounted, "rev-parse", "HEAD")).isEqualTo(git(repository, "rev-parse", "v1"));
    }

    private static List<Path> stateFiles(Path repository) throws Exception {
        try (var files = Files.walk(repository.resolve(".git"))) {
            return files.filter(file -> file.endsWith("ralbench-built")).toList();
        }
    }

    /** A tree of the repository at the wanted commit, and another repository at it. */
    @Test
    void aTreeThatTheUserMadeIsNoPlaceForABuild() throws Exception {
        git(repository, "worktree", "add", "-q", "--detach", tree.toString(), "v1");
        var clone = directory.resolve("clone");
        git(repository, "clone", "-q", "--branch", "v1", repository.toString(), clone.toString());
        for (var place : List.of(tree, clone)) {
            assertThatThrownBy(() -> builds(repository).kept("v1", COUNT, Optional.of(place)))
                    .isInstanceOfSatisfying(
                            Failure.class, failure -> assertThat(failure.kind()).isEqualTo(FailureKind.USAGE))
                    .hasMessageContaining(place + " exists, and was not made by ralbench gate anchor");
            assertThat(place.resolve("log")).doesNotExist();
        }
        git(repository, "worktree", "remove", tree.toString());

        assertThat(kept("v1", COUNT).isNew()).isTrue();
        git(repository, "worktree", "remove", "--force", tree.toString());
        git(repository, "worktree", "add", "-q", "--detach", tree.toString(), "v1");
        assertThatThrownBy(() -> kept("v1", COUNT))
                .as("at the place of an earlier one of ours")
                .isInstanceOf(Failure.class);
    }

    @Test
    void aKeptTreeOfAnotherCloneIsNoPlaceForABuild() throws Exception {
        kept("v1", COUNT);
        var clone = directory.resolve("clone");
        git(repository, "clone", "-q", repository.toString(), clone.toString());

        assertThatThrownBy(() -> builds(clone).kept("v1", COUNT, Optional.of(tree)))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("was not made by ralbench gate anchor");
    }

    /** As git starts a hook. */
    @Test
    void aBuildFromAHookSeesItsOwnTreeAndLeavesTheUsersIndex() throws Exception {
        var environment = new HashMap<>(System.getenv());
        environment.put("GIT_DIR", repository.resolve(".git").toString());
        environment.put("GIT_WORK_TREE", repository.toString());
        environment.put("GIT_INDEX_FILE", repository.resolve(".git/index").toString());
        var seen = "git rev-parse HEAD > seen; git status --porcelain version >> seen";

        var build = builds(repository, environment).kept("v1", seen, Optional.of(tree));

        assertThat(build.directory().resolve("seen")).hasContent(git(repository, "rev-parse", "v1"));
        assertThat(git(repository, "status", "--porcelain")).isEmpty();
        assertThat(builds(repository, environment)
                        .kept("v1", seen, Optional.of(tree))
                        .isNew())
                .isFalse();
    }

    @Test
    void buildsInTheCacheThatWereNotUsedForFourWeeksMakeRoom() throws Exception {
        var other = repository("other");
        var gone = repository("gone");
        clock.advance(Duration.ofDays(100));
        var used = builds(repository).kept("v1", COUNT, Optional.empty()).directory();
        var unused = builds(other).kept("v1", COUNT, Optional.empty()).directory();
        var orphan = builds(gone).kept("v1", COUNT, Optional.empty()).directory();
        var named = kept("v1", COUNT).directory();
        Files.move(gone, directory.resolve("elsewhere"));
        clock.advance(Duration.ofDays(20));
        assertThat(builds(repository).kept("v1", COUNT, Optional.empty()).isNew())
                .isFalse();
        clock.advance(Duration.ofDays(20));
        assertThat(unused).exists();

        builds(repository).kept("v2", COUNT, Optional.empty());

        assertThat(used).exists();
        assertThat(named).exists();
        assertThat(unused).doesNotExist();
        assertThat(orphan).doesNotExist();
        assertThat(git(other, "worktree", "list").lines()).hasSize(1);
        assertThat(stateFiles(other)).isEmpty();
        assertThat(stateFiles(repository)).hasSize(3);
        assertThat(builds(other).kept("v1", COUNT, Optional.empty()).isNew()).isTrue();
    }
}
