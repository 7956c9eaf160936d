/* What `ralbench compare` found (ralbench.compare/2): decisions, intervals around zero, runs over time. */
const Comparison = (() => {
    'use strict';

    const { el, section, figure } = Elements;
    const {
        colour, short, count, millis, micros, bytes, percent, perSecond, tick, tickMillis, tickMicros, tickBytes, levelWords, atLevel, unbroken,
    } = Charts;

    const QUANTITIES = { share: percent, count, ratio: short };
    const UNITS = {
        '1/s': perSecond, ms: millis, s: value => millis(value === null ? null : value * 1000), B: bytes, 'B/s': value => (value === null ? '–' : `${bytes(value)}/s`), 'µs': micros, us: micros,
    };

    const isShare = metric => metric.quantity === 'share';

    function value(metric, number) {
        if (number === null || number === undefined) {
            return '–';
        }
        return (QUANTITIES[metric.quantity] || UNITS[metric.unit])(number);
    }

    const TICKS = { ms: tickMillis, s: number => tickMillis(number * 1000), B: tickBytes, 'B/s': number => `${tickBytes(number)}/s`, 'µs': tickMicros, us: tickMicros };

    /** A value at an axis. */
    const onAxis = (metric, number) => (isShare(metric) ? percent(number) : (TICKS[metric.unit] || tick)(number));

    function signed(number, digits = 1) {
        const shown = Number(number.toFixed(digits));
        return `${shown < 0 ? '−' : shown > 0 ? '+' : ''}${Math.abs(shown).toFixed(digits)}`;
    }

    /** A change with its sign: a share in percent, else in the metric's unit, of shares in percentage points. */
    function changed(metric, scale, number) {
        if (scale === 'relative') {
            return `${signed(number * 100)} %`;
        }
        return number === 0 ? '0' : `${number < 0 ? '−' : '+'}${isShare(metric) ? `${short(Math.abs(number) * 100)} pp` : value(metric, Math.abs(number))}`;
    }

    const changeText = (metric, change) => (!change || change.estimate === null ? '–' : changed(metric, change.scale, change.estimate));

    function intervalText(metric, change) {
        if (!change || change.low === null || change.low === undefined) {
            return '';
        }
        return change.scale === 'difference' && change.low === change.high ? 'exact'
            : `[${changed(metric, change.scale, change.low)} ${changed(metric, change.scale, change.high)}]`;
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

    /** The variants that are held against the baseline. */
    const heads = found => found.variants.filter(name => name !== found.baseline);

    function group(found, isOneOfSeveral) {
        const gated = found.metrics.filter(metric => metric.role === 'gate');
        const shown = gated.length ? gated : headline(found);
        const drawn = shown.filter(hasInterval);
        if (!gated.length && !found.metrics.some(hasInterval)) {
            return null; // one trial of each: the table of the run says as much
        }
        const isGated = found.decision !== null && found.decision !== undefined;
        const others = found.metrics.filter(metric => !shown.includes(metric));
        const what = `${found.baseline} → ${heads(found).join(', ')}`;
        return section(`${isGated ? 'Rules of the gate' : 'Differences'}${isOneOfSeveral ? `: ${found.scenario}` : ''}`,
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
        const several = heads(found).length > 1;
        const name = metric => `${metric.metric}, ${levelWords(metric.level)}${several ? `, ${metric.variant}` : ''}`;
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
                    Plot.text(rows.filter(inside), { x: 'tolerated', y: 'name', text: () => '┆', fill: colour('ink'), fontSize: 18 }),
                    Plot.text(rows.filter(row => Math.abs(row.material) <= far), { x: 'material', y: 'name', text: () => 'ı', fill: colour('mute'), fontSize: 15 }),
                    Charts.pointed(rows, 'at', 'name', row => `${row.name}\n${changeText(row.metric, decided(row.metric))} ${intervalText(row.metric, decided(row.metric))}\n${word(row.metric)}`),
                ],
            };
        });
    }

    /** On a phone each row is a card: see the styles of its class. */
    function table(found, metrics) {
        const several = heads(found).length > 1;
        const [base, head] = [found.baseline, several ? 'it' : heads(found)[0] || ''];
        return el('table', { class: 'plain differences' },
            el('thead', {}, el('tr', {}, el('th', { scope: 'col', class: 'left' }, 'metric'), el('th', { scope: 'col' }, 'level'),
                several ? el('th', { scope: 'col', class: 'left' }, 'variant') : null,
                [base, head, 'change', 'interval'].map(title => el('th', { scope: 'col' }, title)),
                el('th', { scope: 'col', class: 'left' }, 'verdict'))),
            el('tbody', {}, metrics.map(metric => el('tr', {},
                el('th', { scope: 'row' }, metric.metric), el('td', { class: 'level' }, levelWords(metric.level)),
                several ? el('td', { class: 'left variant' }, metric.variant) : null,
                el('td', { class: 'value', 'data-title': base }, value(metric, metric.base.typical)),
                el('td', { class: 'value', 'data-title': several ? metric.variant : head }, value(metric, metric.head.typical)),
                el('td', { class: 'change' }, changeText(metric, decided(metric))), el('td', { class: 'interval' }, intervalText(metric, decided(metric))),
                el('td', { class: `text ${isBad(metric) ? 'failed' : metric.verdict === 'better' ? 'valid' : ''}` },
                    (metric.rule ? `${metric.rule.outcome === 'FAIL' ? '✗ ' : metric.rule.outcome === 'PASS' ? '✓ ' : '? '}` : '') + word(metric),
                    metric.rule && metric.rule.why && isBad(metric) ? el('small', {}, unbroken(metric.rule.why)) : null)))));
    }

    // ---- Runs over time ----

    const MOST_HISTORIES = 8;

    /** @param isTold whether the words of its changes stand above it */
    function history(found, isTold) {
        const changed = found.rows.filter(row => row.changes.length);
        const highest = found.rows.map(row => row.level).filter(level => level !== 'all').pop();
        const usual = found.rows.filter(row => ['goodput', 'p50', 'p99', 'cpu/request'].includes(row.metric) && row.level === highest);
        const rows = [...new Set([...usual.filter(row => row.changes.length), ...changed, ...usual])].slice(0, MOST_HISTORIES);
        const hasTrend = changed.some(row => row.changes.some(change => change.kind === 'trend'));
        return section(`${found.scenario} over ${found.runs.length} runs`,
            `Each dot is a run, in the order of time. A line is the median: of all runs, or of those between two steps, where figures change for good${hasTrend ? '; a sloped one is a trend' : ''}. Within the band around the median of all lies half of the runs.${found.facts.length ? ' Dashed lines mark runs before which machine or software changed.' : ''}`,
            el('div', { class: 'grid' }, rows.map(row => historyChart(found, row))),
            isTold ? null : changed.length ? el('ul', { class: 'notes' }, changesInWords(found).map(words => el('li', {}, words)))
                : changesInWords(found).map(words => el('p', { class: 'note' }, words)),
            el('details', {}, el('summary', {}, `All ${found.rows.length} figures`),
                el('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': `Figures of ${found.scenario} over time` }, historyTable(found))),
            found.facts.length ? el('details', {}, el('summary', {}, 'What changed between the runs'), el('ul', { class: 'notes' },
                found.facts.map(fact => el('li', {}, `${fact.run}: ${fact.field} ${fact.before ?? 'absent'} → ${fact.after ?? 'absent'}`)))) : null);
    }

    const hasSeveralVariants = found => new Set(found.rows.map(row => row.variant)).size > 1;
    const rowName = (found, row) => `${row.metric}${hasSeveralVariants(found) ? ` of ${row.variant}` : ''} ${atLevel(row.level)}`;
    const placeOf = (found, change) => found.runs.findIndex(run => run.runId === change.run);

    /** By how much a row changes: a share, or a difference in its unit. */
    function sizeOf(row, change) {
        return changeText(row, { scale: row.scale, estimate: row.scale === 'relative' ? change.after / change.before - 1 : change.after - change.before });
    }

    /** Where a change is, as the terminal calls it. */
    function placeWords(found, change) {
        const runs = found.runs.length - placeOf(found, change);
        return change.kind === 'step' ? `Step at run ${change.run}` : change.kind === 'trend' ? `Trend since run ${change.run}`
            : `${runs === 1 ? 'Last run' : `Last ${runs} runs`} apart, ${change.run}`;
    }

    /** The changes, a text for each place where rows change, those that are known last. */
    function changesInWords(found) {
        const places = new Map();
        found.rows.forEach(row => row.changes.forEach(change => {
            const place = `${placeWords(found, change)}${change.known ? ` (known: ${change.known})` : ''}`;
            const same = places.get(place) || { isKnown: Boolean(change.known), at: placeOf(found, change), parts: [] };
            same.parts.push(`${rowName(found, row)} ${sizeOf(row, change)}, from ${value(row, change.before)} to ${value(row, change.after)}`);
            places.set(place, same);
        }));
        const words = [...places].sort(([, a], [, b]) => a.isKnown - b.isKnown || a.at - b.at).map(([place, { parts }]) => unbroken(`${place}: ${parts.join('; ')}.`));
        return words.length ? words : [found.missingRuns
            ? `Steps and trends: not looked for; they need ${found.missingRuns} ${found.missingRuns === 1 ? 'run' : 'runs'} more.` : 'No step, trend or odd last run is shown.'];
    }

    /** Half of the runs lie within it of the median: a share of the median where changes are shares of it. */
    const spreadText = row => `±${changed(row, row.scale, row.scale === 'relative' ? row.spread / row.median : row.spread).replace(/^\+/, '')}`;

    function historyTable(found) {
        const several = hasSeveralVariants(found);
        const titles = ['level', ...(several ? ['variant'] : []), 'runs', 'median', 'spread', 'latest', 'change'];
        return el('table', { class: 'plain' },
            el('thead', {}, el('tr', {}, ['metric', ...titles].map(title => el('th', { scope: 'col', class: ['metric', 'variant'].includes(title) ? 'left' : null }, title)))),
            el('tbody', {}, found.rows.map(row => el('tr', { 'data-row': row.id },
                el('th', { scope: 'row' }, row.metric), el('td', {}, levelWords(row.level)), several ? el('td', { class: 'left' }, row.variant) : null,
                el('td', {}, count(row.values.filter(number => number !== null).length)), el('td', {}, value(row, row.median)),
                el('td', {}, spreadText(row)), el('td', {}, value(row, row.latest)),
                el('td', {}, row.change === null ? '' : changeText(row, { scale: row.scale, estimate: row.change }))))));
    }

    function historyChart(found, row) {
        const at = new Map(found.runs.map((run, i) => [run.runId, i]));
        const apart = new Set(row.changes.filter(change => change.kind === 'latest').flatMap(change => found.runs.map((_, i) => i).filter(i => i >= at.get(change.run))));
        const points = row.values.map((number, i) => ({ i, number, run: found.runs[i], isApart: apart.has(i) })).filter(point => point.number !== null);
        const parts = segments(row, at, found.runs.length);
        const title = `${row.metric} ${atLevel(row.level)}${hasSeveralVariants(found) ? `, ${row.variant}` : ''}`;
        const band = row.changes.some(change => change.kind !== 'latest') ? [] : [spread(row)];
        const small = [found.anchor && row.quantity === 'ratio' ? `ratio to ${found.anchor}` : null, ...row.changes.map(change => `${change.kind === 'latest' ? 'last runs' : change.kind} ${sizeOf(row, change)}`)];
        return figure(title, small.filter(Boolean).join('; ') || 'no change shown', `${title} over ${found.runs.length} runs: median ${value(row, row.median)}`, width => {
            const numbers = [...points.map(point => point.number), ...parts.flatMap(part => [part.level, part.end])];
            const air = (Math.max(...numbers) - Math.min(...numbers)) * 0.15 || Math.abs(numbers[0]) * 0.05 || 1;
            const isCount = numbers.every(Number.isInteger);
            const domain = [Math.min(...numbers) - (Math.min(...numbers) >= 0 ? Math.min(air, Math.min(...numbers)) : air), Math.max(...numbers) + air];
            const ticks = isCount ? Math.max(1, Math.min(5, Math.floor(domain[1]) - Math.ceil(domain[0]))) : 5;
            return {
                height: 210, marginLeft: 64, marginRight: 22, marginTop: 12,
                x: { domain: [-0.5, found.runs.length - 0.5], ticks: Charts.fitting(found.runs.map((_, i) => i), width < 400 ? 3 : 5), tickFormat: i => dateOf(found.runs, i), label: null },
                y: { domain, ticks, tickFormat: number => onAxis(row, number), label: null },
                marks: [
                    Plot.rect(band, { x1: () => -0.5, x2: () => found.runs.length - 0.5, y1: 'low', y2: 'high', fill: colour('soft'), clip: true }),
                    Plot.gridY({ ticks }),
                    Plot.ruleX([...new Set(found.facts.map(fact => at.get(fact.run)))].map(i => i - 0.5), { stroke: colour('mute'), strokeDasharray: '3 4' }),
                    Plot.link(parts, { x1: 'from', x2: 'to', y1: 'level', y2: 'end', stroke: part => colour(part.hue), strokeWidth: 2.5 }),
                    Plot.dot(points, { x: 'i', y: 'number', r: 3.5, fill: point => (point.isApart ? colour('bad') : colour('c1')) }),
                    Charts.pointed(points, 'i', 'number', point => `${point.run.runId}\n${value(row, point.number)}`),
                ],
            };
        });
    }

    /** Half of the runs lie within it. */
    const spread = row => ({ low: row.median - row.spread, high: row.median + row.spread });

    /** When a run began: its day, or the time (UTC) where all are of one day. */
    function dateOf(runs, i) {
        const days = new Set(runs.map(run => run.startedAt.slice(0, 10)));
        const years = new Set(runs.map(run => run.startedAt.slice(0, 4)));
        const { startedAt } = runs[i];
        return days.size === 1 ? startedAt.slice(11, 16) : years.size === 1
            ? new Date(startedAt).toLocaleDateString('en', { day: 'numeric', month: 'short', timeZone: 'UTC' }) : startedAt.slice(0, 10);
    }

    /** Whether a change is for the worse; null if neither way is better. */
    function isWorse(row, change) {
        return row.better === 'neither' ? null : (change.after > change.before) === (row.better === 'lower');
    }

    function hueOf(row, change) {
        const worse = isWorse(row, change);
        return worse === null ? 'ink' : worse ? 'bad' : 'good';
    }

    /** The levels between steps, or the line of a trend. */
    function segments(row, at, runs) {
        const trend = row.changes.find(change => change.kind === 'trend');
        if (trend) {
            const from = at.get(trend.run);
            return [
                ...(from > 0 ? [{ from: -0.3, to: from - 0.6, level: trend.before, end: trend.before, hue: 'mute' }] : []),
                { from, to: runs - 1, level: trend.before, end: trend.after, hue: hueOf(row, trend) },
            ];
        }
        const steps = row.changes.filter(change => change.kind === 'step').map(change => ({ ...change, i: at.get(change.run) })).sort((a, b) => a.i - b.i);
        const flat = (from, to, level, hue) => ({ from, to, level, end: level, hue });
        if (steps.length === 0) {
            return [flat(-0.3, runs - 0.7, row.median, 'mute')];
        }
        return [
            flat(-0.3, steps[0].i - 0.6, steps[0].before, 'mute'),
            ...steps.map((step, k) => flat(step.i - 0.4, k + 1 < steps.length ? steps[k + 1].i - 0.6 : runs - 0.7, step.after, hueOf(row, step))),
        ];
    }

    // ---- All of it ----

    const MOST_NAMED = 3;

    function decision(report) {
        if (!report.decision) {
            return null;
        }
        const rules = report.groups.flatMap(found => (found.metrics || []).filter(metric => metric.rule)
            .map(metric => ({ found, metric, name: `${metric.metric}${heads(found).length > 1 ? ` of ${metric.variant}` : ''}` })));
        const failed = rules.filter(({ metric }) => metric.rule.outcome === 'FAIL');
        const drifted = report.histories.flatMap(found => (found.drift ? found.drift.rules : []));
        const gates = [...report.groups.map(found => found.family && found.family.gate), ...report.histories.map(found => found.drift && found.drift.gate)];
        const gate = gates.find(name => name) || '';
        const passed = report.decision === 'PASS';
        const isBroken = report.decision === 'FAIL'; // rules may be broken too where nothing can be decided
        const of = rules.length + drifted.length;
        const worst = [
            ...failed.map(({ metric, name }) => `${name} ${metric.change ? changeText(metric, decided(metric)) : value(metric, metric.head.typical)} ${atLevel(metric.level)}`),
            ...drifted.filter(rule => rule.outcome === 'FAIL').map(rule => `drift of ${rule.id}${rule.change === null ? '' : ` by ${signed(rule.change * 100)} %`}`),
        ];
        const more = worst.length > MOST_NAMED ? ` and ${worst.length - MOST_NAMED} more` : '';
        return el('div', {},
            el('div', { class: 'top' }, el('b', {}, [...report.groups, ...report.histories].map(found => found.scenario).filter(Boolean)[0] || ''),
                el('span', {}, gate ? `gate ${gate}` : ''), el('span', { class: passed ? 'passed' : 'failed' }, `${passed ? '✓' : '✗'} ${report.decision}, exit code ${report.exitCode}`)),
            el('h1', {}, unbroken(passed ? `Passed: none of ${of} rules is broken.`
                : isBroken && worst.length ? `Failed: ${worst.slice(0, MOST_NAMED).join(', ')}${more}.` : `${report.decision.charAt(0)}${report.decision.slice(1).toLowerCase()}.`)),
            (isBroken ? failed : []).slice(0, MOST_NAMED).filter(({ metric }) => metric.rule.why)
                .map(({ metric, name }) => el('p', { class: 'why' }, el('b', {}, name), unbroken(` ${atLevel(metric.level)}: ${metric.rule.why}.`))));
    }

    /** The change that matters most: one that is not known, rather for the worse, and rather of what users feel. */
    function mainChange(found) {
        const all = found.rows.flatMap(row => row.changes.map(change => ({ row, change })));
        const rank = ({ row, change }) => (change.known ? 100 : 0) + (isWorse(row, change) ? 0 : 20) + (HEADLINE.indexOf(row.metric) + 1 || 19);
        return all.sort((a, b) => rank(a) - rank(b))[0] || null;
    }

    function historyHeadline(found) {
        const main = mainChange(found);
        if (main === null) {
            return `${found.scenario}: no ${found.missingRuns ? 'odd last run' : 'step and no trend'} over ${found.runs.length} runs.`;
        }
        const { row, change } = main;
        const way = change.after > change.before ? 'rose' : 'fell';
        const oneDay = new Set(found.runs.map(run => run.startedAt.slice(0, 10))).size === 1;
        const date = `${oneDay ? 'at ' : 'on '}${dateOf(found.runs, placeOf(found, change))}${oneDay ? ' UTC' : ''}`;
        const when = change.kind === 'step' ? date : change.kind === 'trend' ? `since ${date.replace(/^(at|on) /, '')}` : 'in the last runs';
        return `${rowName(found, row)} ${way} by ${sizeOf(row, change).replace(/^[+−]/, '')} ${when}${change.known ? ', as is known' : ''}.`;
    }

    function historyTop(report) {
        const [found] = report.histories;
        const days = [found.runs[0], found.runs[found.runs.length - 1]]
            .map(run => new Date(run.startedAt).toLocaleDateString('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }));
        return el('div', {},
            el('div', { class: 'top' }, el('b', {}, report.histories.map(each => each.scenario).join(', ')), el('span', {}, `${found.runs.length} runs`),
                el('span', {}, [...new Set(days)].join(' to '))),
            el('h1', {}, unbroken(historyHeadline(found))),
            changesInWords(found).map(text => el('p', { class: 'why' }, text)));
    }

    /** Elements of a report, in order; those that lead come before the runs. */
    function show(report) {
        const decided = decision(report);
        const leads = decided !== null || report.histories.length > 0;
        const found = [];
        if (decided) {
            found.push(decided);
        } else if (report.histories.length) {
            found.push(historyTop(report));
        }
        report.groups.forEach(each => {
            const one = each.metrics ? group(each, report.groups.length > 1) : refused(each);
            if (one) {
                found.push(one);
            }
        });
        report.histories.forEach((each, i) => found.push(history(each, i === 0 && !decided)));
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
