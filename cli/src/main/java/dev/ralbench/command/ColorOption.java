package dev.ralbench.command;

/** When colour is used. */
enum ColorOption {
    auto,
    always,
    never,
}
