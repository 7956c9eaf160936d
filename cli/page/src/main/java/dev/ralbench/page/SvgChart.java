package dev.ralbench.page;

import dev.ralbench.Printable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Small charts as SVG, for documents that cannot hold a page with scripts. They load nothing, are readable on a light and
 * on a dark screen, and the same figures give the same bytes.
 */
public final class SvgChart {
    private static final int WIDTH = 760;
    private static final int PANEL_HEIGHT = 250;
    private static final int GAP = 20;
    private static final int ROW = 26;
    private static final int LABEL_HEIGHT = 14;
    private static final int LEFT = 62;
    private static final int TOP = 44;
    private static final int BOTTOM = 34;
    /** Of a letter, on average: there is nothing here that could measure one. */
    private static final double LETTER = 6.3;

    private static final int MOST_LETTERS = 24;
    private static final int MOST_TICKS = 6;
    /** The ratio of the largest to the smallest value from which on a linear axis hides the small ones. */
    private static final int LOGARITHMIC_FROM = 20;

    private static final int COLOURS = 10;

    /** The colours of the report page. */
    private static final String STYLE = """
            <style>
            svg{--bg:#fff;--ink:#1b1d22;--mute:#5f6470;--line:#e5e2da;--good:#187544;--bad:#b3261e;
            --c0:#c04a26;--c1:#2b64c8;--c2:#0a7a6d;--c3:#8a4fb8;--c4:#9a6700;--c5:#b23a72;--c6:#4b6b1f;--c7:#3a6f8f;--c8:#6d5a4c;--c9:#5a5fd0}
            @media(prefers-color-scheme:dark){svg{--bg:#1b1e24;--ink:#eceae4;--mute:#a2a8b4;--line:#2d323b;--good:#5fd39a;--bad:#ff8a80;
            --c0:#ff8a5f;--c1:#7fb0ff;--c2:#4fd1bf;--c3:#cf9cf5;--c4:#e7b955;--c5:#ff8fbd;--c6:#a9cf6b;--c7:#86c5e6;--c8:#cbb3a0;--c9:#a6a9ff}}
            text{font:12px system-ui,sans-serif;fill:var(--mute)}.t{font-weight:600;fill:var(--ink)}.n{fill:var(--ink)}
            .e{text-anchor:end}.m{text-anchor:middle}path,line{fill:none;stroke:var(--line)}
            </style>
            """;

    private final StringBuilder svg = new StringBuilder();

    /**
     * One line of a panel.
     *
     * @param values one for each level; empty where there is none
     */
    public record Line(String name, List<OptionalDouble> values) {
        public Line {
            values = List.copyOf(values);
        }
    }

    /**
     * One metric of all variants.
     *
     * @param inWords a value as text
     */
    public record Panel(String title, DoubleFunction<String> inWords, List<Line> lines) {
        public Panel {
            lines = List.copyOf(lines);
        }

        private DoubleStream values() {
            return lines.stream().flatMap(line -> line.values().stream()).flatMapToDouble(OptionalDouble::stream);
        }
    }

    /**
     * A change with its interval, all as shares of the base.
     *
     * @param margin the change from which on it matters, towards the worse
     * @param emphasis of the change
     */
    public record Change(String name, double low, double estimate, double high, double margin, Emphasis emphasis) {}

    private SvgChart() {}

    /** Panels next to each other, with a line for each variant over the levels; of a single level bars. */
    public static String panels(String label, List<String> levels, List<Panel> panels) {
        var chart = new SvgChart();
        double width = (WIDTH - GAP * (panels.size() + 1.0)) / panels.size();
        int most = panels.stream().mapToInt(panel -> panel.lines().size()).max().orElse(0);
        int height = levels.size() > 1 ? PANEL_HEIGHT : TOP + ROW * most + GAP;
        chart.open(label, height);
        for (int i = 0; i < panels.size(); i++) {
            double left = GAP + i * (width + GAP);
            chart.text(left, GAP + 4.0, "t", panels.get(i).title());
            if (levels.size() > 1) {
                chart.lines(panels.get(i), levels, left, width);
            } else {
                chart.bars(panels.get(i), left, width);
            }
        }
        return chart.close();
    }

