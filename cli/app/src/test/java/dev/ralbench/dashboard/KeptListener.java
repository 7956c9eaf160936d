package dev.ralbench.dashboard;

import dev.ralbench.Failure;
import dev.ralbench.measurement.CourseSoFar;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.Slo;
import dev.ralbench.result.TrialResult;
import dev.ralbench.trial.RunListener;
import dev.ralbench.trial.Trial;
import java.util.ArrayList;
import java.util.List;

/** Keeps the names of what it is told. */
final class KeptListener implements RunListener {
    final List<String> told = new ArrayList<>();

    @Override
    public void preparing(String line) {
        told.add("preparing");
    }

    @Override
    public void note(String line) {
        told.add("note");
    }

    @Override
    public void calibrating() {
        told.add("calibrating");
    }

    @Override
    public void runStarting(RunResult begun) {
        told.add("runStarting");
    }

    @Override
    public void trialStarting(Trial trial) {
        told.add("trialStarting");
    }

    @Override
    public void blockRepeated(List<TrialResult> trials) {
        told.add("blockRepeated");
    }

    @Override
    public void progress(ProgressSnapshot snapshot, CourseSoFar course) {
        told.add("progress");
    }

    @Override
    public void levelJudged(Trial trial, String level, Slo.Judgement judgement) {
        told.add("levelJudged");
    }

    @Override
    public void resultNotWritten(Failure why) {
        told.add("resultNotWritten");
    }

    @Override
    public void trialEnded(TrialResult result) {
        told.add("trialEnded");
    }
}
