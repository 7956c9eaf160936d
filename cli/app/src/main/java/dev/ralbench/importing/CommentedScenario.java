package dev.ralbench.importing;

import dev.ralbench.process.ShellWords;
import dev.ralbench.yaml.YamlWriter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A scenario as a file to begin with: what its keys do, what to try next, and keys to try as comments. Each block of these
 * is a part of a valid scenario once its signs are removed, alone and together with all the others.
 */
public final class CommentedScenario {
    private static final String LOAD = "load";
    private static final int WIDTH = 110;
    /** A line's end would end a comment. */
    private static final String CONTROLS = "\\p{Cntrl}";

    private final ImportedScenario scenario;
    private final Map<String, Object> document;
    private final String command;
    private final String file;
    private final Optional<String> contentType;
    private final StringBuilder text = new StringBuilder();

    /**
     * @param command that the user typed
     * @param file where it will be; empty if that is not known
     * @param contentType that the response to its request had, if it was sent
     */
    public CommentedScenario(
            ImportedScenario scenario, String command, Optional<String> file, Optional<String> contentType) {
        this.scenario = scenario;
        this.document = scenario.document();
        this.command = command;
        var place = file.map(path -> path.contains("/") ? path : "./" + path)
                .orElseGet(() -> "./" + document.get("name") + ".yaml");
        this.file = ShellWords.quoted(place).replaceAll(CONTROLS, " ");
        this.contentType = contentType
                .map(type -> type.replaceFirst(";.*", "").strip())
                .filter(type -> type.matches("[A-Za-z0-9.+-]+/[A-Za-z0-9.+-]+"));
    }

    /** The file's text. */
    public String text() {
        line(0, "A scenario of ralbench. Made by: " + command.replaceAll(CONTROLS, " "));
        line(0, "Measure it: ralbench run " + file);
        line(0, "What a run would do, and how long it takes: ralbench run " + file + " --dry-run");
        line(0, "What is wrong with this file: ralbench validate " + file);
        line(
                0,
                "A line with # and no space behind it is a key to try: remove the #. Every key:"
                        + " docs/reference/scenario.md");
        blank();
        key("schema");
        key("name");
        key("title");
        blank();
        requests();
        blank();
        load();
        blank();
        variants();
        blank();
        aims();
        blank();
        profiles();
        blank();
        line(0, "How many users it can take: ralbench capacity " + file + " --slo p99=200ms");
        line(0, "A gate that fails the build when a change makes it slower: ralbench gate init " + file);
        return text.toString();
    }

    private void requests() {
        var request = ImportedScenario.section(document.get("request"));
        if (document.containsKey("journeys")) {
            prose(0, """
                    What users do: each repeats the steps of a journey, with cookies of its own. "think" is the pause before the
                    next step. Several journeys are drawn by their "weight".""");
            common(request);
            key("journeys");
            return;
        }
        if (document.containsKey("requests")) {
            prose(0, """
                    What users send: each draws one request after the other, by their weights (default: 1). Tables show the figures
                    of each by its name. A value such as ${random 1..100} is drawn anew for each request.""");
            common(request);
            key("requests");
            return;
        }
        prose(0, "What each user sends, again and again.");
        key("request");
        if (!request.containsKey("expect")) {
            option(
                    2,
                    """
                    A response is good if its status is 200, and every other one counts as a failure. Check more, so that a fast
                    error page cannot pass for a fast service:""",
                    "expect:\n  status: 200"
                            + contentType
                                    .map(type -> "\n  header: { Content-Type: " + type + " }")
                                    .orElse(""));
        }
        option(2, """
                Headers. ${env:TOKEN} is filled in from the environment when the request is sent, and stored nowhere.""", "headers:\n  Authorization: \"Bearer ${env:TOKEN}\"");
        option(
                2,
                "A body. ${uuid} and ${random 1..100} are drawn anew for each request, the same for every variant.",
                "method: POST\nbody: '{\"id\": \"${uuid}\", \"count\": ${random 1..100}}'");
    }

    private void common(Map<?, ?> request) {
        if (request.isEmpty()) {
            // A header of the same name, in other letters, would not be valid.
            boolean isAuthorized =
                    YamlWriter.of(document).toLowerCase(Locale.ROOT).contains("authorization:");
            option(
                    0,
                    "What all of them have in common. ${env:TOKEN} is filled in from the environment, and stored nowhere.",
                    "request:\n  headers:\n    "
                            + (isAuthorized
                                    ? "X-Load-Test: \"${env:TOKEN}\""
                                    : "Authorization: \"Bearer ${env:TOKEN}\""));
        } else {
            key("request");
        }
    }

