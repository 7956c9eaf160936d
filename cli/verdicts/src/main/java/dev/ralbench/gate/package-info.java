/**
 * Rules that decide whether a comparison fails a build: their file, their judgement, and their sensitivity.
 *
 * <ul>
 *   <li>The file: {@code GateFile} finds it, {@code GateReader} reads its sections into a {@code Gate}.
 *   <li>The rules: {@code Rule} and one record for each kind. {@code NoisyJudge} decides by a test, {@code LimitJudge} by a
 *       limit.
 *   <li>The decision: {@code GateJudge} about a comparison, {@code DriftJudge} about a history, {@code ScenarioLimitJudge}
 *       about the limits of a scenario. {@code Spending} says after how many pairs rules may pass and fail.
 *   <li>What a gate finds: {@code GatePower}, by simulation, and {@code GateExplanation}, in words. {@code NoiseRecord}
 *       keeps the noise that runs showed.
 *   <li>The gate that {@code gate init} writes: {@code GateDraft}, from {@code RuleCandidates} and {@code MarginSearch}.
 * </ul>
 */
@NullMarked
package dev.ralbench.gate;

import org.jspecify.annotations.NullMarked;
