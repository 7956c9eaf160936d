package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.dashboard.Dashboard;
import java.util.Optional;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Whether browsers can follow a run, and where. */
final class DashboardOption {
    private static final String ANY = "0";
    private static final int HIGHEST = 65_535;

    @Option(
            names = "--dashboard",
            arity = "0..1",
            paramLabel = "PORT",
            parameterConsumer = Port.class,
            description = "Serve the report as a page that grows while the run goes on, on 127.0.0.1 (default: at any"
                    + " free port). Its address, which holds a secret, is printed at the start. The page is also written as"
                    + " a file: next to the result, if -o names no .html.")
    private Optional<String> port = Optional.empty();

    /** Takes the next word only if it is a number: it may be the scenario. */
    static final class Port implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> arguments, ArgSpec option, CommandSpec command) {
            boolean isPort = !arguments.isEmpty() && arguments.peek().matches("\\d+");
            option.setValue(Optional.of(isPort ? arguments.pop() : ANY));
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
        port.filter(text -> text.length() > 5 || Integer.parseInt(text) > HIGHEST)
                .ifPresent(text -> {
                    throw Failure.usage(
                            "--dashboard: there is no port " + text,
                            "ports go up to " + HIGHEST,
                            "give one from 1024 to " + HIGHEST + ", or leave it out for any that is free");
                });
    }

    /**
     * Starts to serve, if asked to.
     *
     * @param title of the page
     * @throws Failure if the port cannot be had
     */
    Optional<Dashboard> open(Console console, String title) {
        return port.map(text -> {
            var dashboard = Dashboard.open(Integer.parseInt(text), title, RuntimeOptions::withoutPassword);
            console.tell("dashboard: " + dashboard.url());
            return dashboard;
        });
    }
}
