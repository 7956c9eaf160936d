package dev.ralbench.load;

import dev.ralbench.Clock;
import dev.ralbench.load.Workload.Step;
import java.util.List;

/** The requests of one user, drawn one after the other. Belongs to the user's event loop. */
public final class UserRequests {
    /** There is no further request. */
    public static final int NONE = -1;

    private final List<Step> steps;
    private final double[] limits;
    private final UserValues values;
    private int current = NONE;

    /**
     * Before the first request.
     *
     * @param user its number, from 0
     */
    public UserRequests(Workload workload, int user, Clock clock) {
        this.steps = workload.steps();
        this.limits = new double[steps.size()];
        double sum = 0;
        for (int i = 0; i < limits.length; i++) {
            sum += workload.journeys().get(i).weight();
            limits[i] = sum;
        }
        this.values = new UserValues(user, workload.seed(), workload.feeders(), clock);
    }

    /**
     * Draws the next request and its values.
     *
     * @return its position in {@link Workload#steps}; {@link #NONE} if a feeder has no row left
     */
    public int next() {
        if (!values.next()) {
            current = NONE;
        } else if (limits.length == 1) {
            current = 0;
        } else {
            double drawn = values.random().nextDouble(limits[limits.length - 1]);
            current = 0;
            while (drawn >= limits[current]) {
                current++;
            }
        }
        return current;
    }

    /** Its position in {@link Workload#steps}. */
    public int current() {
        return current;
    }

    public Step step() {
        return steps.get(current);
    }

    /** The values of the present request. */
    public UserValues values() {
        return values;
    }
}
