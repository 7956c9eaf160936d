package dev.ralbench.result;

import java.time.Instant;

/**
 * Which trial of a run it is.
 *
 * @param variant that was measured
 * @param block which block it belongs to, from 1
 * @param slot its place in the block, from 1
 * @param attempt from 1; a block with an invalid trial is measured again as a whole, and only the last attempt counts
 */
public record TrialId(String variant, int block, int slot, int attempt, Instant startedAt) {}
