package dev.ralbench.load;

/** Makes the sender for one trial. */
public interface SenderFactory {
    /** Transport and event loops of the senders, for the result. */
    String description();

    /**
     * Opens the event loops; no connection yet.
     *
     * @throws dev.ralbench.Failure when the target's host is unknown
     */
    RequestSender open(ConnectionPlan connections, Workload workload);

    /** Likewise, for users that all send the same request. */
    default RequestSender open(ConnectionPlan connections, RequestTemplate request) {
        return open(connections, Workload.of(request));
    }

    /**
     * Starts a server in this process for the senders to be measured against.
     *
     * @param tls whether it is reached by https; its certificate signs itself, so senders have to take any
     */
    CalibrationServer openCalibrationServer(boolean tls);
}