    /** A row for each change: its interval around zero, and the margin from which on it matters. */
    public static String changes(String label, List<Change> changes) {
        var chart = new SvgChart();
        int height = TOP + ROW * changes.size() + BOTTOM;
        chart.open(label, height);
        chart.text(GAP, GAP + 4.0, "t", "Change, with its interval; dashed: from there on it matters");
        double names = width(changes.stream().map(Change::name).toList(), 2 * MOST_LETTERS);
        double far = changes.stream()
                .flatMapToDouble(change -> DoubleStream.of(change.low(), change.high(), change.margin()))
                .map(Math::abs)
                .max()
                .orElse(1);
        var axis = new Axis(-far * 1.05, far * 1.05, false, 2.0 * GAP + names, WIDTH - 2.0 * GAP);
        int bottom = TOP + ROW * changes.size();
        for (double tick : axis.ticks()) {
            chart.line(axis.at(tick), TOP - 8.0, axis.at(tick), bottom, tick == 0 ? "stroke:var(--mute)" : "");
            chart.text(axis.at(tick), bottom + 18.0, "m", signedPercent(tick));
        }
        for (int i = 0; i < changes.size(); i++) {
            var change = changes.get(i);
            double y = TOP + ROW * (i + 0.5);
            var colour = "var(--" + hue(change.emphasis()) + ")";
            chart.text(axis.from() - GAP, y + 4, "e n", shortened(change.name(), 2 * MOST_LETTERS));
            chart.line(
                    axis.at(change.margin()),
                    y - 9,
                    axis.at(change.margin()),
                    y + 9,
                    "stroke:var(--ink);stroke-dasharray:3 2");
            chart.line(
                    axis.at(change.low()),
                    y,
                    axis.at(change.high()),
                    y,
                    "stroke:" + colour + ";stroke-width:5;stroke-opacity:.45;stroke-linecap:round");
            chart.dot(axis.at(change.estimate()), y, 4.5, colour);
        }
        return chart.close();
    }

    private static String hue(Emphasis emphasis) {
        return switch (emphasis) {
            case GOOD -> "good";
            case BAD -> "bad";
            default -> "mute";
        };
    }

    private static String signedPercent(double share) {
        var text = plain(Math.abs(share) * 100);
        return (share > 0 ? "+" : share < 0 ? "−" : "") + (share == 0 ? "0" : text + " %");
    }

    /** A scale from values to pixels. */
    private record Axis(double low, double high, boolean isLog, double from, double to) {
        double at(double value) {
            double share =
                    isLog ? StrictMath.log(value / low) / StrictMath.log(high / low) : (value - low) / (high - low);
            return from + share * (to - from);
        }

        /** Round values in steps of 1, 2 or 5. */
        List<Double> ticks() {
            return isLog ? decades() : even();
        }

        private List<Double> even() {
            double ten = power((int) Math.floor(StrictMath.log10((high - low) / MOST_TICKS)));
            double step = DoubleStream.of(1, 2, 5, 10)
                    .map(each -> each * ten)
                    .filter(each -> Math.floor(high / each) - Math.ceil(low / each) < MOST_TICKS)
                    .findFirst()
                    .orElse(10 * ten);
            var ticks = new ArrayList<Double>();
            for (long i = (long) Math.ceil(low / step); i <= Math.floor(high / step); i++) {
                ticks.add(i * step);
            }
            return ticks;
        }

        private List<Double> decades() {
            var ticks = new ArrayList<Double>();
            int first = (int) Math.floor(StrictMath.log10(low));
            int last = (int) Math.ceil(StrictMath.log10(high));
            var steps = last - first > 2 ? List.of(1) : List.of(1, 2, 5);
            for (int exponent = first; exponent <= last; exponent++) {
                for (int step : steps) {
                    double tick = step * power(exponent);
                    if (tick >= low && tick <= high) {
                        ticks.add(tick);
                    }
                }
            }
            return ticks;
        }

        private static double power(int exponent) {
            return Double.parseDouble("1e" + exponent);
        }
    }

    private void lines(Panel panel, List<String> levels, double left, double width) {
        double names = width(panel.lines().stream().map(Line::name).toList(), MOST_LETTERS);
        int bottom = PANEL_HEIGHT - BOTTOM;
        double from = left + LEFT;
        double to = left + width - names - 14;
        var axis = vertical(panel, bottom);
        for (double tick : axis.ticks()) {
            line(from, axis.at(tick), to, axis.at(tick), "");
            text(from - 8, axis.at(tick) + 4, "e", tickWords(panel.inWords().apply(tick)));
        }
        double step = (to - from) / (levels.size() - 1);
        double widest = levels.stream().mapToInt(String::length).max().orElse(1) * LETTER + 10;
        int each = (int) Math.max(1, Math.ceil(widest / step));
        for (int i = levels.size() - 1; i >= 0; i -= each) {
            text(from + i * step, bottom + 18.0, "m", levels.get(i));
        }
        var ends = new ArrayList<End>();
        // Later lines are thinner, so that those below them are seen.
        for (int i = 0; i < panel.lines().size(); i++) {
            var values = panel.lines().get(i).values();
            var known = IntStream.range(0, values.size())
                    .filter(level -> values.get(level).isPresent())
                    .boxed()
                    .toList();
            if (known.isEmpty()) {
                continue;
            }
            var path = new StringBuilder();
            for (int level : known) {
                double x = from + level * step;
                double y = axis.at(values.get(level).orElseThrow());
                path.append(path.isEmpty() ? "M" : "L")
                        .append(number(x))
                        .append(' ')
                        .append(number(y));
                dot(x, y, 3, colour(i));
            }
            svg.append("<path d=\"").append(path).append("\" style=\"stroke:");
            svg.append(colour(i)).append(";stroke-width:");
            svg.append(number(2 + 3 * (1 - (i + 1.0) / panel.lines().size()))).append("\"/>\n");
            ends.add(new End(
                    shortened(panel.lines().get(i).name(), MOST_LETTERS),
                    axis.at(values.get(known.getLast()).orElseThrow()),
                    colour(i)));
        }
        names(ends, to + 10, bottom);
    }

