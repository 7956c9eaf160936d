package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.kind.ServerLauncher;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.ReadyCheck;
import dev.ralbench.process.ServiceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How a MySQL server is started.
 *
 * @param isToLoad whether a script comes next
 * @param onDeath run when it ends by itself while it starts
 */
record MySqlRecipe(
        MySqlProgram program,
        MySqlDirectory directory,
        LogFile log,
        MySqlAccounts accounts,
        boolean isToLoad,
        Runnable onDeath)
        implements ServerLauncher.Recipe {
    @Override
    public ServiceSpec spec(int port) {
        var arguments = isToLoad ? program.serveToLoad(directory, port) : program.serve(directory, port);
        return spec(program, program.product().toString(), arguments, directory, log);
    }

    @Override
    public ReadyCheck check(int port) {
        return new MySqlAccess(accounts.own(port)).readyCheck(directory.serverId());
    }

    @Override
    public void died() {
        onDeath.run();
    }

    /** Describes the process, with the directories that its container needs to see. */
    static ServiceSpec spec(
            MySqlProgram program, String title, List<String> arguments, MySqlDirectory directory, LogFile log) {
        var directories = new ArrayList<ServiceSpec.Directory>();
        program.home().map(ServiceSpec.Directory::readOnly).ifPresent(directories::add);
        directories.add(ServiceSpec.Directory.writable(directory.root()));
        return new ServiceSpec(title, MySqlSupply.PROGRAM, arguments, Map.of(), directories, log);
    }
}
