/* The page of a run that goes on: draws what its server tells by server-sent events, and ends as the report's page. */
(() => {
    'use strict';

    const { el, dot, figure, drawLater } = Elements;
    const { count, millis, bytes, short, perSecond } = Charts;

    /** More points are not seen. */
    const MOST_POINTS = 600;
    /** Drawing all finished trials again may take at most this share of the time. */
    const DRAWING_SHARE = 0.1;

    const empty = () => ({ reports: [], notes: [], run: null, step: '', now: {}, seconds: new Map(), courses: new Map(), over: false });
    let state = empty();

    // ---- The frame, filled as there is news ----

    const title = document.title.replace(/ · ralbench$/, '');
    const step = el('span', { id: 'step' });
    const connection = el('p', { class: 'wrong', role: 'status' });
    const tiles = el('dl', { id: 'now' });
    const notes = el('ul', { class: 'notes', id: 'told-notes' });
    const levels = el('div');
    const keyPlace = el('div');
    const grid = el('div', { class: 'grid' });
    const charts = el('section', { id: 'course', hidden: true }, el('h2', {}, 'The load that is on'),
        el('p', {}, 'By seconds since it began; variants that were measured before lie under it.'), keyPlace, grid);
    const live = el('div', { id: 'live' }, el('div', { class: 'top' }, el('b', {}, title), step),
        el('h1', {}, `${title} is being measured`), connection, tiles, notes, levels, charts);
    const soFar = el('div', { id: 'so-far' });
    const reports = el('div', { id: 'reports' });

    // ---- What the server tells ----

    function take(news) {
        if (news.reset) {
            state = empty();
            reports.replaceChildren();
            Page.forget();
            forgetCharts();
        }
        (news.reports || []).forEach(report);
        state.notes.push(...(news.notes || []));
        if (news.begins) {
            state.seconds.clear();
            state.courses.clear();
        }
        if (news.ended) {
            state.seconds.delete(news.ended);
            state.courses.delete(news.ended);
        }
        for (const key of ['step', 'now', 'over']) {
            state[key] = key in news ? news[key] : state[key];
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
        if (reports.childElementCount) {
            reports.append(el('hr'));
        }
        forgetRun();
        Page.show(Page.unpacked(data), reports);
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
        step.textContent = isOn ? position(now) : state.step;
        tiles.replaceChildren(...(isOn ? tilesOf(now) : []));
        drawNotes();
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
            ['left', left(now.ofRun)],
        ].filter(tile => tile).map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value)));
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

    function drawLevels(run) {
        const rows = run.variants.flatMap((variant, i) => byLevel(state.seconds.get(variant.name) || [])
            .map(({ seconds }) => [variant, i, together(seconds)]));
        levels.replaceChildren(...(rows.length ? [el('div', { class: 'card scroll', tabindex: '0', role: 'group', 'aria-label': 'Levels of this load so far' }, el('table', { class: 'plain' },
            el('thead', {}, el('tr', {}, ['variant', 'level'].map(name => el('th', { scope: 'col', class: 'left' }, name)),
                ['seconds', 'goodput', 'p50', 'p99 of the slowest second', 'failed/s'].map(name => el('th', { scope: 'col' }, name)))),
            el('tbody', {}, rows.map(([variant, i, all]) => el('tr', {},
                el('th', { scope: 'row' }, dot(i), variant.title), el('td', { class: 'left' }, all.level), el('td', {}, count(all.length)),
                el('td', {}, perSecond(all.goodput)), el('td', {}, millis(all.p50)), el('td', {}, millis(all.p99)), el('td', {}, perSecond(all.failures)))))))] : []));
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

    function drawCharts(run) {
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
            Page.main.prepend(told, ...(state.notes.length ? [notes] : []));
            Page.themed();
        } else {
            told.textContent = 'The run has ended without a result; the terminal says why.';
            connection.replaceWith(told);
            draw();
            live.querySelector('h1').textContent = `${title} was not measured`;
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
