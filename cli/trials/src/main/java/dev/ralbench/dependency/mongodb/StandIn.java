package dev.ralbench.dependency.mongodb;

import dev.ralbench.Failure;
import dev.ralbench.Sha256;
import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.PrepareLogs;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.process.Program;
import dev.ralbench.service.TargetDefinition;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The replacement if there is no MongoDB: a target that is built into ralbench, which makes its documents itself. */
record StandIn(DependencyContext context) {
    private static final String TARGET = "document-store";
    private static final long MIB = 1 << 20;

    /** Measured: a million documents leave 136 MiB after a collection. */
    private static final long BYTES_PER_DOCUMENT = 144;

    private static final long MIB_FOR_THE_REST = 96;

    /** Prepares documents at places where queries take the wanted time. Those places are found by measuring once. */
    PreparedServer prepare(DeclaredMongoDb need) throws InterruptedException {
        var title = context.targets().titles().getOrDefault(TARGET, TARGET);
        context.notes().accept("mongodb: " + title + ", because there is no mongod here");
        var calibration = calibrated(need);
        return new PreparedStandIn(need, definition(need, calibration.tenth()), calibration, context.launcher());
    }

    private CalibratedQuery calibrated(DeclaredMongoDb need) throws InterruptedException {
        return CalibrationPart.get(
                context.cacheParts(),
                CalibrationPart.key(
                        jar(),
                        context.starter().identity(Program.JAVA),
                        context.starter().cpus().toString(),
                        String.join(" ", jvmFlags(need)),
                        need.toString()),
                "the stand-in for MongoDB",
                () -> measure(need));
    }

    private String jar() {
        var jar = context.targets().jar(TARGET, Optional.empty());
        try {
            return Sha256.of(jar);
        } catch (IOException e) {
            throw Failure.environment(jar + " cannot be read", String.valueOf(e), "build it again")
                    .causedBy(e);
        }
    }

    private CalibratedQuery measure(DeclaredMongoDb need) throws IOException, InterruptedException {
        context.notes().accept("measuring queries of the stand-in for MongoDB (once) ...");
        var log = PrepareLogs.make(context.runDirectories(), "mongodb-calibration");
        CalibratedQuery calibration;
        try (var server = RunningStandIn.start(context.launcher(), definition(need, 0), need, log.path())) {
            calibration = MongoDbAccess.ask(
                    server.url(),
                    access -> new QueryCalibration(access.collection(need), StudyDocuments.of(need), context.clock())
                            .place());
        }
        PrepareLogs.drop(log);
        return calibration;
    }

    private TargetDefinition definition(DeclaredMongoDb need, int tenth) {
        var options = new HashMap<String, String>();
        options.put("database", need.database());
        options.put("collection", need.collection());
        options.put("documents", String.valueOf(need.documents()));
        options.put("seed", String.valueOf(need.seed()));
        options.put("tenth", String.valueOf(tenth));
        return context.targets().definition(TARGET, Map.copyOf(options), jvmFlags(need));
    }

    /** Fixes the heap's size, so that it does not affect comparisons. When the heap is full, the server ends. */
    private static List<String> jvmFlags(DeclaredMongoDb need) {
        long heap = MIB_FOR_THE_REST + need.documents() * BYTES_PER_DOCUMENT / MIB;
        return List.of(
                "-Xms" + heap + "M", "-Xmx" + heap + "M", "-Xmn32M", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");
    }
}
