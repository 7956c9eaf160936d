package dev.ralbench.fleet;

import dev.ralbench.Failure;

/** How the main gets to an agent. Its text is what the user wrote. */
public sealed interface AgentAddress permits Endpoint, SshHost {
    /**
     * Reads {@code HOST:PORT} or {@code ssh:[USER@]HOST[:PORT]}.
     *
     * @param option the option that has it, for messages
     * @param command how ralbench is called on machines that ssh leads to, a line for the shell there
     * @throws Failure if it is neither
     */
    static AgentAddress parse(String option, String text, String command) {
        return text.startsWith(SshHost.PREFIX) ? SshHost.parse(option, text, command) : Endpoint.parse(option, text);
    }
}
