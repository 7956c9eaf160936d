package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.http.ControlClient;
import dev.ralbench.http.NoReply;
import dev.ralbench.http.Reply;
import dev.ralbench.http.Route;
import dev.ralbench.importing.CommentedScenario;
import dev.ralbench.importing.ImportedScenario;
import dev.ralbench.process.SearchPath;
import dev.ralbench.process.ShellWords;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.scenario.ScenarioFile;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.session.RunRequest;
import dev.ralbench.session.Session;
import dev.ralbench.tls.TlsClient;
import dev.ralbench.trial.StartedVariant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a scenario to begin with. */
@Command(
        name = ScenarioInitCommand.NAME,
        description =
                "Writes a scenario that runs as it is, with comments on what to change next: for a service that runs"
                        + " already (its URL), for one that a command, a jar or an image starts, or made of a file: an API's"
                        + " description (OpenAPI 3, Swagger 2), a server's access log (Common or Combined Log Format), or what a"
                        + " browser has recorded (HAR). Sends one request to the service, which it starts for that; of a file it"
                        + " says what it could not take over, and what it guessed.",
        footer = {
            "",
            "Examples: ralbench init http://127.0.0.1:8080/products/42 -o shop.yaml",
            "          ralbench init 'node server.js' --path /products/42 -o shop.yaml",
            "          ralbench init build/shop.jar -o shop.yaml",
            "          ralbench init --image shop:1 -o shop.yaml",
            "          ralbench init openapi.yaml -o shop.yaml",
            "          ralbench init /var/log/nginx/access.log --url http://127.0.0.1:8080 > shop.yaml"
        })
final class ScenarioInitCommand implements Callable<Integer> {
    /** "#!", ELF, and Mach-O of four kinds, in hexadecimal. */
    private static final List<String> BEGINNINGS_OF_PROGRAMS =
            List.of("2321", "7f454c46", "feedface", "feedfacf", "cefaedfe", "cffaedfe", "cafebabe");

    private static final int DIRECTORIES_OF_LOGS = 3;

    static final String NAME = "init";

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Pattern OF_SEVERAL_WORDS = Pattern.compile("(?s)\\S+\\s.*");
    private static final String ROOT = "/";

