package dev.ralbench.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Options of other tools (wrk, ab, hey, oha, k6, vegeta, bombardier, hyperfine, curl), and what to write instead. The nearest spelling
 * among ralbench's own options has another meaning.
 */
final class ForeignOptions {
    /** An answer holds for a command with this option, which loads something. */
    private static final String OF_LOADS = "--users";

    private static final String USERS = "write -u N: each user has a connection of its own";
    private static final String BODY = "write --body TEXT, or --body @FILE";
    private static final String CONTENT_TYPE = "write -H 'Content-Type: TYPE'";
    private static final String FILE = "write -o FILE.csv, or FILE.html, .json, .md, .txt, .xml";
    /** Of every command that writes reports. */
    private static final List<String> FILE_OPTIONS = List.of(
            "--format",
            "--output-format",
            "--csv",
            "--json",
            "--html",
            "--markdown",
            "--junit",
            "--out",
            "--summary-export",
            "--export-json",
            "--export-markdown",
            "--export-csv");

    private static final String NO_SCRIPTS =
            "there are no scripts: write the request by -X, -H and --body, or a scenario file";
    /** Options that ralbench has too, with a value that belongs to another tool's. */
    private static final List<ForeignValue> VALUES = List.of(
            new ForeignValue(
                    "-q", "[0-9.]+", "means --quiet; for the rate of hey or oha write --rate N, for all users"),
            new ForeignValue(
                    "-d",
                    "(?s)\\s*[\\[{<\"@].*|[A-Za-z_][^=]*=.*",
                    "means --duration; for the body of curl, hey or oha " + BODY),
            new ForeignValue("-s", ".*\\.lua", "means --scenario; " + NO_SCRIPTS),
            new ForeignValue("-s", "[0-9]+", "means --scenario; for the timeout of ab write --timeout 30s"));

    private static final String ALWAYS = "leave it out: the percentiles are always shown";
    private static final String NO_KEEP_ALIVE = "write load: { keepAlive: false } in a scenario file";
    private static final String ONE_REQUEST = "a command has one URL, and a scenario one request";

    private static final Map<String, String> ANSWERS = answers();

    /** One dash in front of a word, as Go programs and Java have it. picocli takes -duration for -d uration. */
    private static final Pattern LONG_WITH_ONE_DASH =
            Pattern.compile("(?<name>-[a-z][a-z0-9-]{2,})(=.*)?", Pattern.DOTALL);

    private ForeignOptions() {}

