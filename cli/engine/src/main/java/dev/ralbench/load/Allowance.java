package dev.ralbench.load;

/** Requests left to a user. */
enum Allowance {
    UNLIMITED,
    OWN_COUNT,
    NONE,
}
