package dev.ralbench.trial;

import dev.ralbench.load.Phase;
import dev.ralbench.result.Design;
import dev.ralbench.trial.watch.Tick;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The forecast of blocks whose variants take turns. A block is its start, for each level a warm-up and the turns of all
 * variants, and its stop.
 */
final class BlockForecast implements RunForecast {
    /** The rest of the time around a load is the start. */
    private static final double SHARE_OF_STOP = 0.25;

    private final Schedule schedule;
    private final MeanSoFar starts = new MeanSoFar();
    private final MeanSoFar stops = new MeanSoFar();
    private final double aroundSeconds;
    private final List<LevelForecast> levels;
    private final int turnsPerLevel;
    private final double leadInSeconds;
    /** Of the current block, in seconds of the run. */
    private double blockStart;

    private OptionalDouble loadStart = OptionalDouble.empty();
    private double lastSeen;
    private boolean isWarmingUp;
    /** The window of the newest round of warm-up, which is the same for all variants. */
    private int lastRound = -1;
    /** Position of the current level; -1 before the first. */
    private int level = -1;

    BlockForecast(Schedule schedule, TimeEstimate estimate) {
        this.schedule = schedule;
        this.aroundSeconds = estimate.aroundSeconds();
        var turns = estimate.turns().orElseThrow();
        this.leadInSeconds = turns.leadInMillis() / 1e3;
        this.turnsPerLevel = turns.perLevel() * schedule.variants().size();
        var warmUps = estimate.warmUpsOfTurns();
        this.levels = Stream.iterate(0, i -> i < warmUps.size(), i -> i + 1)
                .map(i -> level(turns, i, warmUps.get(i), estimate))
                .toList();
    }

    private LevelForecast level(Design.Turns turns, int position, double warmUp, TimeEstimate estimate) {
        return new LevelForecast(
                warmUp, estimate.turnSeconds(turns.highestFirst().get(position)), turnsPerLevel);
    }

    /** All trials of a block start at once. */
    @Override
    public void trialStarts(Trial trial, double runSeconds) {
        if (trial.slot() > 1) {
            return;
        }
        if (loadStart.isPresent()) {
            stops.add(runSeconds - lastSeen);
        }
        blockStart = runSeconds;
        loadStart = OptionalDouble.empty();
        level = -1;
        lastRound = -1;
        isWarmingUp = false;
    }

    @Override
    public Lengths at(Trial trial, Tick tick, double loadSeconds, double runSeconds) {
        look(trial, tick, loadSeconds, runSeconds);
        double left = loadLeft();
        int later = Math.max(0, schedule.blocks().size() - trial.block());
        return new Lengths(
                OptionalDouble.of(loadSeconds + left),
                OptionalDouble.of(runSeconds + left + stopSeconds() + later * blockSeconds()));
    }

    private void look(Trial trial, Tick tick, double loadSeconds, double runSeconds) {
        lastSeen = runSeconds;
        if (loadStart.isEmpty()) {
            loadStart = OptionalDouble.of(runSeconds - loadSeconds);
            starts.add(loadStart.getAsDouble() - blockStart);
        }
        boolean isRound = PlannedWindows.isRound(tick);
        if (isStale(tick, isRound)) {
            return;
        }
        if (isRound && !isWarmingUp && level + 1 < levels.size()) {
            level++;
            levels.get(level).begins(runSeconds - tick.windowSeconds());
        }
        if (level >= 0) {
            isWarmingUp = isRound;
            lastRound = isRound ? tick.window() : lastRound;
            levels.get(level).look(trial.variant().name(), isRound ? Turn.NONE : turn(tick), runSeconds);
        }
    }

    /** A variant whose load has just gone on may still show the window before: where others have the CPUs, it is late. */
    private boolean isStale(Tick tick, boolean isRound) {
        boolean isOld = tick.window() <= lastRound;
        return tick.window() < 0 || (isRound ? isOld && !isWarmingUp : isOld);
    }

