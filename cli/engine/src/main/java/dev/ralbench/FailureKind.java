package dev.ralbench;

/** The sort of mistake that a failure is; decides the exit code. */
public enum FailureKind {
    /** Wrong option, wrong file, wrong value: nothing was measured. */
    USAGE,
    /** A target or dependency could not be started or reached, or the machine lacks something. */
    ENVIRONMENT,
    /** Results that must not be laid side by side, or too little to do it with. */
    INCOMPARABLE,
    /** The service went beyond a limit that its scenario sets, so a gate fails although nothing can be compared. */
    REGRESSION,
    /** The measurement is unreliable. */
    INVALID,
    /** A mistake of ralbench's own. */
    DEFECT,
}
