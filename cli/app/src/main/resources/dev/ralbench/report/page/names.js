/* The figures of each request and journey by its name, at the level that is shown. The report works them out. */
const Names = (() => {
    'use strict';

    const { el, dot, section, figure } = Elements;
    const { count, millis, percent, perSecond, tickMillis, colour, levelWords } = Charts;

    const COLUMNS = [
        ['requests', count], ['goodput', perSecond], ['p50', millis], ['p90', millis], ['p95', millis], ['p99', millis], ['max', millis], ['errors', percent],
    ];
    /** Charts of journeys for more variants would be a page of their own. */
    const MOST_VARIANTS = 3;

    /**
     * The section about the run's names at its level; null if its load has one request alone.
     *
     * @param helpers colours of the variants, the scale and the key that other charts have
     */
    function show(run, found, helpers) {
        const atLevel = found && found.levels[run.level];
        if (!atLevel) {
            return null;
        }
        const variants = run.variants.map((variant, i) => ({ ...variant, i, figures: atLevel[variant.name] || {} }));
        const hasJourneys = found.names.some(each => each.isJourney);
        return section(hasJourneys ? 'By journey and step' : 'By request',
            `What each ${hasJourneys ? 'journey and each of its steps' : 'request'} took at ${levelWords(run.level)}. All requests together hide the one that is slow or fails.`,
            helpers.key(run),
            times(run, found, variants, helpers),
            table(run, found, variants),
            ...found.names.filter(each => each.isJourney).map(each => waterfalls(each.name, found.steps[each.name] || [], variants, helpers, run)));
    }

    const title = named => (named.isJourney ? `${named.name} (journey)` : named.name);

    function table(run, found, variants) {
        const label = `By name at ${levelWords(run.level)}`;
        return el('div', { class: 'card scroll', tabindex: '0', role: 'group', 'aria-label': label }, el('table', { class: 'plain' },
            el('thead', {}, el('tr', {}, el('th', { scope: 'col', class: 'left' }, 'request'),
                variants.length > 1 ? el('th', { scope: 'col', class: 'left' }, 'variant') : null,
                COLUMNS.map(([name]) => el('th', { scope: 'col' }, name)))),
            el('tbody', {}, found.names.flatMap(named => variants.map((variant, at) => {
                const figures = variant.figures[named.name] || {};
                return el('tr', { 'data-name': named.name, 'data-variant': variant.name },
                    at === 0 ? el('th', { scope: 'row', rowspan: variants.length }, title(named)) : null,
                    variants.length > 1 ? el('td', { class: 'left' }, dot(variant.i), variant.title) : null,
                    COLUMNS.map(([name, shown]) => el('td', {
                        'data-figure': name, class: name === 'errors' && figures.errors > 0 ? 'failed' : null,
                    }, shown(figures[name]))));
            })))));
    }

    /** From the median to p99 of each name, one line for each variant. */
    function times(run, found, variants, { scale }) {
        const total = variants.length;
        const rows = found.names.flatMap(named => variants.map((variant, at) => ({
            name: title(named), variant: variant.name, title: variant.title, shift: (at - (total - 1) / 2) * 7, ...(variant.figures[named.name] || {}),
        }))).filter(row => typeof row.p50 === 'number');
        if (rows.length === 0) {
            return null;
        }
        const names = found.names.map(title).filter(name => rows.some(row => row.name === name));
        const label = rows.map(row => `${row.name} ${row.title} p50 ${millis(row.p50)}, p99 ${millis(row.p99)}`).join('; ');
        return figure('Response time by name', 'median as dot, up to p99 as line; logarithmic', label, width => {
            const named = Charts.namedRows(width, names, Math.max(28, 12 + 7 * total));
            const domain = Charts.logDomain(rows.flatMap(row => [row.p50, row.p99 || row.p50]));
            const ticks = Charts.logTicks(...domain, width < 420 ? 4 : 7);
            const shifts = [...new Set(rows.map(row => row.shift))];
            return {
                ...named.sizes, marginRight: 24,
                x: { type: 'log', domain, ticks, tickFormat: tickMillis, label: null },
                y: named.axis,
                color: scale(run),
                marks: [
                    named.names,
                    Plot.gridX(ticks),
                    ...shifts.flatMap(shift => {
                        const own = rows.filter(row => row.shift === shift);
                        return [
                            Plot.link(own.filter(row => typeof row.p99 === 'number'), { x1: 'p50', x2: 'p99', y1: 'name', y2: 'name', stroke: 'variant', strokeWidth: 2.4, strokeLinecap: 'round', dy: shift }),
                            Plot.dot(own, { x: 'p50', y: 'name', fill: 'variant', r: 4.5, dy: shift }),
                        ];
                    }),
                    Charts.pointed(rows, 'p50', 'name', row => `${row.name}, ${row.title}\np50 ${millis(row.p50)}\np99 ${millis(row.p99)}`),
                ],
            };
        });
    }

    // ---- Journeys ----

    /** The steps of a journey one after the other: by their medians, and by their p99. */
    function waterfalls(journey, steps, variants, helpers, run) {
        const charts = variants.slice(0, MOST_VARIANTS).flatMap(variant => ['p50', 'p99'].map(percentile => waterfall(journey, steps, variant, percentile, helpers, run, variants.length > 1)));
        return charts.every(chart => chart === null) ? null : [
            el('h3', {}, `Journey ${journey}`),
            el('p', {}, 'A bar is that percentile of the step, and begins where the one before it ends. Percentiles of steps do not add up: no journey took them all, and the rule is that percentile of whole journeys, pauses included.'),
            el('div', { class: 'grid' }, charts),
        ];
    }

    function waterfall(journey, steps, variant, percentile, { colours }, run, isNamed) {
        let from = 0;
        const bars = steps
            .map(name => ({ name, millis: (variant.figures[name] || {})[percentile] }))
            .filter(step => typeof step.millis === 'number')
            .map(step => {
                const bar = { ...step, from, to: from + step.millis };
                from = bar.to;
                return bar;
            });
        if (bars.length === 0) {
            return null;
        }
        const whole = (variant.figures[journey] || {})[percentile];
        const most = Math.max(from, typeof whole === 'number' ? whole : 0);
        const word = percentile === 'p50' ? 'Median' : 'p99';
        const label = `${word} of the steps of ${journey}, ${variant.title}: ${bars.map(bar => `${bar.name} ${millis(bar.millis)}`).join(', ')}; of whole journeys ${millis(whole)}`;
        return figure(isNamed ? `${word}: ${variant.title}` : word, `milliseconds from the start of the journey; whole journeys ${millis(whole)}`, label, width => {
            const named = Charts.namedRows(width, bars.map(bar => bar.name), 26);
            return {
                ...named.sizes, marginRight: 56,
                x: { domain: [0, 1.02 * most], ticks: width < 420 ? 3 : 5, tickFormat: tickMillis, label: null },
                y: { ...named.axis, type: 'band', padding: 0.3 },
                marks: [
                    named.names,
                    Plot.gridX({ ticks: width < 420 ? 3 : 5 }),
                    Plot.barX(bars, { x1: 'from', x2: 'to', y: 'name', fill: colours(run)[variant.i], fillOpacity: percentile === 'p50' ? 0.9 : 0.55 }),
                    typeof whole === 'number' ? Plot.ruleX([whole], { stroke: colour('mute'), strokeDasharray: '5 4', strokeWidth: 1.4 }) : null,
                    Plot.text(bars, { x: 'to', y: 'name', text: bar => millis(bar.millis), dx: 5, textAnchor: 'start', fill: colour('ink'), stroke: colour('card'), strokeWidth: 4 }),
                ],
            };
        });
    }

    return { show };
})();
