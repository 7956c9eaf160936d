package dev.ralbench.load;

/** What a user may still do. */
enum Allowance {
    UNLIMITED,
    OWN_COUNT,
    NONE,
}
