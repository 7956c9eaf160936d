package dev.ralbench.placement;

/** Whether the generator is served first on CPUs that it shares with services. */
public enum Precedence {
    /** All roles are equals. */
    NONE,
    /** Event loops are served as soon as they wake up, as far as their share of the CPU allows. */
    EVENT_LOOPS,
    /** And services that ralbench starts have a lower scheduling weight, so that the generator's share suffices. */
    OVER_SERVICES
}
