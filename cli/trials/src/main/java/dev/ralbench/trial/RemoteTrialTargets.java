package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.dependency.RunningEnvironment;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.http.Route;
import dev.ralbench.result.TrialSetup.ServerResult;
import dev.ralbench.result.TrialSetup.TargetResult;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.Variant;
import dev.ralbench.secret.SecretUrl;
import dev.ralbench.service.CountersPage;
import dev.ralbench.service.RunningTarget;
import dev.ralbench.service.TargetDefinition;
import dev.ralbench.tls.TlsClient;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Targets on another machine, reached from here. */
record RemoteTrialTargets(RunResources resources, Scenario scenario, RemoteTargets remote) implements TrialTargets {

    @Override
    public StartedTarget start(Trial trial, TrialRecord trialRecord, StartTimes times) throws InterruptedException {
        var up = remote.start(trial);
        boolean complete = false;
        try {
            var facts = up.facts();
            trialRecord.keepServers(facts.servers().stream()
                    .map(server -> there(server.result()))
                    .toList());
            var definition = definition(trial.variant(), facts);
            trialRecord.keepTarget(there(facts.target(), definition));
            var reached = reached(definition, trial.variant());
            times.took(
                    facts.startUp().serversMillis(),
                    facts.startUp().targetMillis(),
                    facts.startUp().attachMillis());
            var target = new RemoteTarget(up, reached, facts.countersPath().map(path -> counters(reached, path)));
            List<RunningServer> servers = facts.servers().stream()
                    .<RunningServer>map(server -> new RemoteServer(up, server.result(), server.title()))
                    .toList();
            complete = true;
            return new StartedTarget(
                    new TrialDependencies(new RunningEnvironment(servers, List.of()), remote.areElsewhere()),
                    target,
                    facts.isLookedInto() ? Optional.of(up.probe()) : Optional.empty());
        } finally {
            if (!complete) {
                up.close();
            }
        }
    }

    /** How the target is reached from here, without its process. */
    private TargetDefinition.Running definition(Variant variant, HostedTarget.Facts facts) {
        if (facts.port().isPresent()) {
            var tls = variant.target().tls();
            var url = URI.create((tls.isPresent() ? "https://" : "http://") + remote.host() + ":"
                    + facts.port().get());
            return new TargetDefinition.Running(
                    facts.target().title(), SecretUrl.of(url), OptionalLong.empty(), tls, Optional.empty());
        }
        if (resources.targets().definition(variant, scenario) instanceof TargetDefinition.Running running) {
            return new TargetDefinition.Running(
                    running.title(), running.url(), OptionalLong.empty(), running.tls(), running.proxy());
        }
        throw new IllegalStateException("a target that was started has a port");
    }

    private RunningTarget reached(TargetDefinition.Running definition, Variant variant) throws InterruptedException {
        try {
            return resources.targets().start(definition, Map.of(), Path.of(""));
        } catch (Failure failure) {
            throw new Failure(
                            failure.kind(),
                            "variant " + variant.name() + " is up on the machine of " + remote.name()
                                    + ", but cannot be reached from here: " + failure.what(),
                            failure.why(),
                            "have it listen on an address that this machine reaches (ralbench sets SERVER_ADDRESS=0.0.0.0,"
                                    + " which its own targets and Spring Boot read), and let firewalls pass its port")
                    .causedBy(failure);
        }
    }

    private CountersPage counters(RunningTarget reached, String path) {
        var route = new Route(
                reached.baseUrl(),
                reached.address(false),
                Optional.empty(),
                reached.tls().map(TlsClient::of),
                false);
        return new CountersPage(resources.singleRequests().client(), route, path);
    }

    private TargetResult there(TargetResult target, TargetDefinition.Running definition) {
        return new TargetResult(
                target.title(),
                definition.url().text(),
                target.commandLine(),
                target.startupMillis(),
                target.log().map(this::there),
                target.calibrated(),
                target.subject(),
                target.schedulingGroup(),
                target.tls());
    }

    private ServerResult there(ServerResult server) {
        return new ServerResult(
                server.name(),
                server.product(),
                server.origin(),
                server.startupMillis(),
                server.log().map(this::there));
    }

    /** A path of that machine. */
    private String there(String path) {
        return remote.host() + ":" + path;
    }
}
