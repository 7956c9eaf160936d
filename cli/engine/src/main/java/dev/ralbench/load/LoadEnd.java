package dev.ralbench.load;

/**
 * How a load ended.
 *
 * @param reason why
 * @param detail for people, such as the first failure; empty when the plan was completed
 */
public record LoadEnd(Reason reason, String detail) {

    /** Why a load ended. */
    public enum Reason {
        /** The plan was completed. */
        PLAN,
        /** The scenario asks to stop at the first failed request, and there was one. */
        FIRST_FAILURE,
        /** Whoever watched it had seen enough; requests in flight were waited for. */
        ENOUGH,
        /** The data of the requests was used up; requests in flight were waited for. */
        NO_DATA,
        /** No user could send what comes before its journeys. */
        NOT_SET_UP,
        /** The user asked; requests in flight were waited for. */
        STOPPED,
        /** The user insisted; requests in flight were dropped. */
        ABORTED,
    }
}