    private static Axis vertical(Panel panel, int bottom) {
        double high = panel.values().max().orElse(1);
        double low = panel.values().filter(value -> value > 0).min().orElse(0);
        boolean isLog =
                low > 0 && high / low > LOGARITHMIC_FROM && panel.values().allMatch(value -> value > 0);
        return isLog
                ? new Axis(low / 1.15, high * 1.15, true, bottom, TOP)
                : new Axis(0, high > 0 ? high * 1.08 : 1, false, bottom, TOP);
    }

    /** The name at the end of a line. */
    private record End(String name, double y, String colour) {}

    /** Names at the ends of their lines, moved apart where they would lie over each other. */
    private void names(List<End> ends, double x, int bottom) {
        var sorted = ends.stream().sorted(Comparator.comparingDouble(End::y)).toList();
        var places = new double[sorted.size()];
        double free = TOP - LABEL_HEIGHT;
        for (int i = 0; i < places.length; i++) {
            places[i] = Math.max(sorted.get(i).y(), free);
            free = places[i] + LABEL_HEIGHT;
        }
        double limit = bottom;
        for (int i = places.length - 1; i >= 0; i--) {
            places[i] = Math.min(places[i], limit);
            limit = places[i] - LABEL_HEIGHT;
        }
        for (int i = 0; i < places.length; i++) {
            svg.append("<text x=\"").append(number(x)).append("\" y=\"").append(number(places[i] + 4));
            svg.append("\" style=\"fill:").append(sorted.get(i).colour()).append("\">");
            svg.append(escaped(sorted.get(i).name())).append("</text>\n");
        }
    }

    private void bars(Panel panel, double left, double width) {
        double names = width(panel.lines().stream().map(Line::name).toList(), MOST_LETTERS);
        double most = panel.values().max().orElse(0);
        double room = width - names - 10 - 12 * LETTER;
        for (int i = 0; i < panel.lines().size(); i++) {
            var value = panel.lines().get(i).values().getFirst();
            double y = TOP + ROW * (i + 0.5);
            double from = left + names + 10;
            text(from - 10, y + 4, "e n", shortened(panel.lines().get(i).name(), MOST_LETTERS));
            double length = value.isPresent() && most > 0 ? Math.max(1, value.getAsDouble() / most * room) : 0;
            svg.append("<rect x=\"").append(number(from)).append("\" y=\"").append(number(y - 6));
            svg.append("\" width=\"").append(number(length)).append("\" height=\"12\" rx=\"3\" style=\"fill:");
            svg.append(colour(i)).append("\"/>\n");
            text(
                    from + length + 8,
                    y + 4,
                    "n",
                    value.isPresent() ? panel.inWords().apply(value.getAsDouble()) : "–");
        }
    }

    private void open(String label, int height) {
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n",
                WIDTH,
                height,
                WIDTH,
                height));
        svg.append("<title>").append(escaped(label)).append("</title>\n").append(STYLE);
        svg.append("<rect width=\"100%\" height=\"100%\" rx=\"12\" style=\"fill:var(--bg);stroke:var(--line)\"/>\n");
    }

    private String close() {
        return svg.append("</svg>\n").toString();
    }

    private void text(double x, double y, String classes, String text) {
        svg.append("<text x=\"").append(number(x)).append("\" y=\"").append(number(y));
        svg.append("\" class=\"")
                .append(classes)
                .append("\">")
                .append(escaped(text))
                .append("</text>\n");
    }

    private void line(double fromX, double fromY, double toX, double toY, String style) {
        svg.append("<line x1=\"").append(number(fromX)).append("\" y1=\"").append(number(fromY));
        svg.append("\" x2=\"").append(number(toX)).append("\" y2=\"").append(number(toY));
        svg.append(style.isEmpty() ? "" : "\" style=\"" + style).append("\"/>\n");
    }

    private void dot(double x, double y, double radius, String colour) {
        svg.append("<circle cx=\"").append(number(x)).append("\" cy=\"").append(number(y));
        svg.append("\" r=\"")
                .append(number(radius))
                .append("\" style=\"fill:")
                .append(colour)
                .append("\"/>\n");
    }

    private static String colour(int line) {
        return "var(--c" + line % COLOURS + ")";
    }

    /** At an axis values are round: {@code 1.00 s} is 1 s there. */
    private static String tickWords(String text) {
        return text.replaceAll("(\\.\\d*?)0+(?!\\d)", "$1").replaceAll("\\.(?!\\d)", "");
    }

    private static String plain(double value) {
        return tickWords(String.format(Locale.ROOT, "%.2f", value));
    }

    private static String number(double pixels) {
        return plain(Math.round(pixels * 10) / 10.0);
    }

    /** Of the longest of the names. */
    private static double width(List<String> names, int most) {
        return names.stream()
                        .mapToInt(name -> shortened(name, most).length())
                        .max()
                        .orElse(0)
                * LETTER;
    }

    private static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }

    /** Names come from outside. */
    private static String escaped(String text) {
        return Printable.line(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
