package dev.ralbench.service;

/**
 * An option whose value depends on the machine: it is measured there, once, and then the same for all variants.
 *
 * @param option as the scenario names it
 * @param wanted its value there, such as {@code 15ms}
 * @param becomes the target's option that the outcome is the value of
 * @param command prints the outcome as its last line
 * @param jvmFlags of the JVM that is measured, joined by spaces
 */
record OptionCalibration(String option, String wanted, String becomes, CommandTemplate command, String jvmFlags) {}
