package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.fleet.KubernetesFleet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Prints what {@code kubectl apply} takes. */
@Command(
        name = "kubernetes",
        description =
                "Prints Jobs, a Service and a Secret for kubectl apply: agents, and a main that runs the given command on"
                        + " them. Its first lines say how to follow the run and how to get the results. The keys in it"
                        + " are valid for a day.",
        footer = {
            "",
            "Examples: ralbench agents kubernetes --count 8 --image registry.test/ralbench run http://shop/ -u 1000 -d 30s > job.yaml",
            "          ralbench agents kubernetes --count 8 --image registry.test/ralbench --files shop run /files/shop.yaml > job.yaml"
        })
final class KubernetesCommand implements Callable<Integer> {
    private static final String RUN = "run";
    private static final List<String> OURS = List.of("--agents", "--fleet-key", "--agent-command", "--wait-for-agents");

    private final Console console;
    private final Supplier<CommandLine> all;
    private final Clock clock;

    @Option(
            names = "--count",
            paramLabel = "NUMBER",
            required = true,
            description = "How many agents, 1 to 500; each is a pod.")
    private int count;

    @Option(
            names = "--image",
            paramLabel = "IMAGE",
            required = true,
            description = "The image of ralbench that the cluster can pull, for agents and main.")
    private String image = "";

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "load",
            description = "What the Jobs and the Service are called (default: $${DEFAULT-VALUE}).")
    private String name = "";

    @Option(names = "--namespace", paramLabel = "NAME", description = "The namespace, if not the one that kubectl has.")
    private Optional<String> namespace = Optional.empty();

    @Option(
            names = "--cpu",
            paramLabel = "QUANTITY",
            defaultValue = "2",
            description = "CPUs of each agent, requested and as the limit (default: $${DEFAULT-VALUE}).")
    private String cpu = "";

    @Option(
            names = "--memory",
            paramLabel = "QUANTITY",
            defaultValue = "2Gi",
            description = "Memory of each agent, requested and as the limit (default: $${DEFAULT-VALUE}).")
    private String memory = "";

    @Option(
            names = "--files",
            paramLabel = "CONFIGMAP",
            description = "A ConfigMap whose files main has in /files, such as a scenario (kubectl create configmap"
                    + " NAME --from-file=FILE).")
    private Optional<String> files = Optional.empty();

    @Option(
            names = "--environment",
            paramLabel = "SECRET",
            description = "A Secret with environment variables of main, for $${env:NAME} in scenarios.")
    private Optional<String> environment = Optional.empty();

    @Option(
            names = "--claim",
            paramLabel = "CLAIM",
            description = "A PersistentVolumeClaim for the results. Without one, main's pod stays for a day, until they"
                    + " are copied.")
    private Optional<String> claim = Optional.empty();

    @Parameters(paramLabel = "COMMAND", arity = "1..*", description = "The command of main: run and its arguments.")
    private List<String> words = List.of();

    /** @param all the command line with every command */
    private KubernetesCommand(Console console, Supplier<CommandLine> all, Clock clock) {
        this.console = console;
        this.all = all;
        this.clock = clock;
    }

    /** With all behind the first word as arguments of main's command, options too. */
    static CommandLine of(Console console, Supplier<CommandLine> all, Clock clock) {
        return new CommandLine(new KubernetesCommand(console, all, clock)).setStopAtPositional(true);
    }

    @Override
    public Integer call() {
        var fleet = new KubernetesFleet(
                name, namespace, image, count, cpu, memory, claim, files, environment, checkedWords());
        console.out().print(fleet.yaml(clock));
        console.tell("it holds private keys: keep it from others, and store it in no repository");
        return ExitCode.OK.code();
    }

    private List<String> checkedWords() {
        if (!words.getFirst().equals(RUN)) {
            throw Failure.usage(
                    "main cannot run \"" + words.getFirst() + "\"",
                    "agents send the load of a run",
                    "end the command with run and its arguments, such as run http://shop/ -u 1000 -d 30s");
        }
        var root = all.get();
        WrongCommandLine.beforeParsing(words, root).ifPresent(failure -> {
            throw failure;
        });
        try {
            var run = root.parseArgs(words.toArray(String[]::new)).subcommand();
            OURS.stream().filter(run::hasMatchedOption).findFirst().ifPresent(option -> {
                throw Failure.usage(
                        option + " is not for the command of main", "its agents are those made here", "leave it out");
            });
        } catch (ParameterException e) {
            throw WrongCommandLine.failure(e);
        }
        return words;
    }
}
