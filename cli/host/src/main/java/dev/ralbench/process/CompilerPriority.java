package dev.ralbench.process;

/**
 * Lets the compilers of this JVM step back behind its event loops: on a CPU that they share, a compilation holds up
 * requests for milliseconds.
 */
public record CompilerPriority(ProcFs proc) {
    /** Lowers it, see {@link ThreadPriority}. */
    public void lower() throws InterruptedException {
        new ThreadPriority(proc).lower(name -> name.startsWith("C1 Comp") || name.startsWith("C2 Comp"));
    }
}
