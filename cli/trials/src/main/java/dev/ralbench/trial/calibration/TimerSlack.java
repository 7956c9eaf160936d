package dev.ralbench.trial.calibration;

import dev.ralbench.load.RequestSender.SenderLoop;
import dev.ralbench.process.OwnProcess;
import dev.ralbench.process.ProcFs;
import java.util.List;

/** How late the kernel may wake event loops up. */
public final class TimerSlack {
    private TimerSlack() {}

    /** From now on these loops are woken up on time; for calibration and load alike, so that both have the same costs. */
    public static void without(List<SenderLoop> loops) {
        var own = new OwnProcess(ProcFs.ofThisMachine());
        loops.forEach(loop -> loop.execute(own::wakeOnTime));
    }
}
