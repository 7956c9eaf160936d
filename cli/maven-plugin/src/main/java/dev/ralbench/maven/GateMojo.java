package dev.ralbench.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.repository.RemoteRepository;
import org.jspecify.annotations.Nullable;

/**
 * Measures the service that was built next to another build of it, and lets a gate decide. A regression fails the build.
 *
 * <p>ralbench comes as an artifact and runs in a JVM of its own, on JDK 21 or newer: that of Maven's toolchain if there is
 * one, else the newest on this machine. The result and the reports are written to {@code target/ralbench}.
 */
@Mojo(name = "gate", defaultPhase = LifecyclePhase.VERIFY, threadSafe = false)
public final class GateMojo extends AbstractMojo {
    private static final int REGRESSION = 3;
    private static final Set<Integer> UNDECIDED = Set.of(4, 5, 6);
    private static final String DECISION = "RESULT ";
    private static final String FAILED_RULE = "FAIL ";
    private static final String HEAD_OF_RULES = "gate  ";

    /** The scenario: a file, or the name of one that comes with ralbench. */
    @Parameter(property = "ralbench.scenario", required = true)
    private String scenario = "";

    /** The gate: the name of one that comes with ralbench, or a file. */
    @Parameter(property = "ralbench.gate", defaultValue = "pr")
    private String gate = "";

    /** The build that is judged: a jar, a program, {@code image:NAME}, a command, or a variant of the scenario. */
    @Parameter(property = "ralbench.head", defaultValue = "${project.build.directory}/${project.build.finalName}.jar")
    private String head = "";

    /**
     * The build that it is compared with: as {@code head}, or an artifact as {@code group:artifact:version}. The version
     * may be {@code RELEASE}, which is the last one in the repositories.
     */
    @Parameter(property = "ralbench.base")
    private @Nullable String base;

    /** In place of {@code base}: a revision of the git repository, such as {@code origin/main}. It is built once, and kept. */
    @Parameter(property = "ralbench.baseRevision")
    private @Nullable String baseRevision;

    /** Builds {@code baseRevision}; run by sh in its tree, in the directory of this project. */
    @Parameter(property = "ralbench.baseBuild", defaultValue = "mvn -q -B -DskipTests -Dralbench.skip package")
    private String baseBuild = "";

    /** There is no base yet: the absolute rules of the gate judge head alone. */
    @Parameter(property = "ralbench.noBase", defaultValue = "false")
    private boolean noBase;

    /** All variants by their names, in place of base and head; the first one is the base. */
    @Parameter
    private Map<String, String> variants = new LinkedHashMap<>();

    /** More options of {@code ralbench run}, a word each. */
    @Parameter
    private List<String> arguments = new ArrayList<>();

    /** Whether a gate that did not decide fails the build, too: inconclusive, not comparable, or not to be trusted. */
    @Parameter(property = "ralbench.failWhenUndecided", defaultValue = "true")
    private boolean failWhenUndecided;

    /** How often the gate has judged these builds, this time included; it goes into result and reports. */
    @Parameter(property = "ralbench.attempt", defaultValue = "1")
    private int attempt;

    /** Database servers that the scenario needs and this machine lacks: {@code mysql}, {@code postgres}, {@code redis}. */
    @Parameter(property = "ralbench.servers")
    private List<String> servers = new ArrayList<>();

    /** The version of ralbench; that of this plugin by default. */
    @Parameter(property = "ralbench.version", defaultValue = "${plugin.version}")
    private String version = "";

    /** More flags for the JVM of ralbench. */
    @Parameter(property = "ralbench.jvmArgs")
    private List<String> jvmArgs = new ArrayList<>();

    /** Where the result (gate.json) and the reports (gate.md, gate.xml for JUnit) are written. */
    @Parameter(property = "ralbench.outputDirectory", defaultValue = "${project.build.directory}/ralbench")
    private File outputDirectory = new File("");

    /** Measures nothing. */
    @Parameter(property = "ralbench.skip", defaultValue = "false")
    private boolean skip;

    @Parameter(defaultValue = "${project.basedir}", readonly = true)
    private File basedir = new File("");

    @Parameter(defaultValue = "${repositorySystemSession}", readonly = true)
    private @Nullable RepositorySystemSession repositorySession;

    @Parameter(defaultValue = "${project.remotePluginRepositories}", readonly = true)
    private List<RemoteRepository> pluginRepositories = List.of();

