/* Draws charts with Observable Plot: sizes, colours and axes alike, and again when the width or the theme changes. */
const Charts = (() => {
    'use strict';

    const colour = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    const grouped = new Intl.NumberFormat('en');

    /** Three significant digits, with thousands apart. */
    const short = value => (value === null || value === undefined ? '–' : grouped.format(Number(value.toPrecision(3))));
    const count = value => (value === null || value === undefined ? '–' : grouped.format(value));

    function millis(value) {
        if (value === null || value === undefined) {
            return '–';
        }
        return value === 0 ? '0 ms' : value >= 1000 ? `${fixed(value / 1000)} s` : value >= 1 ? `${fixed(value)} ms` : `${fixed(value * 1000)} µs`;
    }

    function fixed(value) {
        return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
    }

    const micros = value => (value === null ? '–' : value >= 10000 ? `${fixed(value / 1000)} ms` : `${short(value)} µs`);
    function bytes(value) {
        if (value === null) {
            return '–';
        }
        const step = Math.min(3, Math.floor(Math.log2(Math.max(1, value)) / 10));
        return `${short(value / 1024 ** step)} ${['B', 'KiB', 'MiB', 'GiB'][step]}`;
    }

    const percent = value => (value === null ? '–' : value > 0 && value < 0.0001 ? '<0.01 %' : `${short(value * 100)} %`);
    const perSecond = value => (value === null ? '–' : `${short(value)}/s`);

    const drawn = new Map(); // element: how it is drawn

    /**
     * Draws a chart into an element.
     *
     * @param label what it shows, for those who cannot see it
     * @param options of Plot.plot, by the width in pixels
     */
    function draw(element, label, options) {
        drawn.set(element, { label, options });
        redraw(element);
    }

    function redraw(element) {
        const { label, options } = drawn.get(element);
        const width = Math.max(240, element.clientWidth);
        const chart = Plot.plot({
            width,
            style: { background: 'transparent', color: colour('mute'), overflow: 'visible' },
            ...options(width),
        });
        chart.setAttribute('role', 'img');
        chart.setAttribute('aria-label', label);
        for (const inner of chart.querySelectorAll('[aria-label]')) { // read as one picture
            inner.classList.toggle('grid-lines', inner.getAttribute('aria-label').endsWith('grid'));
            inner.removeAttribute('aria-label');
            inner.removeAttribute('aria-description');
        }
        element.replaceChildren(chart);
    }

    function redrawAll() {
        for (const element of drawn.keys()) {
            if (element.isConnected) {
                redraw(element);
            } else {
                drawn.delete(element);
            }
        }
    }

    /** Round steps of 1, 2, 5 between two values on a logarithmic axis, at most so many. */
    function logTicks(low, high, most) {
        const all = [];
        for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++) {
            for (const step of [1, 2, 5]) {
                const tick = step * 10 ** e;
                if (tick >= low && tick <= high) {
                    all.push(tick);
                }
            }
        }
        if (all.length <= most) {
            return all;
        }
        const tens = all.filter(tick => Math.abs(Math.log10(tick) % 1) < 1e-9 || Math.abs((Math.log10(tick) % 1) - 1) < 1e-9);
        return tens.length >= 2 ? tens : all.filter((tick, i) => i % Math.ceil(all.length / most) === 0);
    }

    /** Round steps of bytes from zero on, at most so many or one more: 1, 2, 5, 10, 20, 50 ... of a binary unit. */
    function byteTicks(high, most) {
        for (let unit = 1; ; unit *= 1024) {
            for (const step of [1, 2, 5, 10, 20, 50, 100, 200, 500].map(each => each * unit)) {
                if (high / step <= most) {
                    return Array.from({ length: Math.floor(high / step) + 1 }, (_, i) => i * step);
                }
            }
        }
    }

    /** A domain for a logarithmic axis with a little air, at least a factor of two. */
    function logDomain(values) {
        const some = values.filter(value => value > 0);
        if (some.length === 0) {
            return [1, 10];
        }
        const low = Math.min(...some);
        const high = Math.max(...some);
        const air = Math.max(1.12, Math.sqrt(2 / Math.max(1, high / low)));
        return [low / air, high * air];
    }

    const pointed = (data, x, y, title) => Plot.tip(data, Plot.pointer({
        x, y, title, fill: colour('card'), stroke: colour('line'),
    }));

    /** Names at the ends of lines; those that would lie over each other are put into one. */
    function endLabels(ends, isNear, label) {
        const groups = [];
        for (const end of [...ends].sort((a, b) => b.y - a.y)) {
            const group = groups[groups.length - 1];
            if (group && isNear(group[group.length - 1].y, end.y)) {
                group.push(end);
            } else {
                groups.push([end]);
            }
        }
        return groups.map(group => ({
            x: Math.max(...group.map(end => end.x)),
            y: group[0].y,
            text: label(group),
            fill: group.length === 1 ? group[0].fill : colour('ink'),
        }));
    }

    return {
        draw, redrawAll, colour, logTicks, byteTicks, logDomain, pointed, endLabels,
        short, count, millis, micros, bytes, percent, perSecond,
    };
})();
