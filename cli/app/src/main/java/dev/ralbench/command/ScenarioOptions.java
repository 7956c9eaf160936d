package dev.ralbench.command;

import dev.ralbench.session.RunRequest;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Options for the scenario, its profile and variants, and changes to it. */
final class ScenarioOptions {
    @Mixin
    private VariantOptions variants = new VariantOptions();

    private final TypedOptions typed = new TypedOptions()
            .one("NAME", "Use this profile of the scenario.", "--profile")
            .flag("Short for --profile quick: a short load, to try a scenario out.", "--quick")
            .one(
                    "METHOD",
                    "Method of the request (default: the scenario's; for a URL GET, or POST with --body).",
                    "-X",
                    "--method")
            .many(
                    "'NAME: VALUE'",
                    "A header of the request; may be given several times. $${env:NAME} in it is filled in from"
                            + " the environment and stored nowhere.",
                    "-H",
                    "--header")
            .one("TEXT|@FILE", "Body of the request: a text, or a file in UTF-8.", "--body")
            .one("CODE", "Status of a successful response (default: the scenario's; for a URL 200).", "--status")
            .flag(
                    "Follow redirects (default: as the scenario says; for a URL they are not followed). The"
                            + " response time is that of all requests together.",
                    "-L",
                    "--follow")
            .one("PID", "With a URL: process ID of the service, to measure it from inside.", "--pid")
            .one("FILE", "With a URL: trust only certificates that this one (PEM) has signed.", "--ca")
            .one("N", "A constant number of users, for --duration.", "-u", "--users")
            .one(
                    "N",
                    "Open model: requests per second for --duration, independent of responses. --users is then the"
                            + " largest number of connections.",
                    "--rate")
            .one("N", "Total number of requests from --users users, without a time limit.", "-n", "--requests")
            .one("TIME", "How long, such as 30s.", "-d", "--duration")
            .one("N,N,...", "Levels of users one after the other, such as 10,50,100.", "--steps")
            .one("TIME", "How long each of --steps is held.", "--hold")
            .one(
                    "FILE",
                    "Send the requests of an access log again, at its times; relative to the scenario, with a URL to the"
                            + " current directory. --users is then the largest number of connections.",
                    "--trace")
            .one("N", "With --trace: how many seconds of the log pass in one second (default: 1).", "--speed")
            .one("TIME", "Pause of a user between response and next request.", "--think")
            .one("TIME", "How long a user waits for a response.", "--timeout")
            .one("TIME", "Hard end of the load.", "--stop-after")
            .many(
                    "LIMIT",
                    "End the load of a trial when the requests of its last 10 s are beyond a limit, such as 'errors>5%%' or"
                            + " 'p99>2s for 30s'. May be repeated.",
                    "--abort-when")
            .one(
                    "N",
                    "Requests to each variant before its load, by as many users as that has at most (64 before an open one)."
                            + " With --order alternating: at least so many before its first window.",
                    "--warm-up");

    @Spec
    void declare(CommandSpec command) {
        typed.declare(command);
    }

    /** Whether options say which variants are meant. */
    boolean hasVariants() {
        return variants.isGiven();
    }

    /** The request with the scenario's options. */
    RunRequest addTo(RunRequest request) {
        return typed.addTo(variants.addTo(request));
    }
}