    private static Map<String, String> answers() {
        var answers = new LinkedHashMap<String, String>();
        put(answers, USERS, "-c", "--connections", "--concurrency", "--vus", "--clients", "--workers", "--max-workers");
        put(
                answers,
                "leave out the threads of wrk; for the seconds of ab write -d 30s, for the limit of hey --timeout 20s",
                "-t");
        put(answers, "leave it out: ralbench chooses its threads itself", "--threads");
        put(answers, "leave out the keep-alive of ab, which is on; for the -k of curl write --insecure", "-k");
        put(answers, "write --insecure", "--insecure-skip-tls-verify", "--skip-verify");
        put(answers, "write --ca FILE", "--cacert", "--root-certs");
        FILE_OPTIONS.forEach(option -> put(answers, FILE, option));
        put(answers, BODY, "--data", "--data-raw", "--data-binary", "--body-file");
        put(answers, "write --body @FILE", "-D", "-p");
        put(answers, "for the timeout of wrk write --timeout 10s, for that of ab and hey " + CONTENT_TYPE, "-T");
        put(answers, CONTENT_TYPE, "--content-type");
        put(answers, "write the URL by itself, as in ralbench run URL -u 50", "--url", "--uri", "--target");
        put(answers, NO_SCRIPTS, "--script", "--lua");
        put(answers, BODY, "-b", "--payload");
        put(answers, "write --body @FILE", "-f");
        put(
                answers,
                "leave it out: with --rate, response time counts from when each request was due",
                "-U",
                "--u_latency",
                "--latency-correction");
        put(answers, "write a scenario file with load: { closed: { ramp: ... } }", "--ramp-up", "--rampup", "--ramp");
        put(answers, "write tls: { certificate: FILE, key: FILE } at the target in a scenario file", "--cert", "--key");
        put(answers, "give the service a port: ralbench reaches it by TCP", "--unix-socket");
        put(
                answers,
                "write --follow, which follows up to ten redirects",
                "--max-redirects",
                "--redirect",
                "--redirects");
        put(answers, "write -H 'User-Agent: NAME'", "--user-agent");
        put(answers, "write --label NAME.KEY=VALUE", "--tag");
        put(answers, "write ${env:NAME} in a header or path, and set the variable", "--env", "-e");
        put(answers, "write -u N with more users: a connection has one request at a time", "--pipelining");
        put(answers, "write --think 1s", "--sleep", "--pause", "--delay");
        put(answers, "write expect: { p99: 200ms } in a scenario file", "--threshold", "--thresholds");
        put(answers, ALWAYS, "--percentiles", "--summary-trend-stats");
        put(answers, "write --details", "--verbose", "--debug", "--renderStatusCodes");
        put(answers, "leave it out, or for the rate of bombardier write --rate N", "-r");
        put(answers, "write -H 'Accept: TYPE' for that of hey, or -H 'Authorization: Basic ...' for that of ab", "-A");
        put(answers, "write -H 'Authorization: Basic ...'", "-a", "--basic-auth");
        put(answers, "write -H 'Cookie: NAME=VALUE'", "-C", "--cookie");
        put(answers, "write -H 'Host: NAME'", "--host");
        put(answers, ALWAYS, "-l", "--latency", "--latencies");
        put(answers, "write -X METHOD", "-m", "--request");
        put(answers, "write -X HEAD", "--head");
        put(answers, "write -d 30s", "-z");
        put(
                answers,
                "write -n N: requests of all users together",
                "--iterations",
                "--amount",
                "-i",
                "--number",
                "--total",
                "--maxOverallRequests");
        put(answers, "write --trials N", "--runs");
        put(answers, "write --steps 10,50,100 --hold 30s", "--stage", "--stages");
        put(
                answers,
                "write --rate N",
                "-R",
                "--rps",
                "--qps",
                "--arrival-rate",
                "--users-per-second",
                "--overallRate",
                "--connectionRate");
        put(
                answers,
                NO_KEEP_ALIVE,
                "--disable-keepalive",
                "--disable-keep-alive",
                "--no-keepalive",
                "--no-connection-reuse");
        put(answers, "write request: { proxy: URL } in a scenario file", "-x", "--proxy");
        put(answers, "write request: { http: 2 } in a scenario file", "--http2", "--h2");
        put(
                answers,
                "leave it out: ralbench asks for no compression unless -H 'Accept-Encoding: gzip' does",
                "--disable-compression",
                "--compressed");
        put(answers, "leave it out: redirects are not followed unless that is asked for", "--disable-redirects");
        put(answers, ONE_REQUEST, "--targets", "--urls-from-file");
        put(answers, "write --quiet", "--no-tui", "--no-progress");
        put(answers, "write --color never", "--no-color", "--disable-color");
        return answers;
    }

    private static void put(Map<String, String> answers, String answer, String... options) {
        for (var option : options) {
            answers.put(option, answer);
        }
    }

    /** What to write instead of an option that the command does not have; empty if nothing is known of it. */
    static Optional<String> insteadOf(String option, CommandSpec command) {
        var options = command.optionsMap();
        if (!options.containsKey(OF_LOADS)) {
            return options.containsKey("--output") && FILE_OPTIONS.contains(option)
                    ? Optional.of(FILE)
                    : Optional.empty();
        }
        boolean isAttached = option.length() > 2 && !option.startsWith("--"); // -c10
        return Optional.ofNullable(ANSWERS.get(option))
                .or(() -> Optional.ofNullable(ANSWERS.get(isAttached ? option.substring(0, 2) : option)));
    }

    /**
     * An option of ralbench with a value of another tool's.
     *
     * @param value a regular expression
     */
    private record ForeignValue(String option, String value, String answer) {}

    /** What to write instead of an option of ralbench whose value shows that another tool's is meant. */
    static Optional<String> insteadOfValue(String option, String value, CommandSpec command) {
        return VALUES.stream()
                .filter(each -> command.optionsMap().containsKey(OF_LOADS))
                .filter(each -> each.option().equals(option) && value.matches(each.value()))
                .map(ForeignValue::answer)
                .findFirst();
    }

    /** The name of an option with one dash that needs two; empty if the word is none. */
    static Optional<String> withOneDash(String word, CommandSpec command) {
        var match = LONG_WITH_ONE_DASH.matcher(word);
        return match.matches()
                ? Optional.of(match.group("name"))
                        .filter(name -> insteadOfOneDash(name, command).isPresent())
                : Optional.empty();
    }

    /** What to write instead of such an option. */
    static Optional<String> insteadOfOneDash(String name, CommandSpec command) {
        var option = "-" + name;
        return command.optionsMap().containsKey(option)
                ? Optional.of("write " + option + ", with two dashes")
                : insteadOf(option, command);
    }
}
