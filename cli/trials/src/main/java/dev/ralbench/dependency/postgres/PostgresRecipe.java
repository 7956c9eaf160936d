package dev.ralbench.dependency.postgres;

import dev.ralbench.dependency.kind.ServerLauncher;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.ReadyCheck;
import dev.ralbench.process.ServiceSpec;
import java.util.List;
import java.util.Map;

/**
 * How a PostgreSQL server is started.
 *
 * @param accounts for the readiness check
 * @param onDeath run when it ends by itself while it starts
 */
record PostgresRecipe(
        PostgresProgram program, PostgresDirectory directory, LogFile log, PostgresAccounts accounts, Runnable onDeath)
        implements ServerLauncher.Recipe {
    @Override
    public ServiceSpec spec(int port) {
        return spec(program.product().toString(), program.serve(directory, port), directory, log);
    }

    @Override
    public ReadyCheck check(int port) {
        ServerUrl own = accounts.own(port);
        return new PostgresAccess(own, PostgresAccess.MAINTENANCE).readyCheck(directory.data());
    }

    @Override
    public void died() {
        onDeath.run();
    }

    /** Describes the process, with the directory that its container needs to see. */
    static ServiceSpec spec(String title, List<String> arguments, PostgresDirectory directory, LogFile log) {
        return new ServiceSpec(
                title,
                PostgresSupply.SUPPLY.program(),
                arguments,
                Map.of(),
                List.of(ServiceSpec.Directory.writable(directory.root())),
                log);
    }
}
