/* The page of a run that goes on: draws what its server tells by server-sent events, and ends as the report's page. */
(() => {
    'use strict';

    const { el, dot, figure, drawLater } = Elements;
    const { count, millis, bytes, short, perSecond } = Charts;

    /** More points are not seen. */
    const MOST_POINTS = 600;
    /** Drawing all finished trials again may take at most this share of the time. */
    const DRAWING_SHARE = 0.1;

    const empty = () => ({
        scenarios: [], notes: [], run: null, objective: null, gate: null, step: '', now: {}, progress: {}, seconds: new Map(), courses: new Map(), judged: new Map(), over: false,
    });
    let state = empty();

    // ---- The frame, filled as there is news ----

    const title = el('b');
    const step = el('span', { id: 'step' });
    const heading = el('h1');
    const scenarios = el('ol', { class: 'key', id: 'scenarios', 'aria-label': 'Scenarios' });
    const progress = el('div', { id: 'progress' });
    const gate = el('div', { id: 'gate' });
    const connection = el('p', { class: 'wrong', role: 'status' });
    const tiles = el('dl', { id: 'now' });
    const notes = el('ul', { class: 'notes', id: 'told-notes' });
    const levels = el('div');
    const keyPlace = el('div');
    const grid = el('div', { class: 'grid' });
    const charts = el('section', { id: 'course', hidden: true }, el('h2', {}, 'The load that is on'),
        el('p', {}, 'By seconds since it began; variants that were measured before lie under it.'), keyPlace, grid);
    const live = el('div', { id: 'live' }, el('div', { class: 'top' }, title, step),
        heading, connection, scenarios, progress, tiles, notes, gate, levels, charts);
    const soFar = el('div', { id: 'so-far' });
    const reports = el('div', { id: 'reports' });

    // ---- What the server tells ----

    function take(news) {
        if (news.reset) {
            state = empty();
            reports.replaceChildren();
            found.length = 0;
            Page.forget();
            forgetCharts();
        }
        (news.reports || []).forEach(report);
        state.notes.push(...(news.notes || []));
        if (news.begins) {
            state.seconds.clear();
            state.courses.clear();
            state.judged.clear();
        }
        if (news.ended) {
            state.seconds.delete(news.ended);
            state.courses.delete(news.ended);
        }
        for (const key of ['scenarios', 'step', 'now', 'progress', 'objective', 'over']) {
            state[key] = key in news ? news[key] : state[key];
        }
        if ('gate' in news) {
            takeGate(news.gate);
        }
        for (const [variant, judged] of Object.entries(news.judged || {})) {
            state.judged.set(variant, [...(state.judged.get(variant) || []), ...judged]);
        }
        for (const [variant, seconds] of Object.entries(news.seconds || {})) {
            state.seconds.set(variant, [...(state.seconds.get(variant) || []), ...seconds.map(second)]);
        }
        for (const [variant, course] of Object.entries(news.course || {})) {
            state.courses.set(variant, extended(state.courses.get(variant), course));
        }
        if (news.run) {
            takeRun(news.run);
        }
        if (news.reset || news.run || news.reports) {
            showSoFar();
        }
        if (state.over) {
            end();
        } else {
            drawSoon();
        }
    }

    const second = ([t, goodput, p50, p99, users, failures, level, length]) => ({ t, goodput, p50, p99, users, failures, level, length });

    function forgetCharts() {
        latest.clear();
        grid.replaceChildren();
    }

    /** The run is over: what it showed is in its report, and not of the next one. */
    function forgetRun() {
        state.run = null;
        state.seconds.clear();
        state.courses.clear();
        state.judged.clear();
        soFarRun = null;
        forgetCharts();
    }

    /** A course with steps that are new, or have grown. */
    function extended(known, news) {
        const from = Math.round(news.startSeconds / news.stepSeconds);
        const old = known && known.stepSeconds === news.stepSeconds ? known.values : {};
        const length = from + Math.max(0, ...Object.values(news.values).map(steps => steps.length));
        const values = {};
        for (const name of new Set([...Object.keys(old), ...Object.keys(news.values)])) {
            const steps = (old[name] || []).slice(0, from);
            steps.push(...Array(Math.max(0, from - steps.length)).fill(null), ...(news.values[name] || []));
            values[name] = steps.concat(Array(Math.max(0, length - steps.length)).fill(null));
        }
        return { stepSeconds: news.stepSeconds, startSeconds: 0, values };
    }

    /** Trials are told one by one, each in a result of its own. */
    function takeRun(news) {
        if (state.run && state.run.runId !== news.runId) {
            forgetRun(); // it ended without a report
        }
        const known = state.run ? state.run.trials : [];
        state.run = { ...news, trials: [...known, ...news.trials] };
    }

    function report(data) {
        const line = reports.childElementCount ? el('hr') : null;
        reports.append(...(line ? [line] : []));
        forgetRun();
        const embedded = Page.unpacked(data);
        Page.show(embedded, reports);
        found.push({ first: line ? line.nextElementSibling : reports.firstElementChild, isMeasured: embedded.runs.some(run => JSON.parse(run.text).trials.some(trial => trial.measurement)) });
    }

    // ---- The scenarios, if there are several ----

    /** Where each report begins, and whether anything was measured. */
    const found = [];

    const STATES = {
        waiting: ['○', 'is not measured yet'], running: ['●', 'is being measured'], reported: ['✓', 'was measured', 'valid'], failed: ['✗', 'was not measured', 'failed'],
    };

    function drawScenarios() {
        const all = state.scenarios;
        let reported = 0;
        scenarios.replaceChildren(...(all.length < 2 ? [] : all.map(({ name, state: how }) => {
            const report = how === 'reported' ? found[reported++] : null;
            const isMissing = report ? !report.isMeasured : state.over;
            const [sign, words, hue] = isMissing ? STATES.failed : STATES[how];
            return el('li', { class: hue }, el('span', { 'aria-hidden': 'true' }, `${sign} `),
                report ? el('button', { type: 'button', onclick: () => report.first.scrollIntoView({ behavior: 'smooth' }) }, name) : name,
                el('span', { class: 'hidden' }, ` ${words}`));
        })));
    }

    function drawTitle() {
        const all = state.scenarios;
        const at = all.findIndex(scenario => scenario.state === 'running');
        const name = at >= 0 ? all[at].name : document.title.replace(/ · ralbench$/, '');
        title.textContent = all.length > 1 && at >= 0 ? `${name}, scenario ${at + 1} of ${all.length}` : name;
        heading.textContent = !state.over ? `${name} is being measured` : all.length > 1 ? 'Nothing was measured' : `${name} was not measured`;
    }

    // ---- The load that is on ----

    let isDrawing = false;

    /** Not before the page is seen: one in the background takes no time. */
    function drawSoon() {
        if (!isDrawing) {
            isDrawing = true;
            requestAnimationFrame(() => {
                isDrawing = false;
                draw();
            });
        }
    }

    function draw() {
        const { now } = state;
        const isOn = now.variant !== undefined;
        drawTitle();
        drawScenarios();
        step.textContent = isOn ? position(now) : state.step;
        tiles.replaceChildren(...(isOn ? tilesOf(now) : []));
        drawProgress();
        drawNotes();
        drawGate();
        const run = pictured();
        drawLevels(run);
        drawCharts(run);
    }

    const drawNotes = () => notes.replaceChildren(...state.notes.map(note => el('li', {}, note)));

    function position(now) {
        const block = `block ${now.block} of ${now.blocks}`;
        return now.takesTurns ? block : `trial ${now.trial} of ${now.trials}, ${block}`;
    }

    function tilesOf(now) {
        const target = now.target;
        return [
            ['variant', now.variant],
            ['level', now.level],
            [now.isOpen ? 'connections' : 'users', `${count(now.users)} of ${count(now.usersWanted)}`],
            ['goodput', perSecond(now.goodput)],
            ['p50', millis(now.p50)],
            ['p99', millis(now.p99)],
            ['failed', count(now.failures)],
            target ? ['target', `${count(target.threads)} threads, ${bytes(target.residentBytes)}, ${short(target.cpuCores)} CPUs`] : null,
        ].filter(tile => tile).map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value)));
    }

    /** Of the load that is on, or was last, and of the run if that is more. */
    function drawProgress() {
        const known = state.progress;
        progress.replaceChildren(...(known.ofRun ? [known.trials === 1 ? null : bar(known.takesTurns ? 'block' : 'trial', known.ofTrial), bar('run', known.ofRun)] : []).filter(each => each));
    }

    function bar(name, length) {
        const { seconds, planned } = length;
        const words = `${clock(seconds)}${planned === null ? '' : ` of ${clock(planned)}`}, left: ${left(length)}`;
        return el('div', {}, el('span', {}, name),
            planned === null ? el('i') : el('progress', { max: planned, value: Math.min(seconds, planned), 'aria-label': `${name}: ${words}` }), el('span', {}, words));
    }

    /** Never that nothing is left: it still goes on. */
    function left({ seconds, planned, mayEndSooner }) {
        if (planned === null) {
            return 'not known yet';
        }
        const rest = planned - seconds;
        return rest < -1 ? 'longer than foretold' : `${mayEndSooner ? 'at most ' : ''}${clock(Math.max(1, rest))}`;
    }

    function clock(seconds) {
        const whole = Math.round(seconds);
        const two = n => String(n).padStart(2, '0');
        const minutes = Math.floor(whole / 60) % 60;
        return whole < 3600 ? `${minutes}:${two(whole % 60)}` : `${Math.floor(whole / 3600)}:${two(minutes)}:${two(whole % 60)}`;
    }

    /** The variants that were measured, in the colours that they have below, and those that have not been. */
    function pictured() {
        const known = soFarRun ? soFarRun.variants : [];
        const on = [...state.seconds.keys()].filter(name => known.every(variant => variant.name !== name))
            .map(name => ({ name, title: name, trials: [{ measurement: { windows: [] } }] }));
        return { variants: [...known, ...on] };
    }

    /** Seconds of a load by its levels, in order. */
    function byLevel(seconds) {
        const found = [];
        for (const each of seconds) {
            const last = found[found.length - 1];
            if (last && last.level === each.level) {
                last.seconds.push(each);
            } else {
                found.push({ level: each.level, seconds: [each] });
            }
        }
        return found;
    }

    const JUDGEMENTS = { met: ['✓ met', 'valid'], unclear: ['? unclear', 'suspect'], missed: ['✗ missed', 'failed'] };

    /** Of a search only the levels, each with its judgement: ramps between them are not judged. */
    function drawLevels(run) {
        const isSearch = state.objective !== null;
        const rows = run.variants.flatMap((variant, i) => {
            const judged = [...(state.judged.get(variant.name) || [])];
            return byLevel(state.seconds.get(variant.name) || [])
                .filter(({ level }) => !isSearch || /^\d+ users?$/.test(level))
                .map(({ level, seconds }) => {
                    const at = judged.findIndex(each => each.level === level);
                    return [variant, i, together(seconds), at < 0 ? null : judged.splice(at, 1)[0].judgement];
                });
        });
        const judgement = how => el('td', { class: `left ${how ? JUDGEMENTS[how][1] : ''}` }, how ? JUDGEMENTS[how][0] : 'held now');
        const words = isSearch ? el('p', { id: 'objective' }, el('b', {}, 'Looks for the most users with '), `${state.objective}.`) : null;
        const table = rows.length === 0 ? null : el('div', { class: 'card scroll', tabindex: '0', role: 'group', 'aria-label': 'Levels of this load so far' }, el('table', { class: 'plain' },
            el('thead', {}, el('tr', {}, ['variant', 'level', ...(isSearch ? ['objective'] : [])].map(name => el('th', { scope: 'col', class: 'left' }, name)),
                ['seconds', 'goodput', 'p50', 'p99 of the slowest second', 'failed/s'].map(name => el('th', { scope: 'col' }, name)))),
            el('tbody', {}, rows.map(([variant, i, all, how]) => el('tr', {},
                el('th', { scope: 'row' }, dot(i), variant.title), el('td', { class: 'left' }, all.level), isSearch ? judgement(how) : null, el('td', {}, count(all.length)),
                el('td', {}, perSecond(all.goodput)), el('td', {}, millis(all.p50)), el('td', {}, millis(all.p99)), el('td', {}, perSecond(all.failures)))))));
        levels.replaceChildren(...[words, table].filter(each => each));
    }

    // ---- The gate ----

    /** The look that is shown: between looks nothing of it changes. */
    let shownLook = null;
    const gateWords = el('p');
    const gateRules = el('div');

    function takeGate(news) {
        const isOther = JSON.stringify((news || {}).last) !== JSON.stringify((state.gate || {}).last);
        state.gate = news;
        if (isOther || !news) {
            shownLook = null;
        }
    }

    function drawGate() {
        const known = state.gate;
        if (!known) {
            gate.replaceChildren();
            return;
        }
        const units = n => `${n} ${known.hasBase ? 'pair' : 'block'}${n === 1 ? '' : 's'}`;
        const ahead = known.looks.filter(look => look > known.counted);
        const rules = known.last ? known.last.comparison.groups.flatMap(found => (found.metrics || []).filter(metric => metric.rule)) : [];
        const open = rules.filter(metric => metric.rule.outcome === 'INCONCLUSIVE').length;
        gateWords.textContent = [
            known.last ? `After ${units(known.last.counted)} it has not decided${open ? `: ${open} of ${rules.length} rules ${open === 1 ? 'is' : 'are'} open` : ''}.` : '',
            `${units(known.counted)} count${known.counted === 1 ? 's' : ''} so far.`,
            ahead.length ? `It looks ${known.last ? 'again ' : ''}after ${units(ahead[0])}${ahead.length > 1 ? `, and if it is undecided then, after ${ahead.slice(1).join(', ')}` : ''}.` : '',
        ].filter(sentence => sentence).join(' ');
        if (!gate.childElementCount) {
            gate.append(el('section', {}, el('h2', {}, `Gate ${known.name}`), gateWords), gateRules);
        }
        if (known.last && !shownLook) {
            shownLook = known.last;
            gateRules.replaceChildren(...Comparison.rules(known.last.comparison));
            drawLater();
        } else if (!known.last) {
            gateRules.replaceChildren();
        }
    }

    /** Some seconds as one point, as the report adds up its own. */
    function together(seconds) {
        const sum = values => values.reduce((a, b) => a + b, 0);
        const length = sum(seconds.map(each => each.length));
        const rate = key => sum(seconds.map(each => each[key] * each.length)) / length;
        return {
            ...seconds[seconds.length - 1], length, goodput: rate('goodput'), failures: rate('failures'),
            p50: Result.median(seconds.map(each => each.p50)), p99: Result.largest(seconds.map(each => each.p99)),
        };
    }

    /** How each chart is drawn now, by its key. */
    const latest = new Map();

    /** None of variants that take turns, whose lines would interrupt each other: the report has none either. */
    function drawCharts(run) {
        if (state.run && state.run.design.turns) {
            forgetCharts();
            charts.hidden = true;
            return;
        }
        const points = run.variants.flatMap((variant, i) => pointsOf(variant).map(point => ({ variant: variant.name, title: variant.title, i, ...point })));
        let isNew = false;
        for (const chart of [...Page.OVER_TIME, ...Page.insideCharts(points)]) {
            const options = Page.timeOptions(run, points, chart);
            const known = latest.get(chart.key);
            if (options && known) {
                known.options = options;
                known.frame.querySelectorAll('figcaption small').forEach(small => { small.textContent = chart.small; });
                Charts.draw(known.frame.lastElementChild, Page.timeLabel(chart), options);
            } else if (options) {
                const added = { options };
                added.frame = figure(chart.title, chart.small, Page.timeLabel(chart), width => added.options(width));
                latest.set(chart.key, added);
                grid.append(added.frame);
                isNew = true;
            }
        }
        charts.hidden = latest.size === 0;
        keyPlace.replaceChildren(...[Page.key(run)].filter(key => key));
        if (isNew) {
            drawLater();
        }
    }

    /** Of the load that is on, or else of the variant's first trial. */
    function pointsOf(variant) {
        const seconds = state.seconds.get(variant.name);
        if (seconds) {
            const each = Math.ceil(seconds.length / MOST_POINTS) || 1;
            const points = Array.from({ length: Math.ceil(seconds.length / each) }, (_, k) => together(seconds.slice(k * each, (k + 1) * each)));
            return [...points, ...Page.coursePoints(state.courses.get(variant.name))];
        }
        const { measurement } = variant.trials[0];
        return measurement.series ? [...Page.slots(variant.trials[0], MOST_POINTS), ...Page.coursePoints(measurement.course)] : [];
    }

    // ---- The trials that have ended ----

    let soFarRun = null;
    let waiting = 0;
    let mayDrawAt = 0;

    function showSoFar() {
        clearTimeout(waiting);
        waiting = setTimeout(drawSoFar, Math.max(0, mayDrawAt - performance.now()));
    }

    function drawSoFar() {
        const began = performance.now();
        const level = soFarRun && soFarRun.level;
        soFarRun = state.run && state.run.trials.some(trial => trial.measurement) ? Result.read(JSON.stringify(state.run), `${state.run.runId}.json`) : null;
        if (soFarRun) {
            soFarRun.level = level;
        }
        soFar.replaceChildren(...(soFarRun ? [el('hr'), Page.showRun(soFarRun, null, false)] : []));
        drawLater();
        drawSoon();
        const ended = performance.now();
        mayDrawAt = ended + (ended - began) / DRAWING_SHARE;
    }

    // ---- The end ----

    function end() {
        source.close();
        clearTimeout(waiting);
        const told = el('p', { class: 'note', id: 'over', role: 'status' });
        if (reports.childElementCount) {
            live.remove();
            soFar.remove();
            told.textContent = 'The run has ended. This page holds its result, and does not change any more.';
            drawNotes();
            drawScenarios();
            Page.main.prepend(told, ...(state.scenarios.length > 1 ? [scenarios] : []), ...(state.notes.length ? [notes] : []));
            Page.themed();
        } else {
            told.textContent = 'The run has ended without a result; the terminal says why.';
            connection.replaceWith(told);
            draw();
        }
    }

    Page.main.append(live, soFar, reports);
    Page.themed();
    const source = new EventSource('events');
    source.onmessage = event => {
        connection.textContent = '';
        take(JSON.parse(event.data));
    };
    source.onerror = () => {
        connection.textContent = 'There is no connection to ralbench. If it has ended, this is the last that was seen; else it is tried again.';
    };
})();
