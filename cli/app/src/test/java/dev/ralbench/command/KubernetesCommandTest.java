package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralbench.Clock;
import dev.ralbench.fleet.FleetKey;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code kubectl apply} gets, by a strict schema that was made from the API of Kubernetes. */
class KubernetesCommandTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> SMALLEST = List.of("--count", "2", "--image", "ralbench");
    private static final List<String> LARGEST = List.of(
            "--count",
            "12",
            "--image",
            "registry.test:5000/load/ralbench@sha256:0123",
            "--name",
            "yes", // a boolean, if it were not quoted
            "--namespace",
            "null",
            "--cpu",
            "500m",
            "--memory",
            "1.5Gi",
            "--claim",
            "results.of-shop",
            "--files",
            "shop",
            "--environment",
            "tokens");
    private static final List<String> RUN = List.of("run", "http://shop.test/", "-u", "10");

    @TempDir
    private Path directory;

    private static Shell.CommandResult printed(List<String> options, List<String> command) {
        var args = Stream.of(List.of("agents", "kubernetes"), options, command)
                .flatMap(List::stream)
                .toArray(String[]::new);
        return Shell.run(args);
    }

    private static List<JsonNode> documents(String yaml) {
        var documents = new ArrayList<JsonNode>();
        new Load(LoadSettings.builder().build())
                .loadAllFromString(yaml)
                .forEach(document -> documents.add(JSON.valueToTree(document)));
        return documents;
    }

    private static List<JsonNode> documents(List<String> options, List<String> command) {
        var result = printed(options, command);
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.err())
                .isEqualTo("it holds private keys: keep it from others, and store it in no repository\n");
        return documents(result.out());
    }

    private static Schema schema() throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(
                        Repository.path("cli", "app", "src", "test", "resources", "kubernetes.schema.json")));
    }

    private static List<String> flaws(JsonNode document) throws IOException {
        return schema().validate(document.toString(), InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }

    @Test
    void eachDocumentIsOneOfKubernetes() throws IOException {
        for (var options : List.of(SMALLEST, LARGEST)) {
            var documents = documents(options, RUN);
            assertThat(documents)
                    .extracting(document -> document.at("/kind").asString())
                    .containsExactly("Secret", "Service", "Job", "Job");
            for (var document : documents) {
                assertThat(flaws(document)).as("%s", document).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "completions: 2, completion: 2",
        "completions: 2, completions: two",
        "mountPath: /tmp, path: /tmp",
        "automountServiceAccountToken: false, automountServiceAccountTokens: false",
        "image: \"ralbench\", image: []",
        "kind: Service, kind: Servce",
    })
    void theSchemaSeesWrongKeysAndValues(String right, String wrong) throws IOException {
        var yaml = printed(SMALLEST, RUN).out();
        assertThat(yaml).contains(right);

        var flaws = new ArrayList<String>();
        for (var document : documents(yaml.replace(right, wrong))) {
            flaws.addAll(flaws(document));
        }
        assertThat(flaws).isNotEmpty();
    }

    @Test
    void mainFindsItsAgentsByTheNamesThatTheirPodsHave() {
        var documents = documents(LARGEST, RUN);
        var service = documents.get(1);
        var agents = documents.get(2);
        var main = documents.get(3);

        assertThat(service.at("/metadata/name").asString()).isEqualTo("yes");
        assertThat(service.at("/spec/clusterIP").asString()).isEqualTo("None");
        var labels = agents.at("/spec/template/metadata/labels");
        service.at("/spec/selector")
                .properties()
                .forEach(label -> assertThat(labels.get(label.getKey())).isEqualTo(label.getValue()));
        assertThat(main.at("/spec/template/metadata/labels/app.kubernetes.io~1component")
                        .asString())
                .isEqualTo("main");
        assertThat(agents.at("/metadata/name").asString()).as("of the pods").isEqualTo("yes");
        assertThat(agents.at("/spec/template/spec/subdomain").asString()).isEqualTo("yes");
        assertThat(agents.at("/spec/completionMode").asString()).isEqualTo("Indexed");
        assertThat(agents.at("/spec/completions").asInt()).isEqualTo(12);
        assertThat(agents.at("/spec/parallelism").asInt()).isEqualTo(12);
        assertThat(texts(agents.at("/spec/template/spec/containers/0/args")))
                .contains("yes-$(JOB_COMPLETION_INDEX):7800");
        var args = texts(main.at("/spec/template/spec/containers/0/args"));
        assertThat(args).startsWith("run", "--agents").endsWith("http://shop.test/", "-u", "10");
        assertThat(args.get(2).split(","))
                .hasSize(12)
                .startsWith("yes-0.yes:7800")
                .endsWith("yes-11.yes:7800");
        documents.forEach(document ->
                assertThat(document.at("/metadata/namespace").asString()).isEqualTo("null"));
    }

    @Test
    void wordsReachMainAsTheyWereTyped() {
        var odd = "X: $(PATH) $$ ${env:A} \"q\" 'q' \\n {{name}} #? claim é 😀 \u0085\u007f: - &a *b";
        var command = List.of("run", "http://shop.test/", "--header", odd, "--body", "a\nb\t", "-u", "1");

        var args = texts(documents(SMALLEST, command).get(3).at("/spec/template/spec/containers/0/args"));

        // Kubernetes makes $ of $$, and leaves $$(PATH) as $(PATH).
        assertThat(args.stream().map(word -> word.replace("$$", "$")))
                .endsWith("http://shop.test/", "--header", odd, "--body", "a\nb\t", "-u", "1");
        assertThat(args).noneMatch(word -> word.matches("(?s).*(?<!\\$)(\\$\\$)*\\$[({].*"));
    }

    @Test
    void theKeysAreThoseOfOneFleetForADay() throws IOException {
        var keys = documents(SMALLEST, RUN).getFirst().at("/stringData");
        assertThat(keys.propertyNames()).containsExactly("main.key", "agent-0.key", "agent-1.key");
        for (var name : keys.propertyNames()) {
            var file = Files.writeString(directory.resolve(name), keys.get(name).asString());
            var key = FleetKey.read(file, Clock.system());
            assertThat(key.name() + ".key").isEqualTo(name);
            assertThat(Duration.between(Clock.system().now(), key.validUntil()))
                    .isBetween(Duration.ofHours(23), Duration.ofHours(24));
        }
        assertThat(documents(SMALLEST, RUN).getFirst().at("/stringData")).isNotEqualTo(keys);
    }

    @Test
    void theKeysOfAsManyAgentsAsThereCanBeFitIntoASecret() {
        var most = List.of("--count", "500", "--image", "ralbench");
        long bytes = documents(most, RUN)
                .getFirst()
                .at("/stringData")
                .valueStream()
                .mapToLong(key -> key.asString().length())
                .sum();

        assertThat(bytes).isLessThan(1 << 20);
    }

    @Test
    void agentsSeeNoKeyOfMainAndPodsHaveNoRights() {
        var documents = documents(SMALLEST, RUN);
        for (var entry : Map.of(2, List.of("agent-0.key", "agent-1.key"), 3, List.of("main.key"))
                .entrySet()) {
            var pod = documents.get(entry.getKey()).at("/spec/template/spec");
            assertThat(pod.at("/automountServiceAccountToken").asBoolean(true)).isFalse();
            assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
            assertThat(pod.at("/volumes/0/secret/items")
                            .valueStream()
                            .map(item -> item.get("key").asString()))
                    .containsExactlyElementsOf(entry.getValue());
            pod.at("/containers").forEach(container -> {
                assertThat(container
                                .at("/securityContext/readOnlyRootFilesystem")
                                .asBoolean())
                        .isTrue();
                assertThat(container
                                .at("/securityContext/allowPrivilegeEscalation")
                                .asBoolean(true))
                        .isFalse();
                assertThat(container.has("livenessProbe") || container.has("readinessProbe"))
                        .isFalse();
                container
                        .at("/volumeMounts")
                        .forEach(mount -> assertThat(
                                        pod.at("/volumes").valueStream().map(volume -> volume.get("name")))
                                .contains(mount.get("name")));
            });
        }
    }

    @Test
    void resultsStayInThePodOrGoToAClaim() {
        var inPod = documents(SMALLEST, RUN).get(3).at("/spec/template/spec");
        var onClaim = documents(LARGEST, RUN).get(3).at("/spec/template/spec");

        assertThat(inPod.at("/containers")
                        .valueStream()
                        .map(each -> each.get("name").asString()))
                .containsExactly("main", "results");
        assertThat(onClaim.at("/containers")
                        .valueStream()
                        .map(each -> each.get("name").asString()))
                .containsExactly("main");
        assertThat(onClaim.at("/volumes").toString()).contains("\"claimName\":\"results.of-shop\"");
        assertThat(onClaim.at("/containers/0/envFrom/0/secretRef/name").asString())
                .isEqualTo("tokens");
        assertThat(inPod.at("/containers/0").has("envFrom")).isFalse();
        assertThat(onClaim.at("/containers/0/volumeMounts").toString()).contains("\"mountPath\":\"/files\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--image i run x | ralbench agents kubernetes needs --count=NUMBER",
                "--count 2 run x | ralbench agents kubernetes needs --image=IMAGE",
                "--count 2 --image i | ralbench agents kubernetes needs COMMAND",
                "--count 0 --image i run x | --count 0: Kubernetes does not take it",
                "--count 1001 --image i run x | --count 1001: Kubernetes does not take it",
                "--count 2 --image -i run x | --image",
                "--count 2 --image i --name Load run x | --name Load: Kubernetes does not take it",
                "--count 2 --image i --name 2load run x | --name 2load: Kubernetes does not take it",
                "--count 2 --image i --namespace a_b run x | --namespace a_b: Kubernetes does not take it",
                "--count 2 --image i --cpu two run x | --cpu two: Kubernetes does not take it",
                "--count 2 --image i --memory 2GB run x | --memory 2GB: Kubernetes does not take it",
                "--count 2 --image i compare x.json | main cannot run \"compare\"",
                "--count 2 --image i run x --trails 3 | ralbench run has no option --trails",
                "--count 2 --image i run x --agents a:1 | --agents is not for the command of main",
            })
    void whatDoesNotFitIsRefused(String line, String message) {
        var outcome = printed(List.of(line.split(" ")), List.of());

        assertThat(outcome.err()).startsWith("ralbench: " + message).contains("\n  -> ");
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
    }
}