    private final Console console;
    private final ScenarioCatalog scenarios;
    private final Session session;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "URL|COMMAND|FILE",
            arity = "0..1",
            description =
                    "The URL of a request; the command or the jar that starts the service; or a file in one of these"
                            + " formats, whose content says which.")
    private Optional<String> source = Optional.empty();

    @Option(names = "--image", paramLabel = "IMAGE", description = "The image of the service, as for docker run.")
    private Optional<String> image = Optional.empty();

    @Option(
            names = "--path",
            paramLabel = "PATH",
            description = "With a command, a jar or an image: the request, which also answers when the service is ready"
                    + " (default: /).")
    private Optional<String> path = Optional.empty();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "With a file: where the requests are to go (default: what the file says).")
    private Optional<String> url = Optional.empty();

    @Option(
            names = "--no-check",
            description = "Start nothing and send nothing: write the scenario without knowing whether it runs.")
    private boolean isUnchecked;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the scenario to this file instead of standard output.")
    private Optional<Path> output = Optional.empty();

    @Option(names = "--force", description = "Replace the file if there is one.")
    private boolean isForced;

    ScenarioInitCommand(Console console, ScenarioCatalog scenarios, Session session) {
        this.console = console;
        this.scenarios = scenarios;
        this.session = session;
    }

    @Override
    public Integer call() {
        var place = output.map(file -> new YamlOutput("scenario", file, isForced));
        place.ifPresent(YamlOutput::checkName);
        var plain = plain();
        // What is wrong with it is wrong with what was named: better said now than when it is run.
        checked(plain.document());
        place.ifPresent(YamlOutput::checkPlace);
        try (var signals = new Signals()) {
            var answer = plain.isOfFile() || isUnchecked ? Optional.<Reply>empty() : answer(plain, signals);
            if (signals.received().isPresent()) {
                return signals.received().get().code();
            }
            write(plain, answer, place);
        }
        return ExitCode.OK.code();
    }

    private void write(ImportedScenario plain, Optional<Reply> answer, Optional<YamlOutput> place) {
        var text = new CommentedScenario(
                        answer.map(reply -> plain.expecting(reply.status())).orElse(plain),
                        RunCommand.commandLine(spec).stream()
                                .map(ShellWords::quoted)
                                .collect(Collectors.joining(" ")),
                        place.map(file -> file.path().toString()),
                        answer.flatMap(reply -> reply.header("Content-Type")))
                .text();
        place.ifPresentOrElse(file -> file.write(text), () -> {
            console.out().print(text);
            console.out().flush();
        });
        plain.notes().forEach(console::tell);
        place.ifPresent(file -> console.tell("scenario: " + file.path()));
    }

    private String checked(Map<String, Object> document) {
        var text = ScenarioFile.write(document);
        var unused = ScenarioFile.parse(source.or(() -> image).orElse(""), text).resolve(Overrides.none());
        return text;
    }

    private ImportedScenario plain() {
        if (source.isPresent() == image.isPresent()) {
            throw Failure.usage(
                    source.isPresent()
                            ? source.get() + " and --image exclude each other"
                            : "nothing is named of which a scenario could be made",
                    "",
                    "ralbench init URL, ralbench init 'COMMAND', ralbench init FILE, or ralbench init --image IMAGE");
        }
        if (image.isPresent()) {
            checkNoUrl();
            return started("image", image.get(), image.get().replaceFirst("[:@][^/]*$", ""));
        }
        var named = source.get();
        if (ScenarioCatalog.isUrl(named)) {
            checkNoUrl();
            checkNoPath("is part of the URL");
            return ofUrl(named);
        }
        var file = file(named);
        if (file.isPresent() && named.endsWith(".jar")) {
            checkNoUrl();
            return started("jar", named, named.replaceFirst("\\.jar$", ""));
        }
        if (file.isPresent() && !isProgram(file.get())) {
            return ofFile(file.get());
        }
        if (OF_SEVERAL_WORDS.matcher(named).matches()
                || file.isPresent()
                || SearchPath.ofThisProcess().find(named).isPresent()) {
            checkNoUrl();
            return started("command", named, ofCommand(named));
        }
        ScenarioCatalog.meantUrl(named).ifPresent(url -> {
            throw Failure.usage(
                    named + " is neither a file nor a URL",
                    "did you mean " + url + "?",
                    "write a URL with http:// or https://, or correct the path");
        });
        return ofFile(Path.of(named)); // which says that it cannot be read
    }

    /** On some file systems every file may be executed, and the shell would take any text for a script. */
    private static boolean isProgram(Path file) {
        if (!Files.isExecutable(file)) {
            return false;
        }
        try (var in = Files.newInputStream(file)) {
            var beginning = HexFormat.of().formatHex(in.readNBytes(4));
            return BEGINNINGS_OF_PROGRAMS.stream().anyMatch(beginning::startsWith);
        } catch (IOException e) {
            return true; // it may be executed, though not read
        }
    }

    private void checkNoUrl() {
        url.ifPresent(given -> {
            throw Failure.usage("--url " + given + ": belongs to a file", "", "leave it out");
        });
    }

    private void checkNoPath(String why) {
        path.ifPresent(given -> {
            throw Failure.usage("--path " + given + ": " + why, "", "leave it out");
        });
    }

    private static Optional<Path> file(String named) {
        try {
            return Optional.of(Path.of(named)).filter(Files::isRegularFile);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private ImportedScenario ofFile(Path file) {
        checkNoPath("a file has paths of its own");
        var imported = ImportedScenario.read(file, url);
        return output.map(place -> imported.named(baseName(place))).orElse(imported);
    }

    private ImportedScenario ofUrl(String named) {
        var scenario = scenarios.find(named).resolve(Overrides.none()).scenario();
        var variant = scenario.variants().getFirst();
        if (!(variant.target() instanceof TargetChoice.Url running)) {
            throw new IllegalStateException("a URL is no target that runs: " + named);
        }
        var requested = variant.request().path();
        return ImportedScenario.ofService(
                name(requested), requested, Map.of("url", running.url().toString()));
    }

    private ImportedScenario started(String kind, String what, String words) {
        var requested = path.orElse(ROOT);
        var target = new LinkedHashMap<String, Object>();
        target.put(kind, what);
        target.put("ready", requested);
        return ImportedScenario.ofService(name(words), requested, target);
    }

    /** The word that says most of a command: a jar or a script, else its first one. */
    private static String ofCommand(String command) {
        var words = List.of(command.strip().split("\\s+"));
        return words.stream()
                .filter(word -> !word.startsWith("-") && word.matches(".*\\.[A-Za-z]+"))
                .findFirst()
                .orElse(words.getFirst())
                .replaceFirst("\\.[A-Za-z]+$", "");
    }

    /** The name of the output, if there is one, because gates and results are named like it. */
    private String name(String words) {
        var last = words.replaceFirst("^.*/(?=[^/])", "");
        return output.map(ScenarioInitCommand::baseName).orElse(last);
    }

    private static String baseName(Path file) {
        return String.valueOf(file.getFileName()).replaceFirst("\\.[^.]*$", "");
    }

    /** The answer to one request, of a service that is started for it unless it runs already. */
    private Optional<Reply> answer(ImportedScenario plain, Signals signals) {
        var caller = Thread.currentThread();
        signals.onSignal(caller::interrupt);
        var answers = new ArrayList<Reply>();
        var logs = new ArrayList<Path>();
        Path drafted = written(checked(plain.document()));
        try {
            session.up(RunRequest.of(drafted.toString()), Optional.empty(), console::tell, started -> {
                started.target().log().ifPresent(logs::add);
                answers.add(reply(started));
            });
            logs.forEach(ScenarioInitCommand::deleteLog);
            return answers.stream().findFirst();
        } catch (InterruptedException e) {
            return Optional.empty(); // everything has been stopped; the caller ends with the signal
        } catch (Failure failure) {
            // Nothing was to be started: the URL is what is wrong.
            throw plain.isOfRunningService() && failure.kind() == FailureKind.ENVIRONMENT
                    ? Failure.usage(failure.what(), failure.why(), failure.fix())
                            .causedBy(failure)
                    : failure;
        } finally {
            deleteAlone(drafted);
        }
    }

    private static Path written(String text) {
        try {
            return Files.writeString(Files.createTempFile("ralbench-init", ".yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void deleteAlone(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // it stays, in the directory for temporary files
        }
    }

    /** With the directories that were made for it, unless there is more in them: of the run, of logs, of results. */
    private static void deleteLog(Path log) {
        try {
            Files.deleteIfExists(log);
            var directory = Optional.ofNullable(log.getParent());
            for (int made = 0; made < DIRECTORIES_OF_LOGS && directory.isPresent(); made++) {
                if (Files.isSymbolicLink(directory.get())) {
                    return; // the user's
                }
                Files.delete(directory.get());
                directory = directory.map(Path::getParent);
            }
        } catch (IOException e) {
            // not empty, or not ours: it stays
        }
    }

    private static Reply reply(StartedVariant started) throws InterruptedException {
        var target = started.target();
        var shown = started.url();
        var route = new Route(target.baseUrl(), Optional.empty(), target.tls().map(TlsClient::of));
        try (var client = new ControlClient();
                var one = client.open(route, PATIENCE)) {
            var reply = one.send(
                            "GET", started.variant().request().firstPath(), Map.of("Accept", "*/*"), Optional.empty())
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            if (reply.status() >= 400) {
                throw Failure.usage(
                        shown + ": answers with status " + reply.status(),
                        "a load of such requests measures nothing but failures",
                        "name a request that succeeds; with --no-check, add what it lacks, such as a header, to the"
                                + " scenario");
            }
            return reply;
        } catch (ExecutionException e) {
            throw Failure.usage(
                            shown + ": does not answer",
                            e.getCause() instanceof NoReply none ? none.reason() : String.valueOf(e.getCause()),
                            "start the service, correct the URL, or give --no-check to write the scenario all the same")
                    .causedBy(e);
        } catch (TimeoutException e) {
            throw Failure.usage(
                            shown + ": does not answer within " + PATIENCE.toSeconds() + " s",
                            "",
                            "name a request that ends, or give --no-check to write the scenario all the same")
                    .causedBy(e);
        }
    }
}
