package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.http.NoReply;
import dev.ralbench.http.Route;
import dev.ralbench.http.TlsLook;
import dev.ralbench.load.LoadShare;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.load.Workload;
import dev.ralbench.measurement.SlotLimits;
import dev.ralbench.result.Slo;
import dev.ralbench.result.TrialSetup;
import dev.ralbench.result.Work;
import dev.ralbench.scenario.RequestData;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioWorkload;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import dev.ralbench.service.RunningTarget;
import dev.ralbench.tls.TlsClient;
import dev.ralbench.trial.SingleRequest.WholeResponse;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Starts the parts of one trial, fresh: servers with restored data, the target, the view into it.
 *
 * @param targets starts them
 * @param queried the rows for requests that the run's databases have
 * @param seed of the values in requests
 * @param asked when the user asked for the run
 * @param keepGoing whether a target is loaded whose first responses are all wrong
 * @param senders of the load
 * @param part of the load that is sent here; empty for all of it
 * @param remote sends the load in place of this process; empty if this process does
 */
record TrialStarter(
        RunResources resources,
        TrialTargets targets,
        Scenario scenario,
        QueriedData queried,
        Clock clock,
        long seed,
        Instant asked,
        boolean keepGoing,
        SenderFactory senders,
        Optional<LoadPart> part,
        Optional<RunPlan.Remote> remote) {

    /**
     * Has other machines get ready for the load, if they send it.
     *
     * @param followsNames whether figures of each name of requests are shown while it goes on
     * @param notes gets what they have to say about it
     */
    Optional<RemoteGenerators.RemoteLoad> sentElsewhere(
            RunningTrial running, boolean followsNames, Consumer<String> notes) throws InterruptedException {
        if (remote.isEmpty()) {
            return Optional.empty();
        }
        var prepared = remote.get().prepare(running, scenario, queried.of(running.dependencies()), seed, followsNames);
        remote.get().generators().newNotes().forEach(notes);
        return Optional.of(prepared);
    }

    /** @param given the variables of the steps before the load */
    private Workload workload(Variant variant, RequestData data, Map<String, String> given) {
        var secrets = resources.secrets();
        var journeys = scenario.workload()
                .map(several -> several.filled(secrets, data, seed))
                .orElseGet(() -> new Workload(
                        Workload.of(variant.request().filled(secrets, data)).journeys(),
                        data.feeders(),
                        seed,
                        secrets::remember));
        return journeys.with(scenario.setup().ofUsers(secrets, data, given));
    }

    private RequestData data(TrialDependencies dependencies) throws InterruptedException {
        return scenario.data()
                .of(queried.of(dependencies), seed, part.map(LoadPart::share).orElse(LoadShare.WHOLE));
    }

    /** What percentiles of a load are judged by: the limits of an objective, or else those of the scenario. */
    SlotLimits slotLimits(Optional<Slo> objective) {
        return Slo.slotLimits(
                objective.map(Slo::limits).orElseGet(() -> scenario.expected().limits()));
    }

    /**
     * Starts all of it. May be called from several threads at once.
     *
     * @param trialRecord gets the facts about it, step by step
     * @throws dev.ralbench.Failure when something cannot be started; then nothing is left running
     * @throws InterruptedException when interrupted; then nothing is left running either
     */
    RunningTrial start(Trial trial, TrialRecord trialRecord) throws InterruptedException {
        var times = new StartTimes(clock, asked);
        var started = targets.start(trial, trialRecord, times);
        boolean complete = false;
        try {
            var target = started.target();
            trialRecord.keepTls(tls(target, trial.variant()));
            var data = data(started.dependencies());
            var steps = new LoadSteps(
                    scenario,
                    target,
                    resources.singleRequests().steps(),
                    resources.secrets(),
                    data(started.dependencies()),
                    seed,
                    part.map(LoadPart::given));
            var workload = workload(trial.variant(), data, steps.before());
            complete = true;
            return new RunningTrial(
                    trial,
                    trialRecord,
                    workload,
                    workload.example(clock),
                    started.dependencies(),
                    target,
                    started.probe(),
                    times,
                    steps,
                    resources.placement(),
                    keepGoing || trial.variant().expectFailures().isPresent());
        } finally {
            if (!complete) {
                started.close();
            }
        }
    }

    /**
     * Looks at the first responses. Everything of the trial is up, in blocks of alternating variants everything of the
     * others too, and nothing has been sent. Called once per trial, one after the other.
     *
     * @throws Failure if all are wrong, or there are none because connections are refused or closed
     */
    void look(RunningTrial running) throws InterruptedException {
        var look = reading(running);
        running.trialRecord().keepWork(look.work(), text(look));
        if (!running.isLoadedAsItIs()) {
            look.wrong().ifPresent(response -> {
                throw wrongResponses(running, response);
            });
            look.broken().ifPresent(reason -> {
                throw brokenResponses(running, reason);
            });
            lookFurther(running);
        }
    }

    /** Looks at what follows the first request. */
    private void lookFurther(RunningTrial running) throws InterruptedException {
        var probe = probe();
        if (probe.isWanted()) {
            new FurtherLook(running, probe.patience())
                    .look(scenario.load(), senders, resources.singleRequests(), clock)
                    .ifPresent(wrong -> {
                        throw wrongRequest(running, wrong);
                    });
        }
    }

    /**
     * Looks once more, and keeps what both looks have in common: a stray statement of a driver is not in both, and an
     * answer that is another one each time shows.
     */
    void lookAgain(RunningTrial running) throws InterruptedException {
        var again = reading(running);
        var both = Stream.concat(running.trialRecord().work().stream(), again.work().stream())
                .toList();
        running.trialRecord()
                .keepWork(Work.common(both, running.request().expect().status()), text(again));
    }

    private WorkProbe.WorkReading reading(RunningTrial running) throws InterruptedException {
        return probe().look(running);
    }

    private WorkProbe probe() {
        return new WorkProbe(scenario, clock, resources.singleRequests());
    }

    private static String text(WorkProbe.WorkReading reading) {
        return reading.last().map(WholeResponse::text).orElse("");
    }

    /** The last step before the load. */
    void ready(RunningTrial running) {
        running.trialRecord().keepStartUp(running.times().startUp());
    }

    private Failure brokenResponses(RunningTrial running, NoReply reason) {
        var request = scenario.firstRequest(running.trial().variant());
        var asked = request.method() + " " + running.target().shownUrl() + request.path() + "; no load was begun";
        return reason.isRefused()
                ? Failure.environment(
                        "the target refused connections before the load",
                        asked + "; it ended, or was stopped",
                        "see why in its log, and start it again")
                : Failure.environment(
                        "no answer before the load was whole: " + reason.reason(),
                        asked,
                        "see the service's log; correct its Content-Length if it cuts its own answers short, or load the"
                                + " service as it is with --keep-going");
    }

    private Failure wrongResponses(RunningTrial running, WholeResponse response) {
        var request = scenario.firstRequest(running.trial().variant());
        boolean isOfStatus = !request.expect().allows(response.work().status());
        var body = response.beginning(resources.secrets()::masked);
        boolean mayFollow =
                response.location().isPresent() && !request.transfer().followRedirects();
        return Failure.environment(
                "every answer before the load was wrong: " + response.flaw(),
                request.method() + " " + running.target().shownUrl() + request.path()
                        + (isOfStatus ? ", expected status " + request.expect().statusesInWords() : "")
                        + "; no load was begun"
                        + response.location()
                                .map(place -> (mayFollow ? "\nit leads to " : "\nthe last leads to ")
                                        + resources.secrets().masked(place))
                                .orElse("")
                        + (body.isEmpty() ? "" : "\nthe answer: " + body),
                (wantsToken(response)
                                ? "if it wants a token, send one: -H 'Authorization: Bearer ${env:TOKEN}' (in a scenario"
                                        + " request.headers); "
                                : "")
                        + (mayFollow
                                ? "follow redirects with --follow, or by request.followRedirects: true in the scenario;"
                                        + " "
                                : "")
                        + "correct the request or what it expects, or load the service as it is with --keep-going");
    }

    private Failure wrongRequest(RunningTrial running, FurtherLook.Wrong wrong) {
        var journeys = scenario.workload().map(ScenarioWorkload::journeys).orElse(List.of());
        var sent = journeys.stream()
                .flatMap(journey -> journey.steps().stream())
                .filter(step -> step.name().equals(wrong.request()))
                .map(ScenarioWorkload.Step::request)
                .findFirst();
        var what = journeys.stream()
                .filter(journey -> !journey.isRequest()
                        && journey.steps().stream().anyMatch(step -> step.name().equals(wrong.request())))
                .map(journey -> "step " + wrong.request() + " of " + journey.name())
                .findFirst()
                .orElse(wrong.request());
        return Failure.environment(
                what + " failed each time before the load: "
                        + resources.secrets().masked(wrong.flaw()),
                sent.map(request -> request.method() + " " + running.target().shownUrl() + request.path()
                                        + ", expected status "
                                        + request.expect().statusesInWords())
                                .orElse("a user of the load sent it to "
                                        + running.target().shownUrl())
                        + "; no load was begun",
                "correct the request, a step before it, or what it expects, or load the service as it is with"
                        + " --keep-going");
    }

    private static boolean wantsToken(WholeResponse response) {
        return response.work().status() == 401 || response.work().status() == 403;
    }

    private Optional<TrialSetup.TlsResult> tls(RunningTarget target, Variant variant) throws InterruptedException {
        if (target.tls().isEmpty()) {
            return Optional.empty();
        }
        var settings = target.tls().get();
        var proxy = variant.target() instanceof TargetChoice.Url
                ? variant.request().proxy().map(url -> url.filled(resources.secrets()))
                : Optional.<URI>empty();
        var route = new Route(
                target.baseUrl(), target.address(proxy.isPresent()), proxy, Optional.of(TlsClient.of(settings)), false);
        return TlsLook.at(resources.singleRequests().client(), route)
                .map(look -> new TrialSetup.TlsResult(
                        look.protocol(),
                        look.cipherSuite(),
                        !settings.insecure(),
                        Optional.of(look.library().title())));
    }
}
