package dev.ralbench.command;

import dev.ralbench.dependency.DependencyKinds;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.placement.Demand;
import dev.ralbench.placement.Placement;
import dev.ralbench.placement.PlacementRequest;
import dev.ralbench.placement.Planner;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.TargetChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** CPU pinning options. */
final class CpuOptions {
    @Option(
            names = "--cpus",
            paramLabel = "ROLE=LIST",
            arity = "1..*",
            parameterConsumer = Words.class,
            description = "CPUs reserved for ralbench itself (generator), the target and its dependencies, in taskset"
                    + " notation: --cpus generator=0 target=1-3. Roles that are not named get the remaining CPUs;"
                    + " none: all roles share all CPUs. Default with four CPUs or more: a quarter of the cores for the"
                    + " generator, a quarter for dependencies, the rest for the target.")
    private List<String> words = List.of();

    /**
     * The CPU placement of a scenario's run.
     *
     * @param sources servers that run already are left where they are
     * @throws dev.ralbench.Failure if the placement is not possible
     */
    Placement placement(Scenario scenario, ServerSources sources) {
        return Planner.ofThisMachine().plan(PlacementRequest.parse(words), demand(scenario, sources));
    }

    private static Demand demand(Scenario scenario, ServerSources sources) {
        long running = scenario.variants().stream()
                .filter(variant -> variant.target() instanceof TargetChoice.Url)
                .count();
        var leftAlone = new ArrayList<String>();
        if (running > 0) {
            leftAlone.add("the target by url");
        }
        boolean startsServer = false;
        for (var kind : DependencyKinds.of(scenario.needs())) {
            if (sources.of(kind.name()).url().isEmpty()) {
                startsServer = true;
            } else {
                kind.supply().ifPresent(supply -> leftAlone.add(supply.title() + " by its url"));
            }
        }
        return new Demand(running < scenario.variants().size(), running > 0, startsServer, leftAlone);
    }

    /** Takes the words of the option, and leaves those that follow to others: a scenario's name has no {@code =}. */
    static final class Words implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> arguments, ArgSpec option, CommandSpec command) {
            if (arguments.isEmpty()) {
                throw new ParameterException(
                        command.commandLine(), "--cpus: nothing follows it; " + PlacementRequest.HOW);
            }
            var all = new ArrayList<>(option.<List<String>>getValue());
            all.add(arguments.pop());
            while (!arguments.isEmpty() && isWord(arguments.peek())) {
                all.add(arguments.pop());
            }
            option.setValue(List.copyOf(all));
        }

        private static boolean isWord(String argument) {
            return !argument.startsWith("-") && argument.contains("=");
        }
    }
}
