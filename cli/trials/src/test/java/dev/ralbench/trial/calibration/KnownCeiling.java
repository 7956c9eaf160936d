package dev.ralbench.trial.calibration;

import dev.ralbench.load.CalibrationServer;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.RequestSender;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.load.Workload;
import dev.ralbench.result.RunResult.Ceiling;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Generators that send nothing, and whose ceiling is known. */
public final class KnownCeiling {
    static final SenderFactory NO_SENDER = new SenderFactory() {
        @Override
        public String description() {
            return "none";
        }

        @Override
        public RequestSender open(ConnectionPlan connections, Workload workload) {
            throw new AssertionError("nothing is sent here");
        }

        @Override
        public CalibrationServer openCalibrationServer(boolean tls) {
            throw new AssertionError("nothing is sent here");
        }
    };

    static final CalibratedLoad LOAD = new CalibratedLoad(
            NO_SENDER,
            LoadPlan.of(new LoadShape.ConstantUsers(20, Duration.ofSeconds(10)), Duration.ofSeconds(1)),
            new RequestTemplate(
                    "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty())),
            Optional.empty(),
            Map.of(),
            false);

    private KnownCeiling() {}

    public static CalibratedGenerator of(Ceiling ceiling) {
        try {
            return CalibratedGenerator.of(load -> ceiling, LOAD, note -> {
                throw new AssertionError(note);
            });
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