    private void load() {
        prose(0, """
                Ten users, each of which sends its next request when the last one has been answered: a closed load. More users
                load the service more, until it tops out.""");
        key(LOAD);
        if (!document.containsKey("journeys")) {
            option(2, """
                    Users that read before they go on. Without a pause, ten users are as many requests at the same time.""", "think: 500ms");
        }
        option(
                2,
                isJvm()
                        ? "Load before the measurement, which no figure counts: until the JVM's compilers rest."
                        : "Requests before the measurement, which no figure counts.",
                isJvm() ? "warmUp:\n  until: compiled" : "warmUp:\n  requests: 1000");
        option(2, "How long a user waits for a response before it counts as failed (default: 10s).", "timeout: 2s");
        option(2, "End a load that is beyond these limits.", "abortWhen:\n  errors: \">5%\"\n  for: 5s");
    }

    private boolean isJvm() {
        return scenario.target().containsKey("jar")
                || String.valueOf(scenario.target().get("command")).matches("(?s)(\\S*/)?java\\s.*");
    }

    private void variants() {
        prose(0, """
                The services to measure: one row of the table each. Two or more are compared.""");
        key("variants");
        if (!scenario.isOfRunningService()) {
            startedTarget();
        } else {
            option(
                    6,
                    "Process ID of the service: shows its CPU time, memory and threads, and of a JVM its heap and GC. To have"
                            + " ralbench start the service, put \"command\" and \"ready\" in place of \"url\".",
                    "pid: 4711");
            option(2, "Another one, such as the new version.", "other:\n  target:\n    url: http://127.0.0.1:8081");
        }
    }

    private void startedTarget() {
        prose(6, """
                "ready" is a path that answers 2xx as soon as the service can be measured. The service gets a free port by the
                variables PORT and SERVER_PORT, or in its command by ${port}.""");
        option(6, "Variables for the service.", "env:\n  LOG_LEVEL: warn");
        option(6, "How long the start may take (default: 60s).", "readyWithin: 3m");
        if (!scenario.target().containsKey("image")) {
            option(6, "The directory to start it in (default: the one that ralbench runs in).", "directory: .");
        }
        option(6, "What it may use at most. The kernel enforces it.", "limits:\n  openFiles: 1024");
        var kind = scenario.target().keySet().iterator().next();
        option(
                2,
                "Another one, such as the same service with another setting.",
                "other:\n  target:\n"
                        + indented(
                                4,
                                YamlWriter.of(Map.of(
                                        String.valueOf(kind), scenario.target().get(kind))))
                        + indented(
                                4,
                                YamlWriter.of(Map.of("ready", scenario.target().get("ready"))))
                        + "    env:\n      SETTING: other");
        blank();
        option(
                0,
                "Databases and other services, fresh for each trial. Their addresses go into \"env\" or \"command\" of the target:"
                        + " ${redis.host} and ${redis.port} here. Also mysql, postgres, mongodb, and services of your own.",
                "needs:\n  redis: {}");
    }

    private void aims() {
        option(
                0,
                "Limits: a run whose figures are beyond them ends with exit code 3, which fails a build.",
                "expect:\n  p99: <200ms\n  errors: <0.1%");
        option(
                0,
                "Variants are compared only if they do the same work, which four requests show before each load. If responses"
                        + " differ in values alone, such as the time, compare their structure.",
                "work:\n  same: shape");
    }

    private void profiles() {
        option(
                0,
                "Other loads: ralbench run " + file
                        + " --profile peak. \"rate\" sends requests at a rate, whether or not earlier"
                        + " ones have been answered (open load); --quick is short for --profile quick.",
                """
                profiles:
                  quick:
                    load.closed.constant.hold: 3s
                  peak:
                    load.closed.constant.users: 100
                  rate:
                    load.closed: null
                    load.think: null
                    load.open: { rate: { perSecond: 50, hold: 10s } }""");
    }

    private void key(String name) {
        Optional.ofNullable(document.get(name)).ifPresent(value -> text.append(YamlWriter.of(Map.of(name, value))));
    }

    private void blank() {
        if (!text.toString().endsWith("\n\n")) {
            text.append('\n');
        }
    }

    /** A paragraph, in lines of a readable length. */
    private void prose(int indent, String words) {
        var rest = words.replace('\n', ' ').strip();
        while (!rest.isEmpty()) {
            int space = rest.lastIndexOf(' ', WIDTH - indent);
            int end = rest.length() <= WIDTH - indent || space < 0 ? rest.length() : space;
            line(indent, rest.substring(0, end));
            rest = rest.substring(end).strip();
        }
    }

    private void line(int indent, String words) {
        text.append(" ".repeat(indent)).append("# ").append(words).append('\n');
    }

    /** A block to uncomment, after an empty line, with what it is for. */
    private void option(int indent, String words, String yaml) {
        blank();
        prose(indent, words);
        yaml.lines()
                .forEach(line ->
                        text.append(" ".repeat(indent)).append('#').append(line).append('\n'));
    }

    private static String indented(int indent, String yaml) {
        return yaml.indent(indent);
    }
}
