package dev.ralbench.command;

import dev.ralbench.scenario.RequestOverrides;
import dev.ralbench.scenario.TargetOverrides;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that change a scenario's request. */
final class RequestOptions {
    @Option(
            names = {"-X", "--method"},
            paramLabel = "METHOD",
            description = "Method of the request (default: the scenario's; for a URL GET, or POST with --body).")
    private Optional<String> method = Optional.empty();

    @Option(
            names = {"-H", "--header"},
            paramLabel = "'NAME: VALUE'",
            description = "A header of the request; may be given several times. $${env:NAME} in it is filled in from"
                    + " the environment and stored nowhere.")
    private List<String> headers = List.of();

    @Option(
            names = "--body",
            paramLabel = "TEXT|@FILE",
            description = "Body of the request: a text, or a file in UTF-8.")
    private Optional<String> body = Optional.empty();

    @Option(
            names = "--status",
            paramLabel = "CODE",
            description = "Status of a successful response (default: the scenario's; for a URL 200).")
    private Optional<String> status = Optional.empty();

    @Option(
            names = {"-L", "--follow"},
            description = "Follow redirects (default: as the scenario says; for a URL they are not followed). The"
                    + " response time is that of all requests together.")
    private boolean follows;

    @Option(
            names = "--pid",
            paramLabel = "PID",
            description = "With a URL: process ID of the service, to measure it from inside.")
    private Optional<String> pid = Optional.empty();

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description = "With a URL: trust only certificates that this one (PEM) has signed.")
    private Optional<String> authority = Optional.empty();

    TargetOverrides ofTarget() {
        return new TargetOverrides(pid, authority);
    }

    RequestOverrides overrides() {
        return new RequestOverrides(method, headers, body, status, follows);
    }
}
