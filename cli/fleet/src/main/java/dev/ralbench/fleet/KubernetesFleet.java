package dev.ralbench.fleet;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * The documents by which Kubernetes runs agents and their main: an Indexed Job with a headless Service, a Job, and a Secret
 * with the keys of a new fleet.
 *
 * @param name of all that is made, a DNS label of at most {@value #LONGEST_NAME} characters
 * @param namespace empty for the one that kubectl has
 * @param image of ralbench, for agents and main
 * @param count of the agents, 1 to {@value #MOST_AGENTS}
 * @param cpu of one agent, such as 2 or 500m
 * @param memory of one agent, such as 2Gi
 * @param claim an existing PersistentVolumeClaim for results; empty for a volume that ends with the main's pod
 * @param files a ConfigMap whose files the main finds in {@code /files}
 * @param environment a Secret with variables of the main's environment
 * @param words what the main runs: {@code run} and its arguments
 */
public record KubernetesFleet(
        String name,
        Optional<String> namespace,
        String image,
        int count,
        String cpu,
        String memory,
        Optional<String> claim,
        Optional<String> files,
        Optional<String> environment,
        List<String> words) {
    private static final int LONGEST_NAME = 50; // those of pods are longer, and have 63 at most
    /** Each has a key, and a Secret has room for 1 MiB. */
    private static final int MOST_AGENTS = 500;

    private static final int PORT = 7800;
    private static final Duration VALIDITY = Duration.ofDays(1);
    private static final String PATIENCE = "10m";

    /** Of Services, whose rules are the strictest. */
    private static final Pattern LABEL = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");

    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final int LONGEST_SUBDOMAIN = 253;
    private static final Pattern QUANTITY = Pattern.compile("[0-9]+(\\.[0-9]+)?(m|k|M|G|T|Ki|Mi|Gi|Ti)?");
    private static final Pattern IMAGE = Pattern.compile("[\\w][\\w.:/@-]*");

    /** A line of the template that is there if a part is wanted. */
    private static final Pattern CONDITION = Pattern.compile("^(.*?)\\s*#\\? (\\w+)$");

    private static final Pattern VARIABLE = Pattern.compile("\\{\\{(\\w+)}}");
    /** Characters that YAML wants as escapes, and JSON does not; the latter writes those below 32 so. */
    private static final Pattern CONTROL = Pattern.compile("[\\x7f-\\x9f\\u2028\\u2029\\ufeff\\ufffe\\uffff]");

    private static final JsonMapper JSON = new JsonMapper();

    /** @throws Failure if Kubernetes would refuse a value, or run something else */
    public KubernetesFleet {
        words = List.copyOf(words);
        check(
                "--name",
                name,
                LABEL.matcher(name).matches() && name.length() <= LONGEST_NAME,
                "lower-case letters," + " digits and -, beginning with a letter, " + LONGEST_NAME
                        + " characters at most");
        checkName("--namespace", namespace);
        checkName("--claim", claim);
        checkName("--files", files);
        checkName("--environment", environment);
        check(
                "--image",
                image,
                IMAGE.matcher(image).matches(),
                "the name of an image, such as registry.test/ralbench:0.2.0");
        check("--count", Integer.toString(count), count >= 1 && count <= MOST_AGENTS, "1 to " + MOST_AGENTS);
        check("--cpu", cpu, QUANTITY.matcher(cpu).matches(), "a quantity, such as 2 or 500m");
        check("--memory", memory, QUANTITY.matcher(memory).matches(), "a quantity, such as 2Gi");
    }

    private static void checkName(String option, Optional<String> name) {
        name.ifPresent(text -> check(
                option,
                text,
                SUBDOMAIN.matcher(text).matches() && text.length() <= LONGEST_SUBDOMAIN,
                "a name of Kubernetes: lower-case letters, digits, - and ."));
    }

    private static void check(String option, String value, boolean isValid, String rule) {
        if (!isValid) {
            throw Failure.usage(option + " " + value + ": Kubernetes does not take it", "", "give " + rule);
        }
    }

    /** The documents as YAML, with keys that are made for them and are stored nowhere else. */
    public String yaml(Clock clock) {
        var agents = IntStream.range(0, count).mapToObj(i -> "agent-" + i).toList();
        var keys = FleetKey.texts(agents, VALIDITY, clock);
        var values = new HashMap<String, String>();
        values.put("name", name);
        values.put("kubectl", namespace.map(space -> "kubectl -n " + space).orElse("kubectl"));
        values.put("count", Integer.toString(count));
        values.put("port", Integer.toString(PORT));
        values.put("seconds", Long.toString(VALIDITY.toSeconds()));
        values.put(
                "until",
                clock.now().plus(VALIDITY).truncatedTo(ChronoUnit.SECONDS).toString());
        values.put("image", quoted(image));
        values.put("cpu", quoted(cpu));
        values.put("memory", quoted(memory));
        values.put("mainKey", quoted(Objects.requireNonNull(keys.get("main"))));
        values.put(
                "agentKeys",
                agents.stream()
                        .map(agent -> agent + ".key: " + quoted(Objects.requireNonNull(keys.get(agent))))
                        .collect(Collectors.joining("\n  ")));
        values.put(
                "agentItems",
                agents.stream()
                        .map(agent -> "{key: " + agent + ".key, path: " + agent + ".key}")
                        .collect(Collectors.joining(", ", "[", "]")));
        // Its own name: the address of the pod, of either version of IP.
        values.put("listen", quoted(name + "-$(JOB_COMPLETION_INDEX):" + PORT));
        values.put("args", args());
        var parts = new HashSet<String>();
        parts.add(claim.isPresent() ? "claim" : "scratch");
        Map.of("namespace", namespace, "claim", claim, "files", files, "environment", environment)
                .forEach((part, value) -> value.ifPresent(text -> {
                    parts.add(part);
                    values.put(part, quoted(text));
                }));
        return template()
                .lines()
                .flatMap(line -> wanted(line, parts).stream())
                .map(line -> filled(line, values))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static Optional<String> wanted(String line, Set<String> parts) {
        var condition = CONDITION.matcher(line);
        if (!condition.matches()) {
            return Optional.of(line);
        }
        return parts.contains(condition.group(2)) ? Optional.of(condition.group(1)) : Optional.empty();
    }

    private static String filled(String line, Map<String, String> values) {
        return VARIABLE.matcher(line)
                .replaceAll(variable -> Matcher.quoteReplacement(
                        Objects.requireNonNull(values.get(variable.group(1)), variable.group(1))));
    }

    /** Options of the fleet come first, because the user's words may end in a double dash and arguments. */
    private String args() {
        var agents = IntStream.range(0, count)
                .mapToObj(i -> name + "-" + i + "." + name + ":" + PORT)
                .collect(Collectors.joining(","));
        var args = new ArrayList<>(List.of(
                words.getFirst(), "--agents", agents, "--fleet-key", "/keys/main.key", "--wait-for-agents", PATIENCE));
        // Kubernetes would replace $(NAME), and $$ by $.
        words.stream().skip(1).map(word -> word.replace("$", "$$")).forEach(args::add);
        return args.stream().map(KubernetesFleet::quoted).collect(Collectors.joining(", ", "[", "]"));
    }

    /** A string of JSON is one of YAML. */
    private static String quoted(String text) {
        return CONTROL.matcher(JSON.writeValueAsString(text))
                .replaceAll(character ->
                        "\\\\u%04x".formatted((int) character.group().charAt(0)));
    }

    private static String template() {
        try (var in = Objects.requireNonNull(KubernetesFleet.class.getResourceAsStream("kubernetes.yaml"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
