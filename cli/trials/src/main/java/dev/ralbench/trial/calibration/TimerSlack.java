package dev.ralbench.trial.calibration;

import dev.ralbench.load.RequestSender.SenderLoop;
import dev.ralbench.process.OwnProcess;
import dev.ralbench.process.ProcFs;
import java.util.List;

/** How late the kernel may wake event loops up. */
public final class TimerSlack {
    private TimerSlack() {}

    /** Has these loops woken up on time from now on. Calibration and load both do so, and so have the same costs. */
    public static void without(List<SenderLoop> loops) {
        var own = new OwnProcess(ProcFs.ofThisMachine());
        loops.forEach(loop -> loop.execute(own::wakeOnTime));
    }
}
