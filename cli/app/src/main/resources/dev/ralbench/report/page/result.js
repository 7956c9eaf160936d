/*
 * Reads result files (ralbench.result/1): their histograms, levels, and figures. Knows nothing of the page.
 * What it computes of several trials is what the table of `ralbench report` shows: percentiles and errors of all requests
 * together, everything else the median of the trials.
 */
const Result = (() => {
    'use strict';

    /** Fewer samples beyond a percentile are noise. */
    const SAMPLES_BEYOND = 10;

    const number = value => (typeof value === 'number' && Number.isFinite(value) ? value : null);
    const sum = values => values.reduce((a, b) => a + b, 0);
    const known = values => values.filter(value => value !== null);
    const largest = values => (known(values).length ? Math.max(...known(values)) : null);

    function median(values) {
        const sorted = known(values).sort((a, b) => a - b);
        if (sorted.length === 0) {
            return null;
        }
        const middle = sorted.length >> 1;
        return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    // ---- Histograms: HdrHistogram's compressed encoding (V2), microseconds ----

    const COMPRESSED = 0x1c849304;
    const PLAIN = 0x1c849303;
    const SIZE_FLAG = 0x10;
    const HEADER_BYTES = 40;

    /** Buckets with counts, ascending: {from, to, count}, both ends included, in milliseconds. */
    function buckets(text) {
        const outer = Uint8Array.from(atob(text), sign => sign.charCodeAt(0));
        const outerView = new DataView(outer.buffer);
        if ((outerView.getUint32(0) & ~SIZE_FLAG) !== COMPRESSED) {
            throw new Error('not a compressed histogram');
        }
        const bytes = Plot.unzlibSync(outer.subarray(8, 8 + outerView.getUint32(4)));
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        if ((view.getUint32(0) & ~SIZE_FLAG) !== PLAIN) {
            throw new Error('not a histogram of version 2');
        }
        const digits = view.getUint32(12);
        const lowest = Number(view.getBigInt64(16));
        const unit = Math.floor(Math.log2(lowest));
        const halfMagnitude = Math.ceil(Math.log2(2 * 10 ** digits)) - 1;
        const half = 2 ** halfMagnitude;
        const end = HEADER_BYTES + view.getUint32(4);
        const found = [];
        let at = HEADER_BYTES;
        let index = 0;
        while (at < end) {
            let raw = 0;
            let scale = 1;
            let byte;
            let read = 0;
            do { // 7 bits a byte, the ninth byte has 8
                byte = bytes[at++];
                read++;
                raw += (read === 9 ? byte : byte & 0x7f) * scale;
                scale *= 128;
            } while (byte & 0x80 && read < 9);
            if (raw % 2 === 1) { // zig-zag: odd is negative, a run of empty buckets
                index += (raw + 1) / 2;
                continue;
            }
            if (raw > 0) {
                let bucket = Math.floor(index / half) - 1;
                let sub = (index % half) + half;
                if (bucket < 0) {
                    sub -= half;
                    bucket = 0;
                }
                const size = 2 ** (bucket + unit);
                found.push({ from: (sub * size) / 1e3, to: (sub * size + size - 1) / 1e3, count: raw / 2 });
            }
            index++;
        }
        return found;
    }

    /** All buckets of several histograms together. */
    function together(histograms) {
        const all = new Map();
        for (const bucket of histograms.flat()) {
            const same = all.get(bucket.from);
            all.set(bucket.from, same ? { ...bucket, count: same.count + bucket.count } : bucket);
        }
        return [...all.values()].sort((a, b) => a.from - b.from);
    }

    /** The response time that so many percent do not exceed; null if fewer than ten samples lie beyond it. */
    function percentile(histogram, percent) {
        const total = sum(histogram.map(bucket => bucket.count));
        if (total * (100 - percent) / 100 < SAMPLES_BEYOND - 1e-9) {
            return null;
        }
        const wanted = Math.max(1, Math.ceil(total * percent / 100 - 1e-9));
        let seen = 0;
        for (const bucket of histogram) {
            seen += bucket.count;
            if (seen >= wanted) {
                return bucket.to;
            }
        }
        return null;
    }

    /** Points of the distribution, {share, millis}, up to where ten samples lie beyond. */
    function distribution(histogram) {
        const total = sum(histogram.map(bucket => bucket.count));
        const points = [];
        let seen = 0;
        for (const bucket of histogram) {
            if (points.length === 0) {
                points.push({ share: 0, millis: bucket.from });
            }
            seen += bucket.count;
            if (total - seen < SAMPLES_BEYOND) {
                const last = 1 - SAMPLES_BEYOND / total;
                if (last > points[points.length - 1].share) {
                    points.push({ share: last, millis: bucket.to });
                }
                break;
            }
            points.push({ share: seen / total, millis: bucket.to });
        }
        return thinned(points);
    }

    /** Not more points than a screen shows: the axis stretches towards 100 %, so steps are in its units. */
    function thinned(points) {
        const STEP = 0.006;
        const kept = [];
        let last = -1;
        points.forEach((point, i) => {
            const x = -Math.log10(1 - point.share);
            if (x - last >= STEP || i === points.length - 1) {
                kept.push(point);
                last = x;
            }
        });
        return kept;
    }

    // ---- Levels ----

    const COMPARED = ['level', 'turn', 'counted'];

    function significant(value) {
        return String(Number(value.toPrecision(6)));
    }

    /** The windows of each level by its name, in order. */
    function levelsOf(measurement) {
        const measured = measurement.windows.filter(window => window.kind !== 'warm-up');
        const onlyRamps = measured.every(window => window.kind === 'ramp');
        const windows = measured.filter(window => onlyRamps || COMPARED.includes(window.kind));
        const inOrder = windows
            .map((window, i) => [window, i])
            .sort(([a, i], [b, j]) => rank(a) - rank(b) || i - j)
            .map(([window]) => window);
        const groups = new Map();
        inOrder.forEach((window, i) => {
            const isShared = window.kind === 'turn' || window.label !== null;
            const key = isShared ? JSON.stringify([nameOf(window), window.kind, rates(window)]) : `${i}`;
            groups.set(key, [...(groups.get(key) || []), window]);
        });
        const occurrences = new Map();
        const levels = new Map();
        for (const group of groups.values()) {
            const name = nameOf(group[0]);
            const occurrence = (occurrences.get(name) || 0) + 1;
            occurrences.set(name, occurrence);
            levels.set(name + (occurrence > 1 ? ` #${occurrence}` : ''), group);
        }
        return levels;
    }

    const rank = window => (window.kind === 'turn' ? window.usersTo : 0);
    const rates = window => (window.open ? [window.open.rateFrom, window.open.rateTo] : null);

    function nameOf(window) {
        const size = window.open ? `${significant(window.open.rateTo)}/s` : `${window.usersTo}`;
        return (window.kind === 'ramp' ? 'ramp to ' : '') + size + (window.label ? ` ${window.label}` : '');
    }

    // ---- Figures ----

    const failuresIn = window => sum(Object.entries(window.outcomes)
        .filter(([outcome]) => !['ok', 'dropped-at-stop'].includes(outcome))
        .map(([, count]) => count));

    /** One trial at one level: its windows together. */
    function ofTrial(windows) {
        const seconds = sum(windows.map(window => window.lengthSeconds));
        const good = sum(windows.map(window => window.completions.successful));
        const ended = sum(windows.map(window => window.completions.ended));
        const inside = windows.map(window => window.inside);
        const isSeen = inside.every(view => view);
        const jvms = isSeen ? inside.map(view => view.jvm) : [];
        const hasJvm = jvms.length > 0 && jvms.every(jvm => jvm);
        const heaps = hasJvm ? jvms : isSeen && inside.every(view => view.node) ? inside.map(view => view.node) : [];
        const cpu = isSeen ? sum(inside.map(view => view.cpuSeconds)) : null;
        return {
            seconds,
            ended,
            goodput: seconds > 0 ? good / seconds : null,
            threads: !isSeen ? null
                : largest(inside.map((view, i) => (hasJvm
                    ? jvms[i].liveThreadsPeak - (jvms[i].viewThreads || 0) : view.osThreadsPeak))),
            heap: largest(heaps.map(view => number(view.heapPeakBytes))),
            live: hasJvm ? largest(jvms.map(jvm => number(jvm.heapAfterCollectionBytes))) : null,
            cpu: cpu && ended ? cpu * 1e6 / ended : null,
            cores: cpu !== null && seconds > 0 ? cpu / seconds : null,
        };
    }

    /** A variant at one level over its trials. */
    function figures(trials) {
        const each = trials.map(ofTrial);
        const windows = trials.flat();
        const histogram = together(windows.map(window => window.successful.histogram)
            .filter(text => text)
            .map(buckets));
        const firstByte = windows.every(window => window.firstByte) ? together(windows.map(window => window.firstByte.histogram)
            .filter(text => text)
            .map(buckets)) : [];
        const typical = key => median(each.map(figure => figure[key]));
        return {
            trials: each,
            histogram,
            goodput: typical('goodput'),
            p50: percentile(histogram, 50),
            p90: percentile(histogram, 90),
            p95: percentile(histogram, 95),
            p99: percentile(histogram, 99),
            p999: percentile(histogram, 99.9),
            max: largest(windows.map(window => number(window.successful.maxMillis))),
            firstByteP50: percentile(firstByte, 50),
            firstByteP99: percentile(firstByte, 99),
            errors: errorShare(windows),
            threads: typical('threads'),
            heap: typical('heap'),
            live: typical('live'),
            cpu: typical('cpu'),
            cores: typical('cores'),
        };
    }

    function errorShare(windows) {
        const failed = sum(windows.map(failuresIn));
        const all = failed + sum(windows.map(window => window.outcomes.ok || 0));
        return all > 0 ? failed / all : null;
    }

    // ---- Runs ----

    /** A result file as the page needs it. Throws an Error with a sentence for people if it is none. */
    function read(text, file) {
        let document;
        try {
            document = JSON.parse(text);
        } catch {
            throw new Error(`${file} is no JSON`);
        }
        if (!document || typeof document.schema !== 'string' || !document.schema.startsWith('ralbench.result/')) {
            throw new Error(`${file} is no result file of ralbench run`);
        }
        const variants = variantsOf(document);
        const levels = longest(variants);
        return { file, text, document, name: document.scenario.name, title: document.scenario.title || '', variants, levels };
    }

    function variantsOf(document) {
        const last = new Map();
        for (const trial of document.trials) {
            last.set(JSON.stringify([trial.variant, trial.block]), trial);
        }
        const counting = [...last.values()];
        const written = Object.keys(document.scenario.variants || {});
        const measured = new Set(counting.filter(trial => trial.measurement).map(trial => trial.variant));
        const names = [...written.filter(name => measured.has(name)), ...[...measured].filter(name => !written.includes(name))];
        return names.map(name => {
            const own = counting.filter(trial => trial.variant === name && trial.measurement);
            const complete = own.filter(trial => trial.status === 'complete');
            const trials = complete.length ? complete : own;
            const levelsOfTrials = trials.map(trial => levelsOf(trial.measurement));
            const cache = new Map();
            const declared = (document.scenario.variants || {})[name] || {};
            return {
                name,
                title: declared.published ? `${name} (${declared.published})` : name,
                target: (trials[0].target && trials[0].target.title) || '',
                trials,
                levelNames: levelsOfTrials.reduce((a, b) => (b.size > a.length ? [...b.keys()] : a), []),
                /** The variant's figures at a level; null if it did not get there. */
                at(level) {
                    if (!cache.has(level)) {
                        const found = levelsOfTrials.map(levels => levels.get(level)).filter(windows => windows);
                        cache.set(level, found.length ? figures(found) : null);
                    }
                    return cache.get(level);
                },
            };
        });
    }

    function longest(variants) {
        const names = variants.reduce((a, variant) => (variant.levelNames.length > a.length ? variant.levelNames : a), []);
        return names.map(name => ({
            name,
            isRate: /\/s( |$)/.test(name),
            size: Number.parseFloat(name.replace(/^ramp to /, '')),
        }));
    }

    return { read, buckets, together, percentile, distribution, median, largest, levelsOf };
})();
