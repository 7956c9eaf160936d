package dev.ralbench.trial;

import dev.ralbench.load.RequestSender.SenderLoop;
import dev.ralbench.process.OwnProcess;
import dev.ralbench.process.ProcFs;
import java.util.List;

/** How late the kernel may wake event loops up. */
final class TimerSlack {
    private TimerSlack() {}

    /** From now on these loops are woken up on time; for calibration and load alike, so that both have the same costs. */
    static void without(List<SenderLoop> loops) {
        var own = new OwnProcess(ProcFs.ofThisMachine());
        loops.forEach(loop -> loop.execute(own::wakeOnTime));
    }
}
