package dev.ralbench.command;

import dev.ralbench.placement.PlacementRequest;
import dev.ralbench.session.RunRequest;
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

    @Option(
            names = "--fair",
            description =
                    "Let ralbench and services be equals on CPUs that they share. By default ralbench is served first"
                            + " there: services are started with a lower priority (nice 10), and event loops ask the kernel for the"
                            + " shortest time slice.")
    private boolean isFair;

    RunRequest addTo(RunRequest request) {
        return isFair ? request.cpus(words).fair() : request.cpus(words);
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
