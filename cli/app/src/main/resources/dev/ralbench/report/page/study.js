/*
 * A run as the study that it reproduces shows its own: the tables and charts of the study's tools, drawn from the
 * measurement, with the published figures on them. What is published comes with the page; none of it is written here.
 */
const Study = (() => {
    'use strict';

    const { el, dot, section, figure } = Elements;
    const { short, count, millis, bytes, percent, perSecond, tick, tickMillis, tickBytes, colour } = Charts;

    const TOOLS = {
        gatling: 'Gatling', jmeter: 'JMeter', ab: 'ab (ApacheBench)', jconsole: 'JConsole', time: 'the shell’s time',
    };

    const TABLES = {
        gatling: ['Gatling’s statistics', 'Percentiles are left out where fewer than ten requests are slower.'],
        jmeter: ['JMeter’s summary', 'A row a variant, as JMeter has one a request. A screenshot counts the samples that had come in by then.'],
        ab: ['ab’s report', 'Time per request as ab computes it: time taken × users / requests, and the same across all users at once.'],
        percentages: ['ab’s table of percentages', 'So many percent of the requests were served within this time; left out where fewer than ten requests are slower. 100 % is the slowest.'],
        jconsole: ['JConsole’s peaks', 'The JVM’s own counters at the end of a run.'],
        time: ['How long one request takes', 'The mean of those that were measured; the study timed one.'],
    };

    const SHOWN = {
        count, share: percent, 'per-second': perSecond, seconds: value => (value === null ? '–' : `${short(value)} s`), millis, bytes, 'bytes-per-second': value => `${bytes(value)}${value === null ? '' : '/s'}`, ratio: short, 'cpu-micros': short,
    };

    /** How an axis shows what a function shows elsewhere: as exact as it is round. */
    const AXES = new Map([
        [millis, tickMillis], [bytes, tickBytes], [count, tick], [short, tick], [percent, value => `${tick(value * 100)} %`], [perSecond, value => `${tick(value)}/s`],
        [SHOWN.seconds, value => `${tick(value)} s`],
    ]);
    const axisOf = show => AXES.get(show) || show;

    const english = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });
    const digits = value => english.format(value).replaceAll(',', '\u00a0');

    /** A published figure as its source writes it. */
    function stated({ value, upTo, unit, qualifier, provenance }) {
        const number = digits(value) + (upTo === null || upTo === undefined ? '' : `–${digits(upTo)}`);
        return qualifier + number + (unit === '1' ? '' : unit.startsWith('1/') ? unit.slice(1) : ` ${unit}`)
            + (provenance === 'image' ? ' (image)' : provenance === 'derived' ? ' (derived)' : '');
    }

    // ---- Tables ----

    /** A row of what was measured for each variant, and below it those of what the study says, images by themselves. */
    function toolTable(run, found) {
        const [title, how] = TABLES[found.name];
        const { lines } = found;
        const rows = found.rows.flatMap(row => {
            const at = run.variants.findIndex(variant => variant.name === row.variant);
            const name = run.variants[at].title;
            return [
                el('tr', { 'data-variant': row.variant }, el('th', { scope: 'row' }, dot(at), name),
                    row.cells.map((cell, i) => el('td', { 'data-title': lines[i].title }, SHOWN[lines[i].unit](cell.measured)))),
                ...[['published', false], ['published in an image', true]].map(([words, isImage]) => {
                    const stands = row.cells.map(cell => cell.published.filter(each => (each.provenance === 'image') === isImage));
                    return stands.every(each => each.length === 0) ? null : el('tr', { class: 'published', 'data-published': row.variant },
                        el('th', { scope: 'row' }, el('span', { class: 'hidden' }, `${name}, `), words),
                        stands.map((each, i) => el('td', { 'data-title': lines[i].title, class: each.length ? null : 'none' },
                            each.map((one, nth) => [nth ? el('br') : null, stated({ ...one, provenance: '' })]))));
                }),
            ];
        });
        return el('div', { class: 'card study-table' }, el('p', {}, el('b', {}, title), ` ${how}`),
            el('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': title },
                el('table', { class: 'main plain', 'data-tool': found.name },
                    el('thead', {}, el('tr', {}, el('th', { scope: 'col', class: 'left' }, 'variant'), lines.map(line => el('th', { scope: 'col' }, line.title)))),
                    el('tbody', {}, rows))));
    }

    function allFigures(study) {
        if (study.figures.length === 0) {
            return null;
        }
        return el('details', { class: 'study-figures' }, el('summary', {}, `The study’s ${study.figures.length} figures about this load, and ours`),
            el('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'The study’s figures about this load' }, el('table', { class: 'plain' },
                el('thead', {}, el('tr', {}, ['figure', 'variant', 'metric'].map(title => el('th', { scope: 'col', class: 'left' }, title)),
                    ['published', 'here'].map(title => el('th', { scope: 'col' }, title)), ['from', 'note'].map(title => el('th', { scope: 'col', class: 'left' }, title)))),
                el('tbody', {}, study.figures.map(each => el('tr', { 'data-figure': each.id },
                    el('th', { scope: 'row' }, each.id), el('td', { class: 'left' }, each.variant), el('td', { class: 'left' }, each.metric),
                    el('td', {}, stated({ ...each.published, provenance: '' })), el('td', {}, each.measured === null ? '–' : SHOWN[each.unit](each.measured)),
                    el('td', { class: 'left' }, each.published.provenance), el('td', { class: 'text' }, each.note)))))));
    }

    // ---- Published figures on charts ----

    const markOf = (study, metric) => study.marks.find(mark => mark.metric === metric);
    const publishedOf = (study, metric) => markOf(study, metric).rows.filter(row => row.published !== null);
    const hueOf = (run, name) => colour(`c${run.variants.findIndex(variant => variant.name === name) % 10}`);
    const titleOf = (run, name) => run.variants.find(variant => variant.name === name).title;

    /** Dashed lines at published figures, with their names below their left ends. */
    function publishedRules(run, rows, top, room) {
        const lines = rows.map(row => ({ y: row.published, fill: hueOf(run, row.variant), x: 0, name: titleOf(run, row.variant), text: stated(row.words) }));
        const named = group => `published: ${group.map(end => (run.variants.length > 1 ? `${end.name} ${end.text}` : end.text)).join(', ')}`;
        const names = group => (LETTER * named(group).length < 0.45 * room ? named(group) : `published ${group.map(end => end.text).join(', ')}`);
        const ends = Charts.endLabels(lines, (a, b) => Math.abs(a - b) < 0.085 * top, names);
        const label = (some, dy) => Plot.text(some, {
            y: 'y', text: 'text', fill: end => end.fill, frameAnchor: 'left', dx: 6, dy, textAnchor: 'start', stroke: colour('card'), strokeWidth: 4,
        });
        const isLow = end => end.y < 0.12 * top;
        return lines.length === 0 ? [] : [
            Plot.ruleY(lines, { y: 'y', stroke: line => line.fill, strokeDasharray: '5 4', strokeWidth: 1.6 }),
            label(ends.filter(isLow), -9), label(ends.filter(end => !isLow(end)), 13),
        ];
    }

    const nameWidth = (width, names) => Math.min(width * 0.4, 14 + 6.7 * Math.max(...names.map(name => name.length)));
    const LETTER = 6.4; // pixels, on average

    /** A name with words after it that always stand whole: the first of its forms that fits, or its beginning. */
    function fitting(names, words, width) {
        const whole = names.map(name => name + words).find(text => LETTER * text.length <= width);
        const shortest = names[names.length - 1];
        return whole || `${shortest.slice(0, Math.max(3, Math.floor(width / LETTER) - words.length - 1))}…${words}`;
    }

    const shortened = (name, width) => {
        const most = Math.max(6, Math.floor((width * 0.4 - 14) / 6.7));
        return name.length > most ? `${name.slice(0, most - 1)}…` : name;
    };

    /** A bar for each variant, and a stroke at the published figure. */
    function markedBars(run, study, metric, title, small) {
        const { rows, unit } = markOf(study, metric);
        const own = rows.filter(row => row.measured !== null);
        const published = own.filter(row => row.published !== null);
        if (published.length === 0) {
            return null;
        }
        const show = SHOWN[unit];
        const text = row => `${show(row.measured)}${row.published === null ? '' : `, published ${stated(row.words)}`}`;
        const names = own.map(row => row.variant);
        const most = Math.max(...own.flatMap(row => [row.measured, row.published || 0, row.upTo || 0]));
        const ticks = width => (width < 420 ? 2 : 4);
        return figure(title, small, `${title}: ${own.map(row => `${titleOf(run, row.variant)} ${text(row)}`).join('; ')}`, width => ({
            height: 34 + 42 * own.length, marginLeft: 6, marginRight: 12, marginTop: 6, marginBottom: 24,
            x: { domain: [0, 1.04 * most], label: null, tickFormat: axisOf(show), ...(unit === 'bytes' ? { ticks: Charts.byteTicks(most, ticks(width)) } : { ticks: ticks(width) }) },
            y: { domain: names, axis: null, padding: 0.62 },
            marks: [
                Plot.gridX(unit === 'bytes' ? Charts.byteTicks(most, ticks(width)) : { ticks: ticks(width) }),
                Plot.barX(own, { x: 'measured', y: 'variant', fill: row => hueOf(run, row.variant), rx: 3 }),
                Plot.tickX(published, { x: 'published', y: 'variant', stroke: colour('ink'), strokeWidth: 2.5, insetTop: -4, insetBottom: -4 }),
                Plot.tickX(published.filter(row => row.upTo !== null), { x: 'upTo', y: 'variant', stroke: colour('ink'), strokeWidth: 2.5, insetTop: -4, insetBottom: -4 }),
                Plot.text(own, { y: 'variant', text: row => fitting([titleOf(run, row.variant), row.variant], `: ${text(row)}`, width - 12), frameAnchor: 'left', textAnchor: 'start', dy: -18, fill: colour('ink'), stroke: colour('card'), strokeWidth: 3 }),
            ],
        }));
    }

    // ---- Gatling ----

    function ranges(run, study) {
        if (!study.ranges) {
            return null;
        }
        const all = study.ranges.rows.map(row => ({ variant: row.variant, total: row.counts.reduce((a, b) => a + b, 0), counts: row.counts }));
        const requests = markOf(study, 'requests').rows;
        const [fast, slow] = study.ranges.borders.map(count);
        const bars = [`below ${fast} ms`, `${fast} to ${slow} ms`, `${slow} ms or more`, 'failed', 'all'].flatMap((title, at, titles) => {
            const isAll = at === titles.length - 1;
            const own = all.map(({ variant, total, counts }) => ({ variant, title, n: isAll ? total : counts[at], total, isAll, published: isAll ? requests.find(row => row.variant === variant) : null }));
            return [{ key: `${title}|`, title, isHeading: true, isEmpty: own.every(bar => bar.n === 0) },
                ...(own.every(bar => bar.n === 0) ? [] : own.map(bar => ({ ...bar, key: `${title}|${bar.variant}` })))];
        });
        const own = bars.filter(bar => !bar.isHeading);
        const label = bar => count(bar.n) + (bar.isAll
            ? (bar.published && bar.published.published !== null ? `, published ${stated(bar.published.words)}` : '')
            : ` · ${percent(bar.total ? bar.n / bar.total : 0)}`);
        const most = Math.max(1, ...own.flatMap(bar => [bar.n, (bar.published && bar.published.published) || 0]));
        const names = run.variants.map(variant => variant.name);
        return figure('Response-time ranges', `requests by response time, with their share of all${publishedOf(study, 'requests').length ? '; a stroke marks the published number' : ''}`,
            `Response-time ranges: ${own.map(bar => `${bar.title}, ${bar.variant}: ${label(bar)}`).join('; ')}`, width => {
                const isNarrow = width < 560;
                return {
                    height: 16 + (isNarrow ? 33 : 21) * bars.length, marginLeft: isNarrow ? 4 : nameWidth(width, names), marginRight: isNarrow ? 8 : 230, marginTop: 4, marginBottom: 4,
                    x: { domain: [0, most], axis: null },
                    y: { domain: bars.map(bar => bar.key), axis: null, padding: isNarrow ? 0.66 : 0.34 },
                    marks: [
                        Plot.text(bars.filter(bar => bar.isHeading), { y: 'key', text: bar => (bar.isEmpty ? `${bar.title}: none` : bar.title), frameAnchor: 'left', textAnchor: 'start', dy: isNarrow ? 2 : 3, dx: isNarrow ? 0 : -nameWidth(width, names) + 4, fill: colour('ink'), fontWeight: 600 }),
                        Plot.barX(own, { x: 'n', y: 'key', fill: bar => hueOf(run, bar.variant), rx: 2 }),
                        Plot.tickX(own.filter(bar => bar.published && bar.published.published !== null), { x: bar => bar.published.published, y: 'key', stroke: colour('ink'), strokeWidth: 2.5, insetTop: -3, insetBottom: -3 }),
                        ...(isNarrow ? [
                            Plot.text(own, { y: 'key', text: bar => fitting([titleOf(run, bar.variant), bar.variant], `: ${label(bar)}`, width - 12), frameAnchor: 'left', textAnchor: 'start', dy: -13, fill: colour('ink') }),
                        ] : [
                            Plot.text(own, { y: 'key', text: bar => shortened(bar.variant, width), frameAnchor: 'left', textAnchor: 'end', dx: -8, fill: colour('mute') }),
                            Plot.text(own, { x: bar => Math.max(bar.n, (bar.published && bar.published.published) || 0), y: 'key', text: label, textAnchor: 'start', dx: 8, fill: colour('ink') }),
                        ]),
                    ],
                };
            });
    }

    /** What the published figures are about: the whole run, or its last level. */
    const windowsOf = (trial, level) => (level === null ? [trial.measurement.wholeRun] : Result.levelsOf(trial.measurement).get(level) || []);

    function histogramOf(trial, level) {
        return Result.together(windowsOf(trial, level).map(window => window.successful.histogram).filter(text => text).map(Result.buckets));
    }

    const BINS = 48;

    /** Shares of equal steps of time, up to where one of a thousand requests is slower. */
    function binned(histogram, reach) {
        const total = histogram.reduce((all, bucket) => all + bucket.count, 0);
        let seen = 0;
        const end = histogram.find(bucket => (seen += bucket.count) >= total * 0.999).to;
        const from = histogram[0].from;
        const to = Math.max(end, reach, from * 1.02);
        const width = (to - from) / BINS;
        const counts = new Array(BINS).fill(0);
        let beyond = 0;
        for (const bucket of histogram) {
            const middle = (bucket.from + bucket.to) / 2;
            if (middle > to) {
                beyond += bucket.count;
            } else {
                counts[Math.min(BINS - 1, Math.floor((middle - from) / width))] += bucket.count;
            }
        }
        return { from, to, beyond: beyond / total, bins: counts.map((n, i) => ({ x1: from + i * width, x2: from + (i + 1) * width, n, share: n / total })) };
    }

    function distributions(run, study) {
        return run.variants.map((variant, i) => {
            const histogram = histogramOf(variant.trials[0], study.level);
            if (histogram.length === 0) {
                return null;
            }
            const marks = ['mean', 'p99'].map(metric => ({ metric, row: markOf(study, metric).rows.find(row => row.variant === variant.name) }))
                .filter(({ row }) => row);
            const published = marks.filter(({ row }) => row.published !== null).map(({ metric, row }) => ({ x: row.published, text: `published ${metric} ${stated(row.words)}` }));
            const { from, to, beyond, bins } = binned(histogram, Math.max(0, ...published.map(mark => mark.x * 1.01)));
            const start = Math.min(from, ...published.map(mark => mark.x));
            const most = Math.max(...bins.map(bin => bin.share));
            const here = marks.filter(({ row }) => row.measured !== null).map(({ metric, row }) => `${metric} ${millis(row.measured)}`).join(', ');
            return figure(el('span', {}, dot(i), `Response-time distribution of ${variant.title}`), `share of requests by response time; here ${here}${beyond > 0 ? `; ${percent(beyond)} lie beyond the right edge` : ''}`,
                `${variant.title}: distribution of response times; here ${here}; ${published.map(mark => mark.text).join(', ')}`, width => ({
                    height: 170, marginLeft: 44, marginRight: 12, marginTop: 16 + 16 * published.length,
                    x: { domain: [start, to], ticks: width < 420 ? 3 : 5, tickFormat: tickMillis, label: null },
                    y: { domain: [0, most], ticks: 3, tickFormat: axisOf(percent), label: null },
                    marks: [
                        Plot.gridY({ ticks: 3 }),
                        Plot.rect(bins.filter(bin => bin.n > 0), { x1: 'x1', x2: 'x2', y1: 0, y2: 'share', fill: colour(`c${i % 10}`), insetLeft: 0.5, insetRight: 0.5 }),
                        Plot.ruleX(published, { x: 'x', stroke: colour('ink'), strokeDasharray: '5 4', strokeWidth: 1.5 }),
                        ...published.map((mark, line) => Plot.text([mark], {
                            x: 'x', text: 'text', frameAnchor: 'top', dy: -10 - 16 * (published.length - 1 - line), dx: mark.x > (start + to) / 2 ? 4 : -4,
                            textAnchor: mark.x > (start + to) / 2 ? 'end' : 'start', fill: colour('ink'),
                        })),
                        Charts.pointed(bins.filter(bin => bin.n > 0), bin => (bin.x1 + bin.x2) / 2, 'share', bin => `${millis(bin.x1)} to ${millis(bin.x2)}\n${count(bin.n)} requests, ${percent(bin.share)}`),
                    ],
                }));
        });
    }

    // ---- Over time ----

    /**
     * Points of all variants by seconds, drawn as one line each, with published figures as dashed lines. Lines that lie
     * on each other (isSame) are drawn inside each other.
     */
    function overTime(run, points, { key, title, small, show, rows, isLog, isDotted, isBytes, isSame }) {
        const own = points.filter(point => point[key] !== null && point[key] !== undefined && (!isLog || point[key] > 0));
        if (own.length < 3) {
            return null;
        }
        const published = rows || [];
        const most = Math.max(...own.map(point => point[key]), ...published.map(row => row.published));
        const long = Math.max(...own.map(point => point.t));
        const told = published.map(row => `, ${titleOf(run, row.variant)} published ${stated(row.words)}`).join('');
        return figure(title, small, `${title}${told}`, width => {
            const domain = isLog ? Charts.logDomain(own.map(point => point[key])) : [0, 1.1 * most || 1];
            const ticks = isLog ? Charts.logTicks(...domain, 5) : isBytes ? Charts.byteTicks(domain[1], 4) : 4;
            return {
                height: 220, marginLeft: 60, marginRight: 12, marginTop: 16,
                color: { domain: run.variants.map(variant => variant.name), range: run.variants.map(variant => hueOf(run, variant.name)) },
                x: { domain: [0, long], ticks: width < 340 ? 3 : width < 400 ? 4 : 6, tickFormat: at => `${tick(at)} s`, label: null },
                y: { type: isLog ? 'log' : 'linear', domain, ticks, tickFormat: axisOf(show), label: null },
                marks: [
                    Plot.gridY(ticks === 4 ? { ticks } : ticks),
                    ...run.variants.map((variant, i) => Plot.line(own.filter(point => point.variant === variant.name), {
                        x: 't', y: key, stroke: 'variant', strokeWidth: isSame ? 1.6 + 1.1 * (run.variants.length - 1 - i) : 1.7,
                    })),
                    isDotted ? Plot.dot(own, { x: 't', y: key, fill: 'variant', r: 3 }) : null,
                    ...publishedRules(run, published, domain[1], width - 80),
                    Charts.pointed(own, 't', key, point => `${point.title}\n${short(point.t)} s: ${show(point[key])}`),
                ],
            };
        });
    }

    /** Points of the first trial of each variant, which `of` gives. */
    const pointsOf = (run, of) => run.variants.flatMap(variant => of(variant.trials[0])
        .map(point => ({ variant: variant.name, title: variant.title, ...point })));

    /** Responses and requests per second; a request began in the slot if it is in flight after it, or ended in it. */
    function rates(slots) {
        return slots.map((slot, i) => {
            const before = i ? slots[i - 1] : { t: slot.t - (slots.length > 1 ? slots[1].t - slots[0].t : 1), inFlight: 0 };
            const responses = slot.goodput + slot.failures;
            return { ...slot, responses, requests: responses + (slot.inFlight - before.inFlight) / (slot.t - before.t) };
        });
    }

    /** More dashed lines hide what is measured. */
    const MOST_RULES = 4;

    function ratesAndUsers(run, study, slotsOf) {
        const points = pointsOf(run, trial => rates(slotsOf(trial)));
        const rows = publishedOf(study, 'rps');
        const rules = rows.length > MOST_RULES ? [] : rows;
        const isSame = run.variants.length < 6;
        const dashed = rules.length ? '; dashed: the published rate of the whole run' : '';
        return [
            overTime(run, points, { key: 'users', title: 'Active users over time', small: 'users that were started; variants have the same plan', show: count, isSame }),
            overTime(run, points, { key: 'requests', title: 'Requests per second', small: `begun in each second${dashed}`, show: perSecond, rows: rules, isSame }),
            overTime(run, points, { key: 'responses', title: 'Responses per second', small: `ended in each second, failed ones too${dashed}`, show: perSecond, rows: rules, isSame }),
        ];
    }

    // ---- JMeter ----

    /** Mean response times: by steps of the course, by seconds of the series (medians), or by windows. */
    function responseTimes(trial, slotsOf) {
        const { course, windows } = trial.measurement;
        const slots = slotsOf(trial);
        if (slots.length && course && course.responseTimes) {
            const { rowsPerDecade, counts } = course.responseTimes;
            return { by: 'mean of each second', points: counts.flatMap((step, at) => {
                let n = 0;
                let total = 0;
                for (let k = 0; k + 1 < step.length; k += 2) {
                    n += step[k + 1];
                    total += step[k + 1] * 10 ** ((step[k] + 0.5) / rowsPerDecade);
                }
                return n ? [{ t: (course.startSeconds || 0) + (at + 0.5) * course.stepSeconds, millis: total / n }] : [];
            }) };
        }
        const seconds = slots.filter(slot => slot.p50 !== null).map(slot => ({ t: slot.t, millis: slot.p50 }));
        if (seconds.length >= 3) {
            return { by: 'median of each second', points: seconds };
        }
        const parts = windows.filter(window => window.kind !== 'warm-up' && window.successful.meanMillis !== null)
            .map(window => ({ t: window.startSeconds + window.lengthSeconds / 2, millis: window.successful.meanMillis }));
        return { by: 'mean of each part of the load', points: parts.length > 1 ? parts : [] };
    }

    function timesOverTime(run, study, slotsOf) {
        const found = run.variants.map(variant => ({ variant, ...responseTimes(variant.trials[0], slotsOf) }));
        const by = [...new Set(found.filter(each => each.points.length).map(each => each.by))].join(' or ');
        const points = found.flatMap(({ variant, points: own }) => own.map(point => ({ variant: variant.name, title: variant.title, ...point })));
        return [
            overTime(run, points, { key: 'millis', title: 'Response times over time', small: `${by}; logarithmic`, show: millis, isLog: true, isDotted: points.length < 150 }),
            ...found.map(each => curves(run, study, each)),
        ];
    }

    /** A variant's response times over the curves that the study prints of it. */
    function curves(run, study, { variant, by, points }) {
        const published = study.curves.filter(curve => curve.variant === variant.name);
        if (published.length === 0) {
            return null;
        }
        const drawn = published.map((curve, at) => ({ ...curve, dash: at ? '1 4' : '5 4', opacity: at ? 0.75 : 1 }));
        const i = run.variants.indexOf(variant);
        const long = Math.max(...points.map(point => point.t), ...published.flatMap(curve => curve.points.map(point => point.seconds)));
        const most = Math.max(...points.map(point => point.millis), ...published.flatMap(curve => curve.points.map(point => point.millis)));
        const tops = drawn.map(curve => ({ ...curve.points.reduce((a, b) => (b.millis > a.millis ? b : a)), text: `published ${curve.title}` }));
        const isRight = top => top.seconds > long / 2;
        return figure(el('span', {}, dot(i), `${variant.title}, and JMeter’s chart of it`), `${by} in colour; hollow points: published, as read from the chart`,
            `Response times of ${variant.title} over time, published: ${published.map(curve => `${curve.title} ${curve.points.map(point => millis(point.millis)).join(', ')}`).join('; ')}`, width => ({
                height: 220, marginLeft: 60, marginRight: 16, marginTop: 18,
                x: { domain: [0, long], ticks: width < 340 ? 3 : width < 400 ? 4 : 6, tickFormat: at => `${tick(at)} s`, label: null },
                y: { domain: [0, 1.1 * most], ticks: 4, tickFormat: tickMillis, label: null },
                marks: [
                    Plot.gridY({ ticks: 4 }),
                    ...drawn.map(curve => Plot.line(curve.points, { x: 'seconds', y: 'millis', stroke: colour('ink'), strokeDasharray: curve.dash, strokeOpacity: curve.opacity })),
                    ...drawn.map(curve => Plot.dot(curve.points, { x: 'seconds', y: 'millis', r: 3, fill: colour('card'), stroke: colour('ink'), strokeOpacity: curve.opacity })),
                    Plot.line(points, { x: 't', y: 'millis', stroke: colour(`c${i % 10}`), strokeWidth: 2.2 }),
                    Plot.dot(points, { x: 't', y: 'millis', r: 3, fill: colour(`c${i % 10}`) }),
                    ...[true, false].map(right => Plot.text(tops.filter(top => isRight(top) === right), {
                        x: 'seconds', y: 'millis', text: 'text', dx: right ? -9 : 9, textAnchor: right ? 'end' : 'start', fill: colour('ink'), stroke: colour('card'), strokeWidth: 4,
                    })),
                    Charts.pointed(points, 't', 'millis', point => `${short(point.t)} s: ${millis(point.millis)}`),
                ],
            }));
    }

    // ---- JConsole ----

    const COURSES = [
        { key: 'threads', metric: 'threads.peak', title: 'Threads over time', show: count },
        { key: 'heapUsedBytes', metric: 'heap.peak', title: 'Heap over time', show: bytes, isBytes: true },
    ];

    function insideCharts(run, study, coursePoints) {
        const points = pointsOf(run, trial => coursePoints(trial.measurement.course));
        return COURSES.map(({ key, metric, ...chart }) => {
            const rows = publishedOf(study, metric);
            return overTime(run, points, { key, rows, small: `${key === 'threads' ? 'of the process, those of the JVM itself too' : 'in use, garbage included'}${rows.length ? '; dashed: the published peak' : ''}`, ...chart });
        });
    }

    // ---- The section ----

    /** Of a line over time: more than a chart's half of the page has pixels for would blur. */
    const MOST_SLOTS = 300;

    const CHARTS = {
        gatling: (run, study, page) => [[ranges(run, study)], distributions(run, study), ratesAndUsers(run, study, page.slots)],
        jmeter: (run, study, page) => [[
            ...timesOverTime(run, study, page.slots),
            overTime(run, pointsOf(run, trial => rates(page.slots(trial))), { key: 'responses', title: 'Transactions per second', small: 'ended in each second', show: perSecond }),
            markedBars(run, study, 'rps.peak', 'Peak per second', 'most requests that ended within one second; the stroke is the published peak'),
            markedBars(run, study, 'total-time', 'Total time', 'from the first request to the last answer; the stroke is the published time'),
            markedBars(run, study, 'mean', 'Average response time', 'strokes: published, both ends of a range'),
        ]],
        ab: (run, study) => [[
            markedBars(run, study, 'rps', 'Requests per second', 'the stroke is the published rate'),
            markedBars(run, study, 'total-time', 'Time taken for tests', 'the stroke is the published time'),
        ]],
        jconsole: (run, study, page) => [[
            ...insideCharts(run, study, page.coursePoints),
            markedBars(run, study, 'threads.peak', 'Peak threads', 'the stroke is the published peak'),
            markedBars(run, study, 'heap.peak', 'Peak heap', 'garbage included; the stroke is the published peak'),
        ]],
        time: (run, study) => [[markedBars(run, study, 'mean', 'Time of one request', 'the stroke is the published time')]],
    };

    /** What of a tool's report is not on the page, and why. */
    function missing(run, study, page, isTurned) {
        const has = tool => study.tools.includes(tool);
        const told = [...study.notDrawn];
        if (study.figures.length === 0 && study.notes.length === 0) {
            told.push('The study prints no figures of this load.');
        }
        if (study.uncounted.length) {
            told.push(`Not measured here: ${study.uncounted.join(', ')}, because this run holds no counts of bytes: an older version recorded it.`);
        }
        if (has('gatling') && publishedOf(study, 'requests').length) {
            told.push('The study prints no counts by range: the strokes are its numbers of all requests.');
        }
        if (has('gatling') && run.variants.some(variant => windowsOf(variant.trials[0], study.level).some(window => !window.successful.histogram && window.completions.successful))) {
            told.push('Distributions of response times are not drawn, because this page would be too large with them: a page of this run alone has them.');
        }
        if (isTurned) {
            told.push('Nothing is drawn over time, because the variants took turns within a trial.');
            return told;
        }
        if (has('jconsole') && run.variants.every(variant => page.coursePoints(variant.trials[0].measurement.course).length < 3)) {
            told.push('Threads and heap over time are not drawn, because this run holds no course of them: an older version recorded it, or nothing looked into the service. Its peaks are shown.');
        }
        if (has('jmeter') && run.variants.some(variant => responseTimes(variant.trials[0], page.slots).points.length < 2)) {
            told.push('Response times over time miss variants whose requests all ended within a second or two, or were too few for a figure of each second.');
        }
        return told;
    }

    /**
     * The section; null of a run that reproduces no study.
     *
     * @param page how the page reads a trial over time: slots, coursePoints
     */
    function show(run, study, key, page) {
        if (!study) {
            return null;
        }
        const trials = Math.max(...run.variants.map(variant => variant.trials.length));
        const isTurned = Boolean(run.document.design.turns); // the variants' turns interrupt each other
        const reading = isTurned ? { slots: () => [], coursePoints: () => [] }
            : { slots: trial => page.slots(trial, MOST_SLOTS), coursePoints: page.coursePoints };
        const tables = study.tables.map(found => toolTable(run, found));
        const groups = study.tools.flatMap(tool => CHARTS[tool](run, study, reading))
            .map(charts => charts.filter(chart => chart))
            .filter(charts => charts.length)
            .map(charts => el('div', { class: ['grid', 'grid one', 'grid', 'grid three'][Math.min(charts.length, 4) % 4] }, charts));
        const found = section('As the study shows it',
            `“${study.title}”, ${study.origin}, reports with ${study.tools.map(tool => TOOLS[tool]).join(' and ')}. The same from this measurement, of ${study.level === null ? 'the whole run' : run.levels.length > 1 ? `the last level, ${study.level}` : `level ${study.level}`}${trials > 1 ? ' of each variant’s first trial' : ''}; the study’s own figures are called published.`,
            study.notes.map(note => el('p', { class: 'note' }, `${note[0].toUpperCase()}${note.slice(1)}.`)),
            key, tables, groups,
            missing(run, study, reading, isTurned).map(text => el('p', { class: 'note' }, text)), allFigures(study));
        found.setAttribute('data-study', study.title);
        return found;
    }

    return { show };
})();
