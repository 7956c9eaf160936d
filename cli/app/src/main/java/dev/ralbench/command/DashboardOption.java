package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.dashboard.Dashboard;
import dev.ralbench.secret.SecretUrl;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.regex.Pattern;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Whether browsers can follow a run, and where. */
final class DashboardOption {
    private static final String ANY = "0";
    private static final int HIGHEST = 65_535;
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    /** Of any number that may be one. */
    private static final Pattern PORT = Pattern.compile("\\d{1,5}");

    @Option(
            names = "--dashboard",
            arity = "0..1",
            paramLabel = "PORT",
            preprocessor = Port.class,
            description = "Serve the report as a page that grows while the run goes on, on 127.0.0.1 (default: at any"
                    + " free port). Its address, which holds a secret, is printed at the start. The page is also written as"
                    + " a file: next to the result, if -o names no .html.")
    private Optional<String> port = Optional.empty();

    /** Takes what is attached, and the next word only if it is a number: it may be the scenario. */
    static final class Port implements IParameterPreprocessor {
        /** Of what is known about the option: what stands between it and the next word. */
        private static final String SEPARATOR = "separator";

        private static final String NOT_ATTACHED = " ";

        @Override
        public boolean preprocess(
                Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> information) {
            boolean isPort = !arguments.isEmpty()
                    && (!NOT_ATTACHED.equals(information.get(SEPARATOR))
                            || NUMBER.matcher(arguments.peek()).matches());
            option.setValue(Optional.of(isPort ? arguments.pop() : ANY));
            return true;
        }
    }

    boolean isGiven() {
        return port.isPresent();
    }

    /**
     * Refuses what is no port.
     *
     * @throws Failure of usage
     */
    void check() {
        port.filter(text -> !PORT.matcher(text).matches() || Integer.parseInt(text) > HIGHEST)
                .ifPresent(text -> {
                    throw Failure.usage(
                            "--dashboard: there is no port " + text,
                            "ports are numbers up to " + HIGHEST,
                            "give one from 1024 to " + HIGHEST + ", or leave it out for any that is free");
                });
    }

    /**
     * Starts to serve, if asked to.
     *
     * @param scenarios names of those that are run, in this order
     * @throws Failure if the port cannot be had
     */
    Optional<Dashboard> open(Console console, List<String> scenarios) {
        return port.map(text -> {
            var dashboard = Dashboard.open(Integer.parseInt(text), scenarios, SecretUrl::withoutPassword);
            console.tell("dashboard: " + dashboard.url());
            return dashboard;
        });
    }
}