    @Parameter(defaultValue = "${project.remoteProjectRepositories}", readonly = true)
    private List<RemoteRepository> projectRepositories = List.of();

    private final RepositorySystem repositorySystem;
    private final ToolchainManager toolchains;
    private final MavenSession session;

    @Inject
    public GateMojo(RepositorySystem repositorySystem, ToolchainManager toolchains, MavenSession session) {
        this.repositorySystem = repositorySystem;
        this.toolchains = toolchains;
        this.session = session;
    }

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("ralbench is skipped");
            return;
        }
        check();
        var reports = Stream.of("gate.json", "gate.md", "gate.xml")
                .map(outputDirectory.toPath()::resolve)
                .toList();
        Ralbench.Ended ended;
        try {
            for (var report : reports) { // of an earlier build: whatever happens now, its decision is none of this one
                Files.deleteIfExists(report);
            }
            var ralbench = ralbench();
            var tree = baseRevision != null && isGiven(baseRevision)
                    ? Optional.of(builtFrom(baseRevision, ralbench))
                    : Optional.<Path>empty();
            var command = new ArrayList<>(
                    List.of("run", "--scenario", scenario, "--gate", gate, "--attempt", String.valueOf(attempt)));
            builds(tree).forEach((name, what) -> {
                command.add("--variant");
                command.add(name + "=" + what);
            });
            tree.ifPresent(directory -> {
                command.add("--directory");
                command.add("base=" + directory);
            });
            if (noBase) {
                command.add("--no-base");
            }
            reports.forEach(report -> {
                command.add("--output");
                command.add(report.toString());
            });
            command.addAll(arguments);
            ended = ralbench.run(command, line -> getLog().info(line));
        } catch (RepositoryException | IOException e) {
            throw new MojoExecutionException("ralbench could not be run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("stopped while ralbench was running", e);
        }
        conclude(ended);
    }

    /** Refuses what cannot be meant, before anything is resolved. */
    private void check() throws MojoExecutionException {
        long bases = Stream.of(isGiven(base), isGiven(baseRevision), noBase, !variants.isEmpty())
                .filter(Boolean::booleanValue)
                .count();
        if (bases != 1) {
            throw new MojoExecutionException(
                    (bases == 0 ? "There is nothing to compare with: give" : "Too much to compare with: give only")
                            + " one of base (a file or group:artifact:version), baseRevision (git), variants, or noBase"
                            + " (absolute rules judge head alone).");
        }
        var unknown = new TreeSet<>(servers);
        unknown.removeAll(Artifacts.servers());
        if (!unknown.isEmpty()) {
            throw new MojoExecutionException("servers: unknown " + String.join(", ", unknown) + "; valid here: "
                    + String.join(", ", new TreeSet<>(Artifacts.servers())));
        }
    }

    private Ralbench ralbench() throws MojoExecutionException, RepositoryException {
        return new Ralbench(
                jdk(),
                artifacts().ralbench(version, Set.copyOf(servers)),
                jvmArgs,
                basedir.toPath(),
                outputDirectory.toPath().resolve("jvm"));
    }

    private Artifacts artifacts() throws MojoExecutionException {
        if (repositorySession == null) {
            throw new MojoExecutionException("Maven gave this plugin no repositories");
        }
        return new Artifacts(
                repositorySystem,
                repositorySession,
                Stream.concat(pluginRepositories.stream(), projectRepositories.stream())
                        .distinct()
                        .toList());
    }

    private Jdk jdk() throws MojoExecutionException {
        var ofToolchain = Stream.concat(
                        Optional.ofNullable(toolchains.getToolchainFromBuildContext("jdk", session)).stream(),
                        Optional.ofNullable(toolchains.getToolchains(
                                        session, "jdk", Map.of("version", "[" + Jdk.OLDEST + ",)")))
                                .stream()
                                .flatMap(List::stream))
                .flatMap(toolchain -> Optional.ofNullable(home(toolchain)).stream())
                .flatMap(home -> Jdk.in(home).stream())
                .filter(Jdk::isNewEnough)
                .findFirst();
        var found = ofToolchain.isPresent()
                ? ofToolchain
                : Jdk.find(System.getenv(), List.of(Path.of(System.getProperty("java.home"))));
        return found.orElseThrow(() -> new MojoExecutionException("No JDK " + Jdk.OLDEST
                + " or newer was found for ralbench: install one, name it by RALBENCH_JAVA_HOME, or declare it in"
                + " toolchains.xml. Maven and the project may stay on theirs."));
    }

    private static @Nullable Path home(Toolchain toolchain) {
        var java = toolchain.findTool("java");
        return java == null ? null : Path.of(java).resolve("../..").normalize();
    }

    /**
     * What is measured, by name; the base first.
     *
     * @param tree this project's directory in the revision that is the base, if one is
     */
    private Map<String, String> builds(Optional<Path> tree) throws MojoExecutionException, RepositoryException {
        var builds = new LinkedHashMap<String, String>(variants);
        if (base != null && isGiven(base)) {
            builds.put("base", isArtifact(base) ? artifacts().file(base).toString() : base);
        } else if (tree.isPresent()) {
            builds.put(
                    "base",
                    tree.get().resolve(inProject(basedir.toPath(), head)).toString());
        }
        if (variants.isEmpty()) {
            builds.put("head", head);
        }
        return builds;
    }

    /** A property that a script leaves empty counts as not given. */
    private static boolean isGiven(@Nullable String text) {
        return text != null && !text.isBlank();
    }

    /** Such as com.example:orders:1.4, and not image:orders, a URL or a path. */
    static boolean isArtifact(String what) {
        return what.matches("[A-Za-z0-9_.-]+(:[A-Za-z0-9_.-]+){2,4}") && !what.startsWith("image:");
    }

    /**
     * Where head is below the directory of its project, and base below that of its tree.
     *
     * @throws MojoExecutionException if head is no file: anything else has no counterpart in a tree
     */
    static Path inProject(Path project, String head) throws MojoExecutionException {
        var file = project.resolve(head);
        if (!Files.isRegularFile(file)) {
            throw new MojoExecutionException("baseRevision needs a head that is a file which the build makes, such as"
                    + " target/orders.jar: there is no file " + file + ". Correct head, or bind the goal to a phase"
                    + " after the one that makes it; for an image, a URL, a variant or a command give base in place of"
                    + " baseRevision.");
        }
        return project.toAbsolutePath().relativize(file.toAbsolutePath()).normalize();
    }

    /** This project's directory in a tree of the revision, in which it has been built. */
    private Path builtFrom(String revision, Ralbench ralbench)
            throws MojoExecutionException, IOException, InterruptedException {
        inProject(basedir.toPath(), head); // refused before a build
        getLog().info("base: " + revision + ", built by: " + baseBuild);
        var anchor = ralbench.run(List.of("gate", "anchor", revision, "--build", baseBuild), line -> {});
        if (anchor.exit() != 0 || anchor.out().isEmpty()) {
            throw new MojoExecutionException("base could not be built from " + revision
                    + ": the lines above say why. Correct baseRevision or baseBuild.");
        }
        return Path.of(anchor.out().get(anchor.out().size() - 1));
    }

    /** Passes the decision on to Maven. */
    private void conclude(Ralbench.Ended ended) throws MojoExecutionException, MojoFailureException {
        if (ended.exit() == 0) {
            return;
        }
        var decision = decision(ended.out());
        var reports = "The reports are in " + outputDirectory + ".";
        if (ended.exit() == REGRESSION) {
            throw new MojoFailureException("The gate " + gate + " failed: this build is slower, or does more work.\n"
                    + decision + "\n" + reports);
        }
        if (!UNDECIDED.contains(ended.exit())) {
            throw new MojoExecutionException("ralbench ended with exit code " + ended.exit()
                    + ", without a decision: the lines above say why.\n" + decision);
        }
        var undecided = "The gate " + gate + " did not decide (exit code " + ended.exit()
                + "): no regression was shown," + " and none was ruled out.\n" + decision + "\n" + reports;
        if (failWhenUndecided) {
            throw new MojoFailureException(
                    undecided + "\nfailWhenUndecided=false lets builds pass that are not decided.");
        }
        getLog().warn(undecided);
    }

    /** Of what ralbench printed: the rules that failed, below the table's head, and the decision. */
    private static String decision(List<String> out) {
        boolean hasFailed = out.stream().anyMatch(line -> line.startsWith(FAILED_RULE));
        return out.stream()
                .filter(line -> line.startsWith(DECISION)
                        || line.startsWith(FAILED_RULE)
                        || (hasFailed && line.startsWith(HEAD_OF_RULES)))
                .collect(Collectors.joining("\n"));
    }
}
