/* The report page: each run, and what several have in common. */
const Page = (() => {
    'use strict';

    const { el, dot, section, figure, table, drawLater } = Elements;
    const { short, count, millis, micros, bytes, percent, perSecond, tick, tickMillis, tickMicros, tickBytes, colour, levelWords, unbroken } = Charts;
    const COLOURS = 10;

    function key(run) {
        return run.variants.length < 2 ? null
            : el('ul', { class: 'key' }, run.variants.map((variant, i) => el('li', {}, dot(i), variant.title)));
    }

    const colours = run => run.variants.map((_, i) => colour(`c${i % COLOURS}`));
    const scale = run => ({ domain: run.variants.map(variant => variant.name), range: colours(run) });

    /** Longer names than these, in letters, do not fit a line of a phone. */
    const LONGEST_UNBROKEN = 20;

    /** Texts with the names of variants in their colours. */
    function coloured(text, run) {
        const names = run.variants
            .map((variant, i) => [[variant.name, variant.title], i])
            .flatMap(([forms, i]) => forms.map(form => [form, i]))
            .sort(([a], [b]) => b.length - a.length);
        const parts = [];
        let rest = text;
        while (rest) {
            const found = names
                .map(([name, i]) => ({ name, i, at: wordAt(rest, name) }))
                .filter(each => each.at >= 0)
                .sort((a, b) => a.at - b.at || b.name.length - a.name.length)[0];
            if (!found) {
                parts.push(rest);
                break;
            }
            parts.push(rest.slice(0, found.at));
            parts.push(el('span', { style: `color:var(--c${found.i % COLOURS});${found.name.length <= LONGEST_UNBROKEN ? 'white-space:nowrap' : ''}` }, found.name));
            rest = rest.slice(found.at + found.name.length);
        }
        return parts;
    }

    function wordAt(text, name) {
        const isLetter = sign => sign !== undefined && /[\p{L}\p{N}_-]/u.test(sign);
        for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
            if (!isLetter(text[at - 1]) && !isLetter(text[at + name.length])) {
                return at;
            }
        }
        return -1;
    }

    // ---- Facts of a run ----

    const verdicts = run => run.variants.flatMap(variant => variant.trials.map(trial => trial.validity.verdict));

    function validity(run) {
        const all = verdicts(run);
        const trials = n => `${n} trial${n === 1 ? '' : 's'}`;
        for (const bad of ['invalid', 'suspect']) {
            const some = all.filter(verdict => verdict === bad).length;
            if (some) {
                return el('span', { class: bad }, `${bad === 'invalid' ? '✗' : '!'} ${all.length === 1 ? '' : `${some} of ${trials(all.length)} `}${bad}`);
            }
        }
        return all.length ? el('span', { class: 'valid' }, `✓ ${all.length === 1 ? 'valid' : `all ${trials(all.length)} valid`}`)
            : el('span', { class: 'invalid' }, 'nothing measured');
    }

    const sizeWord = run => (run.levels.some(level => level.isRate) ? 'requests per second wanted' : 'concurrent users');
    const sizes = run => run.levels.filter(level => level.size !== null);
    const first = run => run.variants[0];
    const machine = run => {
        const facts = run.document.fingerprint.machine;
        return `${facts.cores || '?'} vCPU ${facts.cpu || ''}`.trim();
    };

    /** What a search for capacity looked for. */
    function objective(found) {
        const what = found.title.replace(/^capacity: /, '');
        return `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
    }

    /** Of a search for capacity: what its table says of each variant. */
    function capacityHeadline(found) {
        const users = found.columns.findIndex(column => column.title === 'users');
        return `${objective(found)}: ${found.rows.map(row => `${row[0].text} ${row[users].text}`).join(', ')}.`;
    }

    /** What stands at the top where no sentence was computed. */
    function plainHeadline(run) {
        const variants = run.variants.length;
        const levels = isSearch(run) ? bySize(run) : run.levels;
        const at = levels.length ? `, ${levels.length > 1 ? 'up to ' : ''}${isSearch(run) ? `${count(levels[levels.length - 1].size)} users` : levelWords(levels[levels.length - 1].name)}` : '';
        return `${run.name}: ${variants === 1 ? run.variants[0].title : `${variants} variants`}${at}`;
    }

    // ---- The table of a level ----

    const COLUMNS = [
        { key: 'p50', title: 'p50', show: millis, better: Math.min, near: 0.02 },
        { key: 'p99', title: 'p99', show: millis, better: Math.min, near: 0.02 },
        { key: 'errors', title: 'errors', show: percent },
        { key: 'threads', title: 'threads', show: count, better: Math.min, near: 0.2 },
        { key: 'heap', title: 'heap', show: bytes },
        { key: 'cpu', title: 'CPU/request', show: micros, better: Math.min, near: 0.02 },
    ];

    function levelTable(run) {
        const shown = run.variants.map(variant => figuresAt(run, variant, run.level));
        const columns = COLUMNS.filter(column => shown.some(figures => figures && figures[column.key] !== null));
        const most = Math.max(...shown.map(figures => (figures && figures.goodput) || 0));
        const isComparison = run.variants.length > 1;
        const base = shown[0] && shown[0].goodput;
        const head = el('tr', {}, el('th', { scope: 'col', class: 'left' }, 'variant'),
            el('th', { scope: 'col', class: 'left' }, 'goodput, requests/s'),
            isComparison ? el('th', { scope: 'col' }, `vs ${first(run).title}`) : null,
            columns.map(column => el('th', { scope: 'col' }, column.title)));
        const isBest = (figures, column) => isComparison && column.better && figures[column.key] !== null
            && Math.abs(figures[column.key] - column.better(...shown.filter(each => each && each[column.key] !== null).map(each => each[column.key])))
                <= column.near * Math.abs(figures[column.key]);
        const rows = run.variants.map((variant, i) => {
            const figures = shown[i];
            const name = el('th', { scope: 'row' }, dot(i), variant.title, variant.target ? el('small', {}, variant.target) : null,
                Bottlenecks.line(run, variant));
            if (!figures) {
                return el('tr', {}, name, el('td', { colspan: columns.length + 2, class: 'left' }, 'did not get to this level'));
            }
            const isMost = isComparison && figures.goodput >= 0.98 * most;
            return el('tr', {}, name,
                el('td', { class: `bars left${isMost ? ' best' : ''}`, 'data-title': 'goodput, requests/s' }, short(figures.goodput),
                    el('i', { style: `width:${most ? 100 * figures.goodput / most : 0}%;background:var(--c${i % COLOURS})`, 'aria-hidden': 'true' })),
                isComparison ? el('td', { class: `ratio${isMost ? ' best' : ''}`, 'data-title': `vs ${first(run).title}` },
                    i === 0 ? '1' : ratio(run, variant, figures, base)) : null,
                columns.map(column => el('td', {
                    class: (isBest(figures, column) ? 'best' : '') + (column.key === 'errors' && figures.errors > 0 ? ' failed' : ''),
                    'data-title': column.title,
                }, column.show(figures[column.key]))));
        });
        return el('table', { class: 'main' },
            el('caption', { class: 'hidden' }, `Results at ${levelWords(run.level)}`),
            el('thead', {}, head), el('tbody', {}, rows));
    }

    /** As the terminal has it, with its interval; of a file that was dropped here the quotient of what the table shows. */
    function ratio(run, variant, figures, base) {
        if (!run.ratios) {
            return base ? `${short(figures.goodput / base)} ×` : '–';
        }
        const [typical, interval] = ((run.ratios[run.level] || {})[variant.name] || '').split(' [');
        return typical ? [`${typical} ×`, interval ? el('small', {}, `[${interval}`) : null] : '–';
    }

    function levelSwitch(run, changed) {
        if (run.levels.length < 2) {
            return null;
        }
        const buttons = (isSearch(run) ? bySize(run) : run.levels).map(level => el('button', {
            type: 'button',
            'aria-pressed': String(level.name === run.level),
            onclick: event => {
                run.level = level.name;
                buttons.forEach(button => button.setAttribute('aria-pressed', String(button === event.currentTarget)));
                changed();
            },
        }, isSearch(run) || /^\d+$/.test(level.name) ? count(level.size) : level.name));
        return el('div', { class: 'bar' }, el('div', { class: 'switch', role: 'group', 'aria-label': sizeWord(run) }, buttons), sizeWord(run));
    }

    /** What so few trials cannot show. */
    function trialsNote(run) {
        const trials = Math.min(...run.variants.map(variant => variant.trials.length));
        if (run.variants.length > 1 && trials === 1) {
            return el('p', { class: 'note' }, el('b', {}, 'One trial per variant. '),
                'It cannot show how far two trials of the same variant differ: gaps of a few percent need repetition (',
                el('code', {}, '--trials\u00a05'), ') for intervals.');
        }
        return trials > 1 ? el('p', { class: 'note' }, `${trials} trials per variant: percentiles and errors are of all requests together, other figures the median of the trials.`) : null;
    }

    // ---- Charts over levels ----

    const isSearch = run => Boolean(run.document.design.capacity);

    /** The level that is shown first: the highest, of a search the highest that all variants got to. */
    function firstShown(run) {
        const levels = isSearch(run) ? bySize(run) : run.levels;
        const common = levels.filter(level => run.variants.every(variant => figuresAt(run, variant, level.name)));
        const shown = isSearch(run) && common.length ? common : levels;
        return shown.length ? shown[shown.length - 1].name : null;
    }

    /** In order of size. A search holds some sizes twice: the later time counts. */
    function bySize(run) {
        const last = new Map(sizes(run).map(level => [level.size, level]));
        return isSearch(run) ? [...last.values()].sort((a, b) => a.size - b.size) : sizes(run);
    }

    /** Figures of a variant at a level; of a search at the last one of its size that the variant got to. */
    function figuresAt(run, variant, name) {
        const size = isSearch(run) ? (run.levels.find(level => level.name === name) || {}).size : null;
        const same = sizes(run).filter(level => level.size === size && variant.at(level.name));
        return same.length ? variant.at(same[same.length - 1].name) : variant.at(name);
    }

    /** The figures of all variants, level by level; only of the last one of each size if wanted, so that they are a line. */
    function levelPoints(run, isOnePerSize = isSearch(run)) {
        return run.variants.flatMap((variant, i) => {
            const own = sizes(run).filter(level => variant.at(level.name));
            const shown = isOnePerSize ? [...new Map(own.map(level => [level.size, level])).values()].sort((a, b) => a.size - b.size) : own;
            return shown.map(level => ({ variant: variant.name, title: variant.title, i, size: level.size, level: level.name, ...variant.at(level.name) }));
        });
    }

    const distinctSizes = run => new Set(sizes(run).map(level => level.size)).size;

    function overLevels(run) {
        if (distinctSizes(run) < 2) {
            return null;
        }
        const points = levelPoints(run, true);
        const others = sizes(run).length - distinctSizes(run);
        const isRate = run.levels.some(level => level.isRate);
        const levelSizes = [...new Set(sizes(run).map(level => level.size))].sort((a, b) => a - b);
        const x = width => {
            const ticks = Charts.fitting(levelSizes, width < 420 ? 4 : 9);
            const isWide = levelSizes[levelSizes.length - 1] / Math.max(1, levelSizes[0]) > 20;
            return { type: isWide ? 'log' : 'linear', domain: padded(levelSizes, isWide), ticks, tickFormat: tick, label: null };
        };
        return section('Throughput and response time',
            `How each variant copes with more ${isRate ? 'requests' : 'users'}. A flat line of goodput is a limit: from there on, more ${isRate ? 'requests' : 'users'} only wait longer.${others && !isSearch(run) ? ' Of levels of one size the last is shown.' : ''}`,
            key(run), el('div', { class: 'grid' },
                figure('Goodput', `successful requests per second, by ${sizeWord(run)}`, `Goodput by ${sizeWord(run)}`, width => ({
                    height: 290, marginLeft: 52, marginRight: 24, marginTop: 22, color: scale(run), x: x(width),
                    y: { domain: [0, 1.1 * (Math.max(...points.map(point => point.goodput || 0)) || 1)], ticks: 5, label: null, tickFormat: tick },
                    marks: [
                        Plot.gridY({ ticks: 5 }),
                        ...lines(run, points, 'size', 'goodput'),
                        ...labels(run, points, 'goodput', (a, b) => Math.abs(a - b) < 0.06 * Math.max(...points.map(point => point.goodput || 0))),
                        Charts.pointed(points, 'size', 'goodput', point => `${point.title}\n${levelWords(point.level)}: ${perSecond(point.goodput)}`),
                    ],
                })),
                responseTimes(run, points, x)));
    }

    /** More bands over each other show no colour of their own. */
    const MOST_BANDS = 4;

    function responseTimes(run, points, x) {
        const timed = points.filter(point => point.p50 !== null);
        if (timed.length === 0) {
            return null;
        }
        const hasBands = run.variants.length <= MOST_BANDS;
        return figure('Response time', hasBands ? 'median as line, up to p99 as band; logarithmic' : 'median as line, p99 dashed; logarithmic', `Response time by ${sizeWord(run)}`, width => {
            const domain = Charts.logDomain(timed.flatMap(point => [point.p50, point.p99 || point.p50]));
            const ticks = Charts.logTicks(...domain, 6);
            return {
                height: 290, marginLeft: 52, marginRight: 24, marginTop: 22, color: scale(run), x: x(width),
                y: { type: 'log', domain, ticks, tickFormat: tickMillis, label: null },
                marks: [
                    Plot.gridY(ticks),
                    hasBands ? Plot.areaY(timed.filter(point => point.p99 !== null), { x: 'size', y1: 'p50', y2: 'p99', z: 'variant', fill: 'variant', fillOpacity: 0.2 })
                        : Plot.line(timed.filter(point => point.p99 !== null), { x: 'size', y: 'p99', z: 'variant', stroke: 'variant', strokeWidth: 1.2, strokeDasharray: '4 3' }),
                    ...lines(run, timed, 'size', 'p50'),
                    ...labels(run, timed, 'p50', (a, b) => Math.abs(Math.log(a / b)) < 0.06 * Math.log(domain[1] / domain[0])),
                    Charts.pointed(timed, 'size', 'p50', point => `${point.title}\n${levelWords(point.level)}\np50 ${millis(point.p50)}\np99 ${millis(point.p99)}`),
                ],
            };
        });
    }

    /** Lines of all variants; of those that lie over each other the later ones are thinner. */
    function lines(run, points, x, y, options) {
        const total = run.variants.length;
        return [
            ...run.variants.map((variant, i) => Plot.line(points.filter(point => point.variant === variant.name && point[y] !== null), {
                x, y, stroke: 'variant', strokeLinecap: 'round', strokeWidth: total < 2 ? 2.5 : 2.2 + 5.5 * Math.max(0, 1 - (i + 1) / total), ...options,
            })),
            ...run.variants.map((variant, i) => Plot.dot(points.filter(point => point.variant === variant.name && point[y] !== null), {
                x, y, fill: 'variant', r: total < 2 ? 4 : 2.6 + 2.4 * Math.max(0, 1 - (i + 1) / total),
            })),
        ];
    }

    function labels(run, points, y, isNear) {
        if (run.variants.length < 2) {
            return [];
        }
        const ends = run.variants
            .map((variant, i) => ({ i, own: points.filter(point => point.variant === variant.name && point[y] !== null) }))
            .filter(({ own }) => own.length)
            .map(({ i, own }) => ({ x: own[own.length - 1].size, y: own[own.length - 1][y], fill: colours(run)[i], name: own[0].title }));
        const groups = Charts.endLabels(ends, isNear, group => (group.length > 3
            ? `${group.length} variants` : group.map(end => end.name).join(', ')));
        return [Plot.text(groups, { x: 'x', y: 'y', text: 'text', fill: group => group.fill, dy: -13, dx: 8, textAnchor: 'end', stroke: colour('card'), strokeWidth: 4 })];
    }

    function padded(values, isLog) {
        const low = values[0];
        const high = values[values.length - 1];
        if (isLog) {
            return [Math.max(0.5, low) / 1.15, high * 1.15];
        }
        const air = (high - low) * 0.06 || 1;
        return [Math.max(0, low - air), high + air];
    }

    // ---- Percentiles ----

    /** The axis of response times begins with this share of the requests: the very fastest would take half of it. */
    const FROM_SHARE = 0.05;

    const stretched = share => -Math.log10(1 - share);

    function percentiles(run) {
        const curves = run.variants
            .map((variant, i) => ({ variant, i, figures: figuresAt(run, variant, run.level) }))
            .filter(({ figures }) => figures && figures.histogram.length)
            .map(({ variant, i, figures }) => ({ variant, i, points: Result.distribution(figures.histogram) }))
            .filter(({ points }) => points.length > 1);
        if (curves.length === 0) {
            return null;
        }
        const points = curves.flatMap(({ variant, points: own }) => own.map(point => ({
            variant: variant.name, title: variant.title, x: stretched(point.share), share: point.share, y: point.millis,
        })));
        const far = Math.max(1.2, ...points.map(point => point.x));
        return section('The slowest requests',
            `Response time by percentile at ${levelWords(run.level)}. The axis stretches towards 100 %; a curve ends where fewer than ten requests are slower.`,
            figure(null, 'response time, logarithmic, by percentile', `Response time by percentile at ${levelWords(run.level)}`, width => {
                const domain = Charts.logDomain(points.filter(point => point.share >= FROM_SHARE).map(point => point.y));
                const ticks = Charts.logTicks(...domain, 7);
                const shares = [0, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999].filter(share => stretched(share) <= far && (width > 480 || share !== 0.5));
                const ends = curves.map(({ variant, i, points: own }) => ({
                    x: stretched(own[own.length - 1].share), y: own[own.length - 1].millis, fill: colours(run)[i], name: variant.title,
                }));
                return {
                    height: 330, marginLeft: 56, marginRight: 24, marginTop: 20, color: scale(run),
                    x: { domain: [0, far], ticks: shares.map(stretched), tickFormat: at => percentName(1 - 10 ** -at), label: null },
                    y: { type: 'log', domain, ticks, tickFormat: tickMillis, label: null },
                    marks: [
                        Plot.gridY(ticks),
                        Plot.ruleX(shares.slice(1).map(stretched), { stroke: colour('line') }),
                        Plot.line(points, { x: 'x', y: 'y', z: 'variant', stroke: 'variant', strokeWidth: 2.3, curve: 'step-before', clip: true }),
                        width > 480 && run.variants.length > 1 ? Plot.text(
                            Charts.endLabels(ends, (a, b) => Math.abs(Math.log(a / b)) < 0.07 * Math.log(domain[1] / domain[0]),
                                group => (group.length > 3 ? `${group.length} variants` : group.map(end => end.name).join(', '))),
                            { x: 'x', y: 'y', text: 'text', fill: end => end.fill, dy: -11, textAnchor: 'end', stroke: colour('card'), strokeWidth: 4 }) : null,
                        Charts.pointed(points, 'x', 'y', point => `${point.title}\n${(point.share * 100).toPrecision(4)} %: ${millis(point.y)}`),
                    ],
                };
            }));
    }

    function percentName(share) {
        return share < 1e-9 ? '0 %' : `${Number((share * 100).toPrecision(6))} %`;
    }

    // ---- Over time ----

    const HEAT_ROWS_PER_DECADE = 20;

    /** Cells of a heat map: how many of a window's requests took how long. */
    function heat(trial) {
        return isBySeconds(trial) ? bySeconds(trial.measurement.course) : byWindows(trial);
    }

    /** Older results have their response times by windows alone. */
    function isBySeconds(trial) {
        const course = trial.measurement.course;
        return Boolean(course && course.responseTimes && course.responseTimes.counts.length > 2);
    }

    function columnWords(maps) {
        const lengths = new Set(maps.map(({ trial, cells }) => (isBySeconds(trial) ? cells[0].x2 - cells[0].x1 : null)));
        const [seconds] = lengths;
        return lengths.has(null) ? 'a ramp or a level' : lengths.size > 1 ? 'some seconds of the run' : seconds === 1 ? 'a second of the run' : `${short(seconds)} s of the run`;
    }

    /** At most so many columns, so that each is a few pixels wide. */
    const MOST_COLUMNS = 120;

    function bySeconds(course) {
        const { rowsPerDecade, counts } = course.responseTimes;
        const each = Math.ceil(counts.length / MOST_COLUMNS);
        const cells = [];
        for (let from = 0; from < counts.length; from += each) {
            const rows = new Map();
            for (const step of counts.slice(from, from + each)) {
                for (let k = 0; k + 1 < step.length; k += 2) {
                    rows.set(step[k], (rows.get(step[k]) || 0) + step[k + 1]);
                }
            }
            const total = [...rows.values()].reduce((a, b) => a + b, 0);
            const start = (course.startSeconds || 0) + from * course.stepSeconds;
            rows.forEach((n, row) => cells.push({
                x1: start, x2: start + each * course.stepSeconds, y1: 10 ** (row / rowsPerDecade), y2: 10 ** ((row + 1) / rowsPerDecade), share: n / total, count: n,
            }));
        }
        return cells;
    }

    function byWindows(trial) {
        return trial.measurement.windows
            .filter(window => window.kind !== 'warm-up' && window.successful.histogram && window.lengthSeconds > 0)
            .flatMap(window => {
                const rows = new Map();
                let total = 0;
                for (const bucket of Result.buckets(window.successful.histogram)) {
                    const row = Math.floor(Math.log10(Math.max(bucket.to, 0.001)) * HEAT_ROWS_PER_DECADE);
                    rows.set(row, (rows.get(row) || 0) + bucket.count);
                    total += bucket.count;
                }
                return [...rows].map(([row, n]) => ({
                    x1: window.startSeconds, x2: window.startSeconds + window.lengthSeconds,
                    y1: 10 ** (row / HEAT_ROWS_PER_DECADE), y2: 10 ** ((row + 1) / HEAT_ROWS_PER_DECADE), share: n / total, count: n,
                }));
            })
            .filter(cell => cell.share > 0.0005 || cell.count > 2);
    }

    function levelMarks(trial) {
        const named = trial.measurement.windows.filter(window => window.kind === 'level' || window.kind === 'counted');
        const marks = [];
        for (const window of named) {
            const name = window.open ? `${short(window.open.rateTo)}/s` : `${count(window.usersTo)}${window.label ? ` ${window.label}` : ''}`;
            const to = window.startSeconds + window.lengthSeconds;
            const last = marks[marks.length - 1];
            if (last && last.name === name && window.startSeconds - last.to < 0.5) {
                last.to = to; // the same level again
            } else {
                marks.push({ name, from: window.startSeconds, to });
            }
        }
        return marks;
    }

    /** Those whose names do not run into each other. */
    function fittingNames(marks, pixelsPerSecond) {
        const fitting = marks.filter(mark => (mark.to - mark.from) * pixelsPerSecond > 6.5 * mark.name.length);
        return 2 * fitting.length >= marks.length ? fitting : []; // a name here and there tells nothing
    }

    function heatMaps(run) {
        const maps = run.variants.map((variant, i) => ({ variant, i, trial: variant.trials[0], cells: heat(variant.trials[0]) })).filter(({ cells }) => cells.length > 1);
        if (maps.length === 0 || run.document.design.turns) {
            return null;
        }
        const all = maps.flatMap(({ cells }) => cells);
        const strongest = Math.max(...all.map(cell => cell.share));
        const domain = [Math.min(...all.map(cell => cell.y1)) / 1.1, Math.max(...all.map(cell => cell.y2)) * 1.35];
        const long = Math.max(...all.map(cell => cell.x2));
        return section('Response times over the run',
            `Each column is ${columnWords(maps)}; the stronger the colour, the more of its requests took that long.`,
            el('div', { class: 'grid' }, maps.map(({ variant, i, trial, cells }) => figure(
                el('span', {}, dot(i), variant.title), null, `${variant.title}: response times over the run`, width => {
                    const ticks = Charts.logTicks(...domain, 5);
                    const marks = levelMarks(trial);
                    return {
                        height: 220, marginLeft: 52, marginRight: 8, marginTop: 10,
                        x: { domain: [0, long], ticks: width < 400 ? 4 : 6, tickFormat: at => `${tick(at)} s`, label: null },
                        y: { type: 'log', domain, ticks, tickFormat: tickMillis, label: null },
                        marks: [
                            Plot.rect(cells, { x1: 'x1', x2: 'x2', y1: 'y1', y2: 'y2', fill: colours(run)[i], fillOpacity: cell => 0.1 + 0.9 * Math.sqrt(cell.share / strongest), inset: 0.4 }),
                            Plot.ruleX(marks.map(mark => mark.to), { stroke: colour('line') }),
                            Plot.text(fittingNames(marks, width / long), { x: mark => (mark.from + mark.to) / 2, y: () => domain[1] / 1.12, text: 'name', fill: colour('mute') }),
                            Charts.pointed(cells, cell => (cell.x1 + cell.x2) / 2, cell => Math.sqrt(cell.y1 * cell.y2),
                                cell => `${short(cell.x1)} to ${short(cell.x2)} s\n${millis(cell.y1)} to ${millis(cell.y2)}: ${percent(cell.share)}`),
                        ],
                    };
                }))));
    }

    /** The slots of a trial's series, added up so that at most so many are left. */
    function slots(trial, most) {
        const series = trial.measurement.series;
        const total = series.completions.length;
        const each = Math.max(1, Math.round(1 / series.slotSeconds), Math.ceil(total / most));
        const found = [];
        for (let from = 0; from + each <= total; from += each) {
            const part = name => series[name].slice(from, from + each);
            const last = values => values[values.length - 1];
            found.push({
                t: (from + each / 2) * series.slotSeconds,
                goodput: part('completions').reduce((a, b) => a + b, 0) / (each * series.slotSeconds),
                failures: part('failures').reduce((a, b) => a + b, 0) / (each * series.slotSeconds),
                users: last(part('users')),
                inFlight: last(part('inFlight')),
                p50: Result.median(part('p50Millis')),
                p99: Result.largest(part('p99Millis')),
            });
        }
        return found;
    }

    const OVER_TIME = [
        { key: 'goodput', title: 'Goodput', small: 'successful requests per second', show: perSecond, from: 0 },
        { key: 'p99', title: 'p99 response time', small: null, show: millis, isLog: true },
        { key: 'users', title: 'Active users', small: null, show: count, from: 0 },
        { key: 'failures', title: 'Failed requests', small: 'per second', show: perSecond, from: 0, onlyIfAny: true },
    ];

    function overTime(run) {
        if (run.document.design.turns) {
            return null; // the variants' turns interrupt each other
        }
        const points = run.variants.flatMap((variant, i) => slots(variant.trials[0], 600)
            .map(slot => ({ variant: variant.name, title: variant.title, i, ...slot })));
        const { slotSeconds } = first(run).trials[0].measurement.series;
        const charts = OVER_TIME.map(chart => timeChart(run, points, chart.key !== 'p99' ? chart
            : { ...chart, small: `of ${short(slotSeconds)} s each, the highest of those in a point; logarithmic` }));
        const several = run.variants.some(variant => variant.trials.length > 1);
        return section('Over time', `Variants over each other, by seconds since the load began${several ? '; of each the first trial' : ''}.`,
            charts.some(chart => chart) ? [key(run), el('div', { class: 'grid' }, charts)] : null);
    }

    const INSIDE = [
        { key: 'threads', title: 'Threads', small: 'of the operating system: those of the JVM itself are among them', show: count, from: 0 },
        { key: 'heapUsedBytes', title: 'Heap', small: 'in use, garbage included', show: bytes, axis: tickBytes, from: 0 },
        { key: 'heapAfterCollectionBytes', title: 'Heap after collection', small: 'what is really needed', show: bytes, axis: tickBytes, from: 0, isStep: true },
        { key: 'cpuCores', title: 'CPU of the service', small: 'in CPUs', show: short, axis: tick, from: 0 },
        { key: 'generatorCores', title: 'CPU of the generator', small: 'in CPUs', show: short, axis: tick, from: 0 },
        { key: 'residentBytes', title: 'Memory of the process', small: 'resident set', show: bytes, axis: tickBytes, from: 0 },
        { key: 'collectionMillisPerSecond', title: 'Garbage collection', small: 'milliseconds per second', show: short, axis: tick, from: 0, onlyIfAny: true },
        { key: 'acceptQueue', title: 'Connections that wait to be accepted', small: null, show: count, from: 0, onlyIfAny: true },
        { key: 'openConnections', title: 'Open connections', small: null, show: count, from: 0, onlyIfAny: true },
        { key: 'loopLagMillis', title: 'Event-loop lag', small: 'Node.js', show: millis, axis: tickMillis, from: 0, onlyIfAny: true },
    ];

    function inside(run) {
        const points = run.variants.flatMap((variant, i) => coursePoints(variant.trials[0].measurement.course)
            .map(point => ({ variant: variant.name, title: variant.title, i, ...point })));
        if (points.length === 0) {
            return null;
        }
        const charts = insideCharts(points).map(chart => timeChart(run, points, chart)).filter(chart => chart);
        charts.push(...run.variants.map((variant, i) => threadGroups(variant, i)).filter(chart => chart));
        return section('Inside, over time', 'What the service, its dependencies and the load generator did meanwhile.', charts.length ? [key(run), el('div', { class: 'grid' }, charts)] : null);
    }

    /** Those of every target, and two for each dependency that there are points of. */
    function insideCharts(points) {
        const served = [...new Set(points.flatMap(point => Object.keys(point)))].filter(key => /^(served|running)\./.test(key)).sort()
            .map(key => ({ key, title: key.startsWith('served.') ? `Requests to ${key.slice(7)}` : `Running at a time in ${key.slice(8)}`, small: key.startsWith('served.') ? 'per second' : null, show: short, axis: tick, from: 0, onlyIfAny: true }));
        return [...INSIDE, ...Pools.charts(points), ...served];
    }

    const MOST_GROUPS = 6;

    /** The largest groups of a variant's threads, by their names, over each other. */
    function threadGroups(variant, i) {
        const course = variant.trials[0].measurement.course;
        if (!course) {
            return null;
        }
        const most = name => Math.max(0, ...course.values[name].filter(value => value !== null));
        const groups = Object.keys(course.values).filter(name => name.startsWith('threads.')).sort((a, b) => most(b) - most(a)).slice(0, MOST_GROUPS);
        const points = groups.flatMap(name => coursePoints(course).filter(point => point[name] !== null).map(point => ({ t: point.t, group: name.slice(8), n: point[name] })));
        if (points.length < 3) {
            return null;
        }
        const hues = groups.map((_, k) => `c${(i + k) % COLOURS}`);
        return figure(el('span', {}, dot(i), `Threads of ${variant.title}`), 'largest groups by name',
            `Threads of ${variant.title} by group over time: ${groups.map(name => `${name.slice(8)} at most ${most(name)}`).join(', ')}`, width => ({
                height: 230, marginLeft: 46, marginRight: 12, marginTop: 14,
                color: { domain: groups.map(name => name.slice(8)), range: hues.map(colour) },
                x: { domain: [0, Math.max(...coursePoints(course).map(point => point.t))], ticks: width < 400 ? 4 : 6, tickFormat: at => `${tick(at)} s`, label: null },
                y: { domain: [0, 1.12 * Math.max(1, ...points.map(point => point.n))], ticks: 5, tickFormat: count, label: null },
                marks: [
                    Plot.gridY({ ticks: 5 }),
                    Plot.line(points, { x: 't', y: 'n', z: 'group', stroke: 'group', strokeWidth: 1.8 }),
                    Plot.text(Charts.endLabels(groups.map((name, k) => {
                        const own = points.filter(point => point.group === name.slice(8));
                        const last = own[own.length - 1];
                        return { x: last.t, y: last.n, fill: colour(hues[k]), name: name.slice(8) };
                    }), (a, b) => Math.abs(a - b) < 0.07 * Math.max(1, ...points.map(point => point.n)), ends => ends.slice(0, 2).map(end => end.name).join(', ') + (ends.length > 2 ? `, ${ends.length - 2} more` : '')),
                    { x: 'x', y: 'y', text: 'text', fill: end => end.fill, dy: -9, textAnchor: 'end', stroke: colour('card'), strokeWidth: 4 }),
                    Charts.pointed(points, 't', 'n', point => `${point.group}\n${short(point.t)} s: ${count(point.n)}`),
                ],
            }));
    }

    function coursePoints(course) {
        if (!course) {
            return [];
        }
        const names = Object.keys(course.values);
        const length = Math.max(0, ...names.map(name => course.values[name].length));
        const each = Math.ceil(length / 600) || 1;
        const points = [];
        for (let at = 0; at < length; at += each) {
            const point = { t: (course.startSeconds || 0) + (at + each / 2) * course.stepSeconds };
            for (const name of names) {
                point[name] = Result.median(course.values[name].slice(at, at + each));
            }
            points.push(point);
        }
        return points;
    }

    function timeChart(run, points, chart) {
        const options = timeOptions(run, points, chart);
        return options && figure(chart.title, chart.small, timeLabel(chart), options);
    }

    const timeLabel = chart => `${chart.title} over time`;

    /** How a chart over time is drawn; null if there is too little to draw. */
    function timeOptions(run, points, chart) {
        const own = points.filter(point => point[chart.key] !== null && point[chart.key] !== undefined && (!chart.isLog || point[chart.key] > 0));
        if (own.length < 3 || (chart.onlyIfAny && own.every(point => point[chart.key] === 0))) {
            return null;
        }
        const marks = levelMarks(first(run).trials[0]);
        const long = Math.max(...points.map(point => point.t), ...marks.map(mark => mark.to));
        return width => {
            const values = own.map(point => point[chart.key]);
            const domain = chart.isLog ? Charts.logDomain(values) : [0, 1.08 * Pools.highest(chart, Math.max(...values)) || 1];
            const ticks = chart.isLog ? Charts.logTicks(...domain, 5) : chart.axis === tickBytes ? Charts.byteTicks(domain[1], 5) : 5;
            return {
                height: 210, marginLeft: 56, marginRight: 12, marginTop: 10, color: scale(run),
                x: { domain: [0, long], ticks: width < 400 ? 4 : 6, tickFormat: at => `${tick(at)} s`, label: null },
                y: { type: chart.isLog ? 'log' : 'linear', domain, ticks, tickFormat: chart.isLog ? tickMillis : chart.axis || tick, label: null },
                marks: [
                    Plot.rect(marks, { x1: 'from', x2: 'to', y1: () => domain[0], y2: () => domain[1], fill: colour('soft') }),
                    Plot.gridY(ticks === 5 ? { ticks } : ticks),
                    Plot.line(own, { x: 't', y: chart.key, z: 'variant', stroke: 'variant', strokeWidth: 1.6, curve: chart.isStep ? 'step-after' : 'linear' }),
                    ...Pools.marks(chart, Math.max(...values)),
                    Charts.pointed(own, 't', chart.key, point => `${point.title}\n${short(point.t)} s: ${chart.show(point[chart.key])}`),
                ],
            };
        };
    }

    // ---- Cost ----

    function costs(run) {
        const points = levelPoints(run).filter(point => point.cpu !== null);
        if (points.length === 0 || (run.variants.length < 2 && run.levels.length < 2)) {
            return null;
        }
        const names = run.levels.map(level => level.name);
        const most = Math.max(...points.map(point => point.cpu));
        const ranges = names.map(name => {
            const own = points.filter(point => point.level === name).map(point => point.cpu);
            return own.length ? { level: name, low: Math.min(...own), high: Math.max(...own) } : null;
        }).filter(range => range);
        return section('What a request costs', 'CPU time of the service per request. The first level also pays for what a JVM compiles, so compare the dots of one row.',
            key(run), figure(null, 'CPU time per request, less is better', 'CPU time per request by level', width => ({
                height: 60 + 40 * names.length, marginLeft: 86, marginRight: 24, marginTop: 12, marginBottom: 34, color: scale(run),
                x: { domain: [0, 1.05 * most], label: null, tickFormat: tickMicros, ticks: width < 480 ? 3 : 6 },
                y: { type: 'point', domain: names, tickFormat: name => (/^\d+$/.test(name) ? `${count(Number(name))} users` : name), label: null, padding: 0.5 },
                marks: [
                    Plot.gridX({ ticks: width < 480 ? 3 : 6 }),
                    Plot.link(ranges, { x1: 'low', x2: 'high', y1: 'level', y2: 'level', stroke: colour('line'), strokeWidth: 3 }),
                    Plot.dot(points, { x: 'cpu', y: 'level', fill: 'variant', r: 6.5, stroke: colour('card'), strokeWidth: 1.5 }),
                    Charts.pointed(points, 'cpu', 'level', point => `${point.title}: ${micros(point.cpu)}`),
                ],
            })));
    }

    // ---- Measured, predicted, published ----

    const KINDS = [['measured', 'circle'], ['predicted', 'diamond'], ['published', 'square']];

    function expected(run, found) {
        if (!found) {
            return null;
        }
        const shown = KINDS.filter(([kind]) => found.figures.some(row => row[kind] !== null));
        const charts = ['rps', 'mean', 'p99'].map(metric => expectedChart(run, found.figures.filter(row => row.metric === metric && row.figure.indexOf('@') < 0), shown));
        return section('Measured, predicted, published',
            `Of the ${found.title}. ${shown.map(([kind], i) => `${['●', '◆', '■'][KINDS.findIndex(([name]) => name === kind)]} ${kind}`).join(', ')}: where the signs of a row lie on each other, theory, study and measurement agree.`,
            el('div', { class: 'grid' }, charts), el('div', { class: 'card' }, table(found, 'Measured, predicted, published')),
            found.notes.map(note => el('p', { class: 'note' }, note)));
    }

    function expectedChart(run, rows, kinds) {
        const known = rows.filter(row => row.measured !== null && (row.predicted !== null || row.published !== null));
        if (known.length === 0) {
            return null;
        }
        const points = known.flatMap(row => kinds.filter(([kind]) => row[kind] !== null)
            .map(([kind, symbol]) => ({ variant: row.variant, kind, symbol, value: inBaseUnit(row, kind) })));
        const [show, onAxis] = known[0].metric === 'rps' ? [perSecond, tick] : [millis, tickMillis];
        const domain = [0, 1.08 * Math.max(...points.map(point => point.value))];
        const names = run.variants.map(variant => variant.name).filter(name => known.some(row => row.variant === name));
        return figure({ rps: 'Requests per second', mean: 'Mean response time', p99: 'p99 response time' }[known[0].metric], null,
            points.map(point => `${point.variant} ${point.kind} ${show(point.value)}`).join(', '), width => {
            const named = Charts.namedRows(width, names, 34);
            return {
                ...named.sizes, marginRight: 24,
                x: { domain, ticks: width < 420 ? 3 : 5, tickFormat: onAxis, label: null },
                y: named.axis,
                color: scale(run),
                symbol: { domain: kinds.map(([kind]) => kind), range: kinds.map(([, symbol]) => symbol) },
                marks: [
                    named.names,
                    Plot.gridX({ ticks: width < 420 ? 3 : 5 }),
                    Plot.dot(points, {
                        x: 'value', y: 'variant', symbol: 'kind', r: point => (point.kind === 'measured' ? 5.5 : 5), stroke: 'variant',
                        fill: point => (point.kind === 'measured' ? colours(run)[run.variants.findIndex(variant => variant.name === point.variant)] : colour('card')), strokeWidth: 2,
                    }),
                    Charts.pointed(points, 'value', 'variant', point => `${point.variant}, ${point.kind}: ${show(point.value)}`),
                ],
            };
        });
    }

    const inBaseUnit = (row, kind) => (row.unit === 's' ? row[kind] * 1000 : row[kind]);

    // ---- A search for capacity ----

    function capacity(run, found) {
        if (!found) {
            return null;
        }
        const knees = run.variants.map((variant, i) => ({ i, variant, knee: (variant.trials[0].capacity || {}).knee || null }));
        return section('Capacity', `${objective(found)}; where each variant kept to it, and where it missed it.`, el('div', { class: 'card' }, table(found, 'Capacity')),
            found.notes.map(note => el('p', { class: 'note' }, `${note.charAt(0).toUpperCase()}${note.slice(1)}.`)),
            knees.some(({ knee }) => knee) ? figure(null, 'users at which the objective is missed: estimate, and the levels kept and missed', 'Where the objective is missed', width => {
                const rows = knees.filter(({ knee }) => knee).map(({ i, variant, knee }) => ({ name: variant.name, i, ...knee }));
                const named = Charts.namedRows(width, rows.map(row => row.name), 34);
                return {
                    ...named.sizes, marginRight: 24,
                    x: { domain: [0, 1.1 * Math.max(...rows.map(row => row.to))], tickFormat: tick, label: null, ticks: 5 },
                    y: named.axis,
                    marks: [
                        named.names,
                        Plot.gridX({ ticks: 5 }),
                        Plot.link(rows, { x1: 'from', x2: 'to', y1: 'name', y2: 'name', stroke: row => colours(run)[row.i], strokeWidth: 5, strokeOpacity: 0.4, strokeLinecap: 'round' }),
                        Plot.dot(rows, { x: 'users', y: 'name', r: 5.5, fill: row => colours(run)[row.i] }),
                        Charts.pointed(rows, 'users', 'name', row => `${row.name}: ${short(row.users)} users [${count(row.from)} ${count(row.to)}]`),
                    ],
                };
            }) : null);
    }

    // ---- Claims of studies ----

    function claims(found) {
        return [
            el('div', { class: 'top' }, el('b', {}, 'Claims'), el('span', {}, found.studies.map(study => study.study).join(', '))),
            el('h1', {}, `${found.summary}.`),
            ...found.studies.map(study => section(study.title, found.studies.length > 1 ? `${study.summary}.` : null, claimBar(study), el('div', { class: 'card' }, table(study, study.title)),
                el('details', {}, el('summary', {}, 'Each claim in words'), el('ul', { class: 'notes' }, study.words.map(words => el('li', {}, words)))))),
            section('Measured by', null, el('ul', { class: 'notes' }, found.runs.map(run => el('li', {}, run)))),
        ];
    }

    const VERDICT_HUES = { reproduced: 'good', 'more than claimed': 'good', 'not reproduced': 'bad' };

    /** How many tests of claims have which verdict. */
    function claimBar(study) {
        const at = study.columns.findIndex(column => column.title === 'verdict');
        const counts = new Map();
        study.rows.forEach(row => counts.set(row[at].text, (counts.get(row[at].text) || 0) + 1));
        const place = name => (Object.keys(VERDICT_HUES).indexOf(name) + 1) || counts.size + 1;
        const order = [...counts].sort(([a], [b]) => place(a) - place(b));
        return el('div', { class: 'verdicts', role: 'img', 'aria-label': order.map(([name, n]) => `${n} ${name}`).join(', ') },
            order.map(([name, n]) => el('i', { style: `flex:${n};background:var(--${VERDICT_HUES[name] || 'mute'})`, title: `${n} ${name}` })));
    }

    // ---- How it was measured ----

    function facts(run, about) {
        const document = run.document;
        const rows = [
            ['Load', document.userModel],
            ['Machine', `${machine(run)}, ${document.fingerprint.machine.memoryGiB || '?'} GiB, ${document.fingerprint.machine.os || ''} ${document.fingerprint.machine.kernel || ''}`],
            ['JVM', `${document.fingerprint.software.jdkVendor || ''} ${document.fingerprint.software.jdk || '?'}`],
            ['Sender', document.generator && document.generator.sender + (document.generator.choice ? ' (' + document.generator.choice + ')' : '')],
            ['Services', servers(run)],
            ['Requests', run.variants.map(variant => `${variant.title} ${count(variant.trials.reduce((all, trial) => all + trial.measurement.wholeRun.completions.ended, 0))}`).join(', ')],
            ['Repeat', el('code', {}, `${document.command.join(' ')} --seed ${document.seed}`)],
            ['Result', `${document.runId}, ${document.tool}`],
        ].filter(([, value]) => value);
        return section('This run', null,
            el('details', { open: true }, el('summary', {}, 'How it was measured'), el('dl', {}, rows.map(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]))),
            about && about.notes && about.notes.length
                ? el('details', { open: true }, el('summary', {}, 'Notes'), el('ul', { class: 'notes' }, about.notes.map(note => el('li', {}, note)))) : null,
            doubts(run),
            el('details', {}, el('summary', {}, 'All levels as a table'), allLevels(run)),
            ((about && about.tables) || []).filter(found => found.title !== DEPENDENCIES)
                .map(found => el('details', {}, el('summary', {}, found.title), table(found, found.title))),
            el('p', {}, about && !about.isWhole
                ? `This page holds the result without distributions that it does not show, because it would be too large. The whole one is ${fileName(run)}.` : download(run)));
    }

    function servers(run) {
        return [...new Set(run.variants.flatMap(variant => variant.trials).flatMap(trial => trial.servers || [])
            .map(server => `${server.product} (${server.origin})`))].join(', ');
    }

    function doubts(run) {
        const reasons = run.variants.flatMap(variant => variant.trials
            .filter(trial => trial.validity.reasons.length)
            .map(trial => [variant.title, trial.block, trial.validity]));
        return reasons.length === 0 ? null : el('details', {}, el('summary', {}, 'Reasons of doubt'),
            el('dl', {}, reasons.map(([name, block, found]) => [
                el('dt', {}, `${name}, trial ${block}`),
                el('dd', {}, found.reasons.map(reason => el('div', {}, reasonText(reason)))),
            ])));
    }

    const reasonText = reason => (typeof reason === 'string' ? reason : [reason.level, reason.text || reason.message || reason.words || JSON.stringify(reason)].filter(Boolean).join(': '));

    function allLevels(run) {
        const columns = [
            ['goodput', perSecond], ['p50', millis], ['p90', millis], ['p95', millis], ['p99', millis], ['p999', millis, 'p99.9'], ['max', millis],
            ['firstByteP50', millis, 'first byte p50'], ['firstByteP99', millis, 'first byte p99'], ['errors', percent], ['threads', count], ['heap', bytes], ['live', bytes, 'heap live'], ['cpu', micros, 'CPU/request'], ['cores', short, 'CPUs used'],
        ].filter(([name]) => levelPoints(run).some(point => point[name] !== null));
        return el('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'All levels' }, el('table', { class: 'plain' },
            el('thead', {}, el('tr', {}, el('th', { scope: 'col', class: 'left' }, 'variant'), el('th', { scope: 'col' }, 'level'),
                columns.map(([name, , title]) => el('th', { scope: 'col' }, title || name)))),
            el('tbody', {}, run.variants.flatMap((variant, i) => run.levels.filter(level => variant.at(level.name)).map(level => el('tr', {},
                el('th', { scope: 'row' }, dot(i), variant.title), el('td', {}, level.name),
                columns.map(([name, show]) => el('td', { 'data-figure': name }, show(variant.at(level.name)[name])))))))));
    }

    const fileName = run => run.file.replace(/^.*[\\/]/, '');

    function download(run) {
        const name = fileName(run);
        return el('button', {
            type: 'button',
            onclick: () => {
                const link = el('a', { href: URL.createObjectURL(new Blob([run.text], { type: 'application/json' })), download: name });
                link.click();
                URL.revokeObjectURL(link.href);
            },
        }, `Save the result (${name})`);
    }

    const DEPENDENCIES = 'Dependencies';

    function dependencies(about) {
        const found = about.tables.find(each => each.title === DEPENDENCIES);
        return found ? section(DEPENDENCIES, 'What each variant asks of its database, cache or other services: statements or commands in all, per request, at most at a time.',
            el('div', { class: 'card' }, table(found, DEPENDENCIES))) : null;
    }

    // ---- A run ----

    function showRun(run, about, isFirst) {
        run.bottlenecks = (about && about.bottlenecks) || [];
        if (!run.levels.some(level => level.name === run.level)) {
            run.level = firstShown(run);
        }
        run.ratios = about ? about.ratios : null;
        const place = el('div', { 'data-run': run.document.runId });
        if (run.level === null || run.variants.length === 0) {
            place.append(top(run), el(isFirst ? 'h1' : 'h2', {}, `${run.name}: nothing was measured`), facts(run, about));
            return place;
        }
        const headline = unbroken((about && (about.headline || (about.capacity && capacityHeadline(about.capacity)))) || plainHeadline(run));
        const frame = el('div', { class: 'card scroll', tabindex: '0', role: 'group', 'aria-label': `Figures of ${run.document.runId} by level` });
        const ofLevel = el('div');
        const changed = () => {
            frame.replaceChildren(levelTable(run));
            ofLevel.replaceChildren(...[about && Names.show(run, about.byName, { key, scale, colours }), percentiles(run)].filter(each => each));
            drawLater();
        };
        place.append(...[
            top(run),
            el(isFirst ? 'h1' : 'h2', {}, coloured(headline, run)),
            ...((about && about.why) || []).map(sentence => el('p', { class: 'why' }, unbroken(sentence))),
            levelSwitch(run, changed) || el('div', { class: 'bar' }, run.level === null ? '' : levelWords(run.level)),
            frame,
            trialsNote(run),
            about && capacity(run, about.capacity),
            overLevels(run),
            ofLevel,
            heatMaps(run),
            overTime(run),
            inside(run),
            costs(run),
            about && dependencies(about),
            about && Study.show(run, about.study, key(run), { slots, coursePoints }),
            about && expected(run, about.expected),
            facts(run, about),
        ].filter(each => each));
        frame.replaceChildren(levelTable(run));
        ofLevel.replaceChildren(...[about && Names.show(run, about.byName, { key, scale, colours }), percentiles(run)].filter(each => each));
        return place;
    }

    /** A run that is drawn when it is opened, or printed: many of them would make a page slow and long. */
    function folded(run, about) {
        const frame = el('details', {}, el('summary', {}, `${run.document.runId} `, validity(run)));
        const draw = () => {
            frame.removeEventListener('toggle', draw);
            removeEventListener('beforeprint', draw);
            frame.append(showRun(run, about, false));
            drawLater();
        };
        frame.addEventListener('toggle', draw);
        addEventListener('beforeprint', draw); // on paper all is open, and nothing was toggled
        return frame;
    }

    function top(run) {
        const started = new Date(run.document.startedAt);
        return el('div', { class: 'top' }, el('b', {}, run.name),
            el('span', {}, started.toLocaleDateString('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })),
            el('span', {}, `${machine(run)}, JDK ${run.document.fingerprint.software.jdk || '?'}`),
            validity(run));
    }

    // ---- The page ----

    const main = document.getElementById('main');
    const embedded = unpacked(document.getElementById('data').textContent.trim());

    function unpacked(text) {
        return JSON.parse(new TextDecoder().decode(Plot.gunzipSync(Uint8Array.from(atob(text), sign => sign.charCodeAt(0)))));
    }

    function isDark() {
        const chosen = document.documentElement.dataset.theme;
        return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    }

    const themeButton = el('button', {
        type: 'button',
        onclick: () => {
            document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
            themed();
        },
    });

    function themed() {
        if (!themeButton.isConnected) {
            main.querySelector('.top').append(el('span', { class: 'space' }), themeButton);
        }
        themeButton.textContent = isDark() ? 'Light' : 'Dark';
        Charts.redrawAll();
    }

    const runs = [];
    const addedRuns = [];
    const added = el('div');
    let dropped = null;

    /** Of the results that the page held nothing is shown any more; files that were dropped on it stay. */
    function forget() {
        runs.length = 0;
    }

    /** Shows the results that a page holds at the end of a place; the place of dropped files moves behind them. */
    function show(embedded, place) {
        const shown = embedded.runs.map(({ file, text }) => Result.read(text, file));
        runs.push(...shown);
        const compared = embedded.comparison ? Comparison.show(embedded.comparison) : [];
        const leads = compared.some(each => each.leads);
        place.append(...compared.filter(each => each.leads).map(each => each.element), ...(embedded.claims ? claims(embedded.claims).filter(each => each) : []));
        const isOverTime = Boolean(embedded.comparison && embedded.comparison.histories.length);
        if (isOverTime && shown.length) {
            place.append(section('The runs', 'Each as ralbench report shows it, the newest first.', shown.map((run, i) => folded(run, embedded.runs[i])).reverse()));
        }
        shown.filter(() => !isOverTime).forEach((run, i) => {
            const isFirst = i === 0 && !leads;
            place.append(...(isFirst ? [] : [el('hr')]), showRun(run, embedded.runs[i], isFirst));
            if (i === 0) {
                place.append(...compared.filter(each => !each.leads).map(each => each.element));
            }
        });
        if (embedded.leftOut.length) {
            place.append(el('p', { class: 'note' }, `To keep this page small it holds no charts of ${embedded.leftOut.join(', ')}: open them with ralbench report FILE -o FILE.html.`));
        }
        dropped = dropped || (runs.length ? dropPlace() : null);
        place.append(added, ...(dropped ? [dropped] : []));
        drawLater();
        themeButton.textContent = isDark() ? 'Light' : 'Dark';
        document.documentElement.dataset.drawn = Math.round(performance.now()); // cli/benchmarks/page reads it
    }

    // ---- Result files that are dropped on the page ----

    function dropPlace() {
        const chosen = el('input', { type: 'file', accept: '.json,application/json', multiple: true, id: 'files', onchange: () => add(chosen.files) });
        return el('section', {}, el('div', { class: 'drop' },
            el('label', { for: 'files' }, 'Drop other result files here to see them next to this one, or choose them: '), chosen,
            el('div', { role: 'status', id: 'told' })));
    }

    async function add(files) {
        const told = document.getElementById('told');
        if (!told) {
            return; // nothing is shown yet that they could stand next to
        }
        told.replaceChildren();
        for (const file of files) {
            try {
                const run = Result.read(await file.text(), file.name);
                addedRuns.push(run);
                added.append(el('hr'), showRun(run, null, false));
                told.append(el('div', {}, `${file.name}: added below`));
            } catch (wrong) {
                told.append(el('div', { class: 'wrong' }, wrong.message));
            }
        }
        const found = sideBySide();
        const old = document.getElementById('side-by-side');
        if (found) {
            found.id = 'side-by-side';
            if (old) {
                old.replaceWith(found);
            } else {
                added.prepend(found);
            }
        }
        drawLater();
    }

    /** The levels that several runs of a scenario have in common, next to each other. */
    function sideBySide() {
        const [base, ...rest] = [...runs, ...addedRuns];
        const others = rest.filter(run => run.name === base.name);
        const rows = base.levels.flatMap(level => base.variants.flatMap((variant, i) => {
            const one = variant.at(level.name);
            const found = others.map(run => run.variants.find(each => each.name === variant.name)).map(other => other && other.at(level.name));
            return one && found.some(figures => figures) ? [{ level, variant, i, one, found }] : [];
        }));
        const ratio = (a, b) => (a && b ? `${(a / b).toFixed(2)} ×` : '–');
        return rows.length === 0 ? null : section('Side by side',
            `The same variants of ${base.name} in ${others.length + 1} runs; × is by how much each differs from the first run. For intervals and verdicts: ralbench compare.`,
            el('div', { class: 'card scroll', tabindex: '0', role: 'group', 'aria-label': 'Side by side' }, el('table', { class: 'plain' },
                el('thead', {}, el('tr', {}, el('th', { scope: 'col', class: 'left' }, 'variant'), el('th', { scope: 'col' }, 'level'),
                    el('th', { scope: 'col', class: 'left' }, 'run'), ['goodput', '', 'p50', '', 'p99', '', 'CPU/request', ''].map(title => el('th', { scope: 'col' }, title)))),
                el('tbody', {}, rows.flatMap(({ level, variant, i, one, found }) => [one, ...found].map((figures, at) => (figures === null || figures === undefined ? null : el('tr', {},
                    el('th', { scope: 'row' }, dot(i), variant.title), el('td', {}, level.name), el('td', { class: 'left' }, at === 0 ? base.document.runId : others[at - 1].document.runId),
                    [['goodput', perSecond], ['p50', millis], ['p99', millis], ['cpu', micros]].map(([name, shown]) => [
                        el('td', { 'data-figure': name }, shown(figures[name])), el('td', {}, at === 0 ? '' : ratio(figures[name], one[name])),
                    ])))))))));
    }

    addEventListener('dragover', event => {
        event.preventDefault();
        document.body.classList.add('over');
    });
    addEventListener('dragleave', () => document.body.classList.remove('over'));
    addEventListener('drop', event => {
        event.preventDefault();
        document.body.classList.remove('over');
        add(event.dataTransfer.files);
    });

    if (!embedded.live) {
        show(embedded, main);
    }
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', themed);
    let resizing;
    addEventListener('resize', () => {
        clearTimeout(resizing);
        resizing = setTimeout(Charts.redrawAll, 80);
    });

    return { main, themed, unpacked, show, forget, showRun, key, slots, coursePoints, OVER_TIME, insideCharts, timeOptions, timeLabel };
})();
