package dev.ralbench.fleet;

import dev.ralbench.Failure;
import dev.ralbench.load.LeastLengths;

/**
 * What the work of an agent tells its main. No method waits for the network. After the main is lost they do nothing:
 * the work is aborted by then.
 */
public interface MainLink {
    /** Figures of the last second, or of the last window. */
    void progress(byte[] figures);

    /**
     * This agent's load has come to a point. If it waits there, the main answers with {@link AgentWork#goOn} when all have.
     *
     * @param window that is to begin, whose users are to send, or that is the level of a search
     * @param atLeast how long the window and the turn after it have to take for the part that is sent here
     */
    void reached(Point point, int window, LeastLengths atLeast);

    /** The load failed outside of a call. */
    void failed(Failure failure);

    /** An instant of this machine's monotonic clock as the main's clock shows it. */
    long inMainTime(long nanoTime);
}