    /**
     * Where the variant of this moment is among its turns at the level, of which each is a lead-in and a window; its seconds
     * include the lead-in.
     */
    private Turn turn(Tick tick) {
        int sinceRounds = tick.window() - lastRound - 1;
        boolean isMeasured = tick.phase().filter(Phase.Turn.class::isInstance).isPresent();
        return new Turn(
                sinceRounds / 2,
                isMeasured,
                tick.phase().isEmpty() ? 0 : tick.windowSeconds() + (isMeasured ? leadInSeconds : 0));
    }

    private double loadLeft() {
        double now = level < 0 ? 0 : levels.get(level).secondsLeft();
        return now
                + levels.stream()
                        .skip(level + 1L)
                        .mapToDouble(LevelForecast::seconds)
                        .sum();
    }

    private double stopSeconds() {
        return stops.orElse(aroundSeconds * SHARE_OF_STOP);
    }

    /** Of a later one. */
    private double blockSeconds() {
        return starts.orElse(aroundSeconds * (1 - SHARE_OF_STOP))
                + levels.stream().mapToDouble(LevelForecast::seconds).sum()
                + stopSeconds();
    }

    /**
     * A variant's place at its level.
     *
     * @param before turns that it has had
     * @param isMeasured whether it is in the window of the next one, so that it is over when another variant has its turn
     * @param seconds since that began
     */
    private record Turn(int before, boolean isMeasured, double seconds) {
        static final Turn NONE = new Turn(0, false, 0);
    }

    /** The same level of each block. */
    private static final class LevelForecast {
        private final double guessedWarmUp;
        private final double guessedTurn;
        /** Of all variants. */
        private final int turns;

        private final MeanSoFar warmUps = new MeanSoFar();
        private final MeanSoFar turnLengths = new MeanSoFar();
        /** Of the current block, in seconds of the run. */
        private double begin;

        private OptionalDouble turnsBegin = OptionalDouble.empty();
        private double warmUpSoFar;
        private final Map<String, Turn> lastSeen = new HashMap<>();
        private int finished;
        private double finishedAt;
        private double secondsOfNext;

        LevelForecast(double guessedWarmUp, double guessedTurn, int turns) {
            this.guessedWarmUp = guessedWarmUp;
            this.guessedTurn = guessedTurn;
            this.turns = turns;
        }

        void begins(double runSeconds) {
            begin = runSeconds;
            turnsBegin = OptionalDouble.empty();
            warmUpSoFar = 0;
            lastSeen.clear();
            finished = 0;
            secondsOfNext = 0;
        }

        void look(String variant, Turn turn, double runSeconds) {
            if (turn.equals(Turn.NONE)) {
                warmUpSoFar = runSeconds - begin;
                return;
            }
            double turnBegin = runSeconds - turn.seconds();
            if (turnsBegin.isEmpty()) {
                turnsBegin = OptionalDouble.of(turnBegin);
                warmUps.add(turnBegin - begin);
            }
            lastSeen.put(variant, turn);
            int over = lastSeen.entrySet().stream()
                    .mapToInt(each -> overTurns(each.getValue(), each.getKey().equals(variant)))
                    .sum();
            if (over > finished) {
                double before = finished == 0 ? turnsBegin.getAsDouble() : finishedAt;
                turnLengths.add((turnBegin - before) / (over - finished));
                finished = over;
                finishedAt = turnBegin;
            }
            secondsOfNext = turn.seconds();
        }

        private static int overTurns(Turn seen, boolean isNow) {
            return seen.before() + (seen.isMeasured() && !isNow ? 1 : 0);
        }

        double secondsLeft() {
            if (turnsBegin.isEmpty()) {
                return Math.max(0, warmUp() - warmUpSoFar) + turns * turn();
            }
            return Math.max(0, (turns - finished) * turn() - Math.min(secondsOfNext, turn()));
        }

        /** All of it. */
        double seconds() {
            return warmUp() + turns * turn();
        }

        /** The first one may take longer than was guessed: then so do all others. */
        private double warmUp() {
            return warmUps.orElse(Math.max(guessedWarmUp, warmUpSoFar));
        }

        private double turn() {
            return turnLengths.orElse(guessedTurn);
        }
    }
}
