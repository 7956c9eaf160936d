/* Draws charts with Observable Plot: sizes, colours and axes alike, and again when the width or the theme changes. */
const Charts = (() => {
    'use strict';

    const colour = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

    // ---- Numbers, written as the terminal writes them ----

    const isMissing = value => value === null || value === undefined;
    const rounded = value => Number(value.toPrecision(3));

    /** Thousands apart by a space at which no line breaks, and a minus as long as a plus. */
    const spaced = text => text.replace(/^-/, '−').replace(/\d+/, whole => whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0'));

    /** Three significant digits: histograms hold no more. */
    function short(value) {
        if (isMissing(value)) {
            return '–';
        }
        const shown = rounded(value);
        return shown === 0 ? '0' : spaced(Math.abs(shown) >= 100 ? shown.toFixed(0) : shown.toPrecision(3));
    }

    const count = value => (isMissing(value) ? '–' : spaced(String(Math.round(value))));

    function millis(value) {
        if (isMissing(value)) {
            return '–';
        }
        return value === 0 ? '0 ms' : rounded(value) < 1 ? `${count(value * 1000)} µs`
            : rounded(value) < 1000 ? `${short(value)} ms` : `${short(value / 1000)} s`;
    }

    const micros = value => (isMissing(value) ? '–' : rounded(value) < 1000 ? `${short(value)} µs` : millis(value / 1000));

    function bytes(value) {
        if (isMissing(value)) {
            return '–';
        }
        let size = value;
        for (const unit of ['B', 'KiB', 'MiB']) {
            if (rounded(size) < 1024) {
                return `${unit === 'B' || (unit === 'MiB' && size >= 10) ? count(size) : short(size)} ${unit}`;
            }
            size /= 1024;
        }
        return `${short(size)} GiB`;
    }

    /** At an axis: as exact as it is round. */
    const tick = value => spaced(String(Number(value.toPrecision(6))));

    function tickMillis(value) {
        return value === 0 ? '0' : value < 0.9999 ? `${tick(value * 1000)} µs` : value < 999.99 ? `${tick(value)} ms` : `${tick(value / 1000)} s`;
    }

    const tickMicros = value => tickMillis(value / 1000);

    function tickBytes(value) {
        const unit = Math.min(3, Math.floor(Math.log2(Math.max(1, value)) / 10));
        return value === 0 ? '0' : `${tick(value / 1024 ** unit)} ${['B', 'KiB', 'MiB', 'GiB'][unit]}`;
    }

    /** Never rounds a failure away, nor the last success. */
    function percent(share) {
        if (isMissing(share)) {
            return '–';
        }
        const size = Math.abs(share);
        if (size > 0 && size < 0.0001) {
            return '<0.01 %';
        }
        if (size < 1 && size > 0.999) {
            return '>99.9 %';
        }
        const shown = rounded(share * 100);
        return `${Math.abs(shown) < 1 && shown !== 0 ? spaced(shown.toFixed(2)) : short(shown)} %`;
    }

    const perSecond = value => (value === null ? '–' : `${short(value)}/s`);

    /** The name of a level in words: of `16` 16 users, of `10 warm` 10 warm users. */
    function levelWords(name) {
        const [once, times] = name.split(' #');
        const counted = once.replace(/\d+/, number => count(Number(number)));
        const words = once === 'all' ? 'whole run'
            : /\/s( |$)/.test(once) ? once.replace('/s', ' requests/s') : `${counted} user${/^1( |$)/.test(once) ? '' : 's'}`;
        return times ? `${words}, time ${times}` : words;
    }

    const atLevel = name => (name === 'all' ? 'over the whole run' : `at ${levelWords(name)}`);

    /** A text whose numbers no line end tears apart. */
    const unbroken = text => text.replace(/(\d) (?=\d{3}(?!\d)|(ms|µs|s|%|[KMG]iB|users?)(?!\w))/g, '$1\u00a0');

    /** So many of them at most, evenly, and the last one. */
    function fitting(values, most) {
        const step = Math.ceil(values.length / most);
        return values.filter((_, i) => (values.length - 1 - i) % step === 0);
    }

    const drawn = new Map(); // element: how it is drawn

    /**
     * Draws a chart into an element.
     *
     * @param label what it shows, for those who cannot see it
     * @param options of Plot.plot, by the width in pixels
     */
    function draw(element, label, options) {
        forgetRemoved();
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
        forgetRemoved();
        for (const element of drawn.keys()) {
            redraw(element);
        }
    }

    function forgetRemoved() {
        for (const element of drawn.keys()) {
            if (!element.isConnected) {
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
        if (all.length < 3) {
            return evenTicks(low, high, most);
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

    /** Even steps, where a logarithmic axis is so short that it hardly bends. */
    function evenTicks(low, high, most) {
        const ten = 10 ** Math.floor(Math.log10((high - low) / most));
        const step = [1, 2, 5, 10].map(each => each * ten).find(each => Math.floor(high / each) - Math.ceil(low / each) < most);
        const from = Math.ceil(low / step);
        return Array.from({ length: Math.floor(high / step) - from + 1 }, (_, i) => Number(((from + i) * step).toPrecision(12)));
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

    /**
     * Rows with a name each: to the left of them or, where that takes too much of the width, above them.
     *
     * @return the chart's sizes, its vertical axis, and a mark with the names
     */
    function namedRows(width, names, height) {
        const needed = 18 + 6.8 * Math.max(...names.map(name => name.length));
        const isAbove = needed > 0.42 * width;
        const each = height + (isAbove ? 16 : 0);
        return {
            sizes: { height: 46 + each * names.length, marginLeft: isAbove ? 12 : needed, marginTop: isAbove ? 22 : 12, marginBottom: 28 },
            axis: { type: 'point', domain: names, label: null, padding: 0.6, ...(isAbove ? { axis: null } : {}) },
            names: isAbove ? Plot.text(names, { y: name => name, text: name => name, frameAnchor: 'left', textAnchor: 'start', dy: -18, fill: colour('ink'), stroke: colour('card'), strokeWidth: 4 }) : null,
        };
    }

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
        draw, redrawAll, colour, logTicks, byteTicks, logDomain, pointed, endLabels, namedRows, fitting, levelWords, atLevel, unbroken,
        short, count, millis, micros, bytes, percent, perSecond, tick, tickMillis, tickMicros, tickBytes,
    };
})();
