package dev.ralbench.trial;

import dev.ralbench.scenario.Variant;

/**
 * One variant to be measured once.
 *
 * @param block from 1
 * @param slot place in the block, from 1
 * @param attempt from 1; more if the block is measured again
 */
public record Trial(Variant variant, int block, int slot, int attempt) {}
