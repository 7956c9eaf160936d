package dev.ralbench.trial.calibration;

import dev.ralbench.Clock;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.tls.TlsSettings;
import java.util.Optional;

/** Finds the most a run's generator can send; done once, before the first trial. */
public interface Calibration {
    /**
     * The most that the generator can send of a planned load.
     *
     * @param tls of the load, if it is sent by https: its client key decides which library encrypts
     * @param transfer of its requests: the protocol counts, redirects and proxies do not
     * @throws InterruptedException when the user wishes to stop
     */
    Ceiling ceiling(SenderFactory senders, LoadPlan plan, RequestTemplate.Transfer transfer, Optional<TlsSettings> tls)
            throws InterruptedException;

    /** Measures the ceiling by sending, for seconds, to a server in this process that answers at once. */
    static Calibration measured(Clock clock) {
        return (senders, plan, transfer, tls) -> CalibratedGenerator.calibrate(senders, plan, transfer, tls, clock)
                .ceiling();
    }
}
