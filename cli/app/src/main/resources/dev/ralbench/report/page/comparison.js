/* What `ralbench compare` found (ralbench.compare/2): decisions, intervals around zero, runs over time. */
const Comparison = (() => {
    'use strict';

    const { el, section, figure } = Elements;
    const { colour, short, count, millis, micros, bytes, percent, perSecond, tick, tickMillis, tickMicros } = Charts;

    const UNITS = {
        '1/s': perSecond, ms: millis, s: value => millis(value === null ? null : value * 1000), B: bytes, 'B/s': value => (value === null ? '–' : `${bytes(value)}/s`), 'µs': micros, us: micros,
    };

    function value(metric, number) {
        if (number === null || number === undefined) {
            return '–';
        }
        if (metric.metric === 'errors' || metric.unit === '%' || metric.unit === 'share') {
            return percent(number);
        }
        return (UNITS[metric.unit] || (Number.isInteger(number) ? count : short))(number);
    }

    const TICKS = { ms: tickMillis, s: number => tickMillis(number * 1000), B: bytes, 'B/s': number => `${bytes(number)}/s`, 'µs': tickMicros, us: tickMicros };

    /** A value at an axis. */
    const onAxis = (metric, number) => (metric.metric === 'errors' || metric.unit === '%' || metric.unit === 'share' ? percent(number) : (TICKS[metric.unit] || tick)(number));

    const signed = (number, digits = 1) => `${number < 0 ? '−' : number > 0 ? '+' : ''}${Math.abs(number).toFixed(digits)}`;

    function changeText(metric, change) {
        if (!change || change.estimate === null) {
            return '–';
        }
        return change.scale === 'relative' ? `${signed(change.estimate * 100)} %` : signed(change.estimate, 2).replace(/\.?0+$/, '') || '0';
    }

    function intervalText(change) {
        if (!change || change.low === null || change.low === undefined) {
            return '';
        }
        if (change.scale === 'difference' && change.low === change.high) {
            return 'exact';
        }
        const k = change.scale === 'difference' ? 1 : 100;
        return `[${signed(change.low * k)} ${signed(change.high * k)}]${k === 100 ? ' %' : ''}`;
    }

    const isBad = metric => metric.verdict === 'worse' || (metric.rule && metric.rule.outcome === 'FAIL');
    const hue = metric => (isBad(metric) ? 'bad' : metric.verdict === 'better' ? 'good' : metric.verdict === 'inconclusive' ? 'doubt' : 'mute');
    const word = metric => metric.words || (metric.verdict === 'none' ? '' : metric.verdict);

    /** The interval that decides: a rule's own, else that of the table. */
    function decided(metric) {
        const ofRule = metric.rule && metric.rule.change;
        return ofRule && ofRule.low !== null && metric.change ? { ...metric.change, ...ofRule } : metric.change;
    }

    const hasInterval = metric => metric.change && metric.change.scale === 'relative' && metric.change.low !== null && decided(metric).low !== null;

    function group(found) {
        const gated = found.metrics.filter(metric => metric.role === 'gate');
        const shown = gated.length ? gated : headline(found);
        const drawn = shown.filter(hasInterval);
        if (!gated.length && !found.metrics.some(hasInterval)) {
            return null; // one trial of each: the table of the run says as much
        }
        const isGated = found.decision !== null && found.decision !== undefined;
        const others = found.metrics.filter(metric => !shown.includes(metric));
        const what = `${found.baseline} → ${found.variants.filter(name => name !== found.baseline).join(', ')}`;
        return section(isGated ? 'Rules of the gate' : 'Differences',
            `${what}. The dot is the change, the line its interval; zero means no change, the dashed marks what is tolerated, the short ones what matters.`,
            drawn.length ? intervals(found, drawn) : null,
            el('div', { class: 'card scroll', tabindex: '0', role: 'group', 'aria-label': 'Differences' }, table(found, shown)),
            others.length ? el('details', {}, el('summary', {}, `${others.length} other figures`),
                el('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Other figures' }, table(found, others))) : null,
            found.notes.length ? el('ul', { class: 'notes' }, found.notes.map(note => el('li', {}, note))) : null);
    }

    const HEADLINE = ['goodput', 'p50', 'p90', 'p99', 'errors', 'cpu/request', 'alloc/request', 'heap.after-collection', 'threads.peak', 'sql/request'];

    /** Without a gate: the main figures, of the highest level and the whole run. */
    function headline(found) {
        const highest = found.levels[found.levels.length - 1];
        return found.metrics.filter(metric => HEADLINE.includes(metric.metric) && (metric.level === highest || metric.level === 'all'));
    }

    function intervals(found, drawn) {
        const several = found.variants.length > 2;
        const name = metric => `${metric.metric} at ${metric.level}${several ? `, ${metric.variant}` : ''}`;
        const rows = drawn.map(metric => {
            const change = decided(metric);
            const harmful = metric.better === 'higher' ? -1 : 1;
            return {
                name: name(metric), metric, low: change.low * 100, high: change.high * 100, at: change.estimate * 100,
                material: harmful * metric.material * 100, tolerated: harmful * metric.tolerated * 100, hue: hue(metric),
            };
        });
        const far = 1.08 * Math.max(1, ...rows.flatMap(row => [Math.abs(row.low), Math.abs(row.high)]), ...rows.map(row => Math.min(Math.abs(row.tolerated), 25)));
        const inside = row => Math.abs(row.tolerated) <= far;
        return figure(null, 'change in percent', `Changes with intervals: ${rows.map(row => `${row.name} ${signed(row.at)} %`).join('; ')}`, width => {
            const named = Charts.namedRows(width, rows.map(row => row.name), 30);
            return {
                ...named.sizes, marginRight: 20,
                x: { domain: [-far, far], label: null, ticks: width < 480 ? 3 : 7, tickFormat: at => (at === 0 ? '0' : `${signed(at, far < 3 ? 1 : 0)} %`) },
                y: named.axis,
                marks: [
                    named.names,
                    Plot.gridX({ ticks: width < 480 ? 3 : 7 }),
                    Plot.ruleX([0], { stroke: colour('ink') }),
                    Plot.link(rows, { x1: 'low', x2: 'high', y1: 'name', y2: 'name', stroke: row => colour(row.hue), strokeWidth: 5, strokeLinecap: 'round', strokeOpacity: 0.45 }),
                    Plot.dot(rows, { x: 'at', y: 'name', r: 5, fill: row => colour(row.hue), stroke: colour('card') }),
                    Plot.text(rows.filter(inside), { x: 'tolerated', y: 'name', text: () => '┆', fill: colour('ink'), fontSize: 20 }),
                    Plot.text(rows.filter(row => Math.abs(row.material) <= far), { x: 'material', y: 'name', text: () => 'ı', fill: colour('mute'), fontSize: 15 }),
                    Charts.pointed(rows, 'at', 'name', row => `${row.name}\n${changeText(row.metric, decided(row.metric))} ${intervalText(decided(row.metric))}\n${word(row.metric)}`),
                ],
            };
        });
    }

    function table(found, metrics) {
        const several = found.variants.length > 2;
        return el('table', { class: 'plain' },
            el('thead', {}, el('tr', {}, el('th', { scope: 'col', class: 'left' }, 'metric'), el('th', { scope: 'col' }, 'level'),
                several ? el('th', { scope: 'col', class: 'left' }, 'variant') : null,
                [found.baseline, several ? 'it' : found.variants.find(name => name !== found.baseline) || '', 'change', 'interval'].map(title => el('th', { scope: 'col' }, title)),
                el('th', { scope: 'col', class: 'left' }, 'verdict'))),
            el('tbody', {}, metrics.map(metric => el('tr', {},
                el('th', { scope: 'row' }, metric.metric), el('td', {}, metric.level),
                several ? el('td', { class: 'left' }, metric.variant) : null,
                el('td', {}, value(metric, metric.base.typical)), el('td', {}, value(metric, metric.head.typical)),
                el('td', {}, changeText(metric, decided(metric))), el('td', {}, intervalText(decided(metric))),
                el('td', { class: `text ${isBad(metric) ? 'failed' : metric.verdict === 'better' ? 'valid' : ''}` },
                    (metric.rule ? `${metric.rule.outcome === 'FAIL' ? '✗ ' : metric.rule.outcome === 'PASS' ? '✓ ' : '? '}` : '') + word(metric),
                    metric.rule && metric.rule.why && isBad(metric) ? el('small', {}, metric.rule.why) : null)))));
    }

    // ---- Runs over time ----

    const MOST_HISTORIES = 8;

    function history(found) {
        const changed = found.rows.filter(row => row.changes.length);
        const highest = found.rows.map(row => row.level).filter(level => level !== 'all').pop();
        const usual = found.rows.filter(row => ['goodput', 'p50', 'p99', 'cpu/request'].includes(row.metric) && row.level === highest);
        const rows = [...new Set([...changed, ...usual])].slice(0, MOST_HISTORIES);
        return section(`${found.scenario} over ${found.runs.length} runs`,
            'Each dot is a run, in the order of time. A line is the median, of all runs or between steps, where figures change for good; within the band around the median of all lies half of the runs. Dashed lines mark runs before which machine or software changed.',
            el('div', { class: 'grid' }, rows.map(row => historyChart(found, row))),
            changed.length ? el('ul', { class: 'notes' }, changed.flatMap(row => row.changes.map(change => el('li', {},
                `${row.metric} at ${row.level} of ${row.variant}: ${change.kind} at ${change.run}, ${value(row, change.before)} before, ${value(row, change.after)} after${change.known ? ` (known: ${change.known})` : ''}`)))) : el('p', {}, 'No step, no trend.'),
            found.facts.length ? el('details', {}, el('summary', {}, 'What changed between the runs'), el('ul', { class: 'notes' },
                found.facts.map(fact => el('li', {}, `${fact.run}: ${fact.field} ${fact.before} → ${fact.after}`)))) : null);
    }

    function historyChart(found, row) {
        const at = new Map(found.runs.map((run, i) => [run.runId, i]));
        const points = row.values.map((number, i) => ({ i, number, run: found.runs[i] })).filter(point => point.number !== null);
        const parts = segments(row, at, points.length);
        const title = `${row.metric} at ${row.level}, ${row.variant}`;
        const band = row.changes.some(change => change.kind === 'step') ? [] : [spread(row)];
        return figure(title, row.unit === 'ratio' ? `ratio to ${found.anchor}` : null, `${title} over ${found.runs.length} runs`, width => {
            const numbers = points.map(point => point.number);
            const air = (Math.max(...numbers) - Math.min(...numbers)) * 0.15 || Math.abs(numbers[0]) * 0.05 || 1;
            return {
                height: 210, marginLeft: 64, marginRight: 14, marginTop: 12,
                x: { domain: [-0.5, found.runs.length - 0.5], ticks: width < 400 ? 3 : 5, tickFormat: i => (found.runs[i] ? dateOf(found.runs, i) : ''), label: null },
                y: { domain: [Math.min(...numbers) - air, Math.max(...numbers) + air], ticks: 5, tickFormat: number => onAxis(row, number), label: null },
                marks: [
                    Plot.rect(band, { x1: () => -0.5, x2: () => found.runs.length - 0.5, y1: 'low', y2: 'high', fill: colour('soft') }),
                    Plot.gridY({ ticks: 5 }),
                    Plot.ruleX([...new Set(found.facts.map(fact => at.get(fact.run)))].map(i => i - 0.5), { stroke: colour('mute'), strokeDasharray: '3 4' }),
                    Plot.link(parts, { x1: 'from', x2: 'to', y1: 'level', y2: 'level', stroke: part => colour(part.hue), strokeWidth: 2.5 }),
                    Plot.dot(points, { x: 'i', y: 'number', r: 3.5, fill: colour('c1') }),
                    Charts.pointed(points, 'i', 'number', point => `${point.run.runId}\n${value(row, point.number)}`),
                ],
            };
        });
    }

    /** Half of the runs lie within it. */
    const spread = row => ({ low: row.median - row.spread, high: row.median + row.spread });

    /** When a run began: its day, or the time where all are of one day. */
    function dateOf(runs, i) {
        const days = new Set(runs.map(run => run.startedAt.slice(0, 10)));
        return days.size > 1 ? runs[i].startedAt.slice(0, 10) : runs[i].startedAt.slice(11, 16);
    }

    /** The levels between steps. */
    function segments(row, at, runs) {
        const steps = row.changes.filter(change => change.kind === 'step').map(change => ({ ...change, i: at.get(change.run) })).sort((a, b) => a.i - b.i);
        if (steps.length === 0) {
            return [{ from: -0.3, to: runs - 0.7, level: row.median, hue: 'mute' }];
        }
        return steps.flatMap((step, k) => {
            const isWorse = (step.after > step.before) === (row.better === 'lower');
            const end = k + 1 < steps.length ? steps[k + 1].i : runs;
            return [
                ...(k === 0 ? [{ from: -0.3, to: step.i - 0.6, level: step.before, hue: 'mute' }] : []),
                { from: step.i - 0.4, to: end - 0.7, level: step.after, hue: isWorse ? 'bad' : 'good' },
            ];
        });
    }

    // ---- All of it ----

    function decision(report) {
        if (!report.decision) {
            return null;
        }
        const failed = report.groups.flatMap(found => (found.metrics || []).filter(metric => metric.rule && metric.rule.outcome === 'FAIL'));
        const gate = report.groups.map(found => found.family && found.family.gate).find(name => name) || '';
        const passed = report.decision === 'PASS';
        const worst = failed.slice(0, 3).map(metric => `${metric.metric} ${changeText(metric, decided(metric))} at ${metric.level}`).join(', ');
        const of = report.groups.flatMap(found => (found.metrics || []).filter(metric => metric.rule)).length;
        return el('div', {},
            el('div', { class: 'top' }, el('b', {}, report.groups.map(found => found.scenario).filter(Boolean)[0] || ''),
                el('span', {}, gate ? `gate ${gate}` : ''), el('span', { class: passed ? 'passed' : 'failed' }, `${passed ? '✓' : '✗'} ${report.decision}, exit code ${report.exitCode}`)),
            el('h1', {}, passed ? `Passed: none of ${of} rules is broken.`
                : failed.length ? `${report.decision === 'FAIL' ? 'Failed' : report.decision}: ${worst}.` : `${report.decision.charAt(0)}${report.decision.slice(1).toLowerCase()}.`));
    }

    /** Elements of a report, in order; those that lead come before the runs. */
    function show(report) {
        const decided = decision(report);
        const leads = decided !== null || report.histories.length > 0;
        const found = [];
        if (decided) {
            found.push(decided);
        } else if (report.histories.length) {
            const changes = report.histories.flatMap(each => each.rows.flatMap(row => row.changes.map(change => ({ row, change }))));
            found.push(el('div', {}, el('div', { class: 'top' }, el('b', {}, report.histories.map(each => each.scenario).join(', '))),
                el('h1', {}, changes.length ? `${changes.length} change${changes.length === 1 ? '' : 's'} over ${report.histories[0].runs.length} runs: ${changes[0].row.metric} of ${changes[0].row.variant} first.`
                    : `No step and no trend over ${report.histories[0].runs.length} runs.`)));
        }
        report.groups.forEach(each => {
            const one = each.metrics ? group(each) : refused(each);
            if (one) {
                found.push(one);
            }
        });
        report.histories.forEach(each => found.push(history(each)));
        return found.map(element => ({ element, leads }));
    }

    function refused(found) {
        return section('Not compared', null, el('ul', { class: 'notes' }, [found.title, found.reason, found.message, found.detail, ...(found.notes || [])]
            .filter(text => typeof text === 'string' && text).map(text => el('li', {}, text))));
    }

    /** The rules of a gate that has not decided. */
    const rules = report => report.groups.map(each => (each.metrics ? group(each) : refused(each))).filter(each => each);

    return { show, rules };
})();
