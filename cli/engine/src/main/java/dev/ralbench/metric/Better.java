package dev.ralbench.metric;

/** Which way is better for the user of the service. */
public enum Better {
    HIGHER,
    LOWER,
    NEITHER,
}
