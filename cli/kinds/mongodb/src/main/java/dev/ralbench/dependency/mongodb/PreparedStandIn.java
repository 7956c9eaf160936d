package dev.ralbench.dependency.mongodb;

import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.service.TargetDefinition;
import dev.ralbench.service.TargetLauncher;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The stand-in, with its data.
 *
 * @param calibrated what was measured when it was loaded, in words; empty if nothing
 */
record PreparedStandIn(
        DeclaredMongoDb need, TargetDefinition definition, Optional<String> calibrated, TargetLauncher launcher)
        implements PreparedServer {
    @Override
    public String name() {
        return MongoDb.NAME;
    }

    @Override
    public Optional<String> software() {
        return Optional.of(definition.title() + ", " + RunningStandIn.ORIGIN);
    }

    @Override
    public RunningServer start(Path logDirectory, String prefix, Map<String, String> placeholders)
            throws InterruptedException {
        return RunningStandIn.start(launcher, definition, need, logDirectory.resolve(prefix + "-mongodb.log"));
    }
}
