/* The charts of a service's pools over time: how much is in use, with the limit as a line, and how many wait. */
const Pools = (() => {
    'use strict';

    const { count, colour } = Charts;
    /** Below this share of its limit the use would be a flat line at the bottom of a chart that reaches up to the limit. */
    const WORTH_A_LINE = 0.25;

    /** The charts of all pools that any point has, in the form that charts over time have. */
    function charts(points) {
        const names = [...new Set(points.flatMap(point => Object.keys(point)))]
            .map(key => /^pool\.(.+)\.inUse$/s.exec(key))
            .filter(found => found)
            .map(found => found[1])
            .sort();
        return names.flatMap(name => {
            const limits = limitsOf(points, `pool.${name}.limit`);
            return [
                { key: `pool.${name}.inUse`, title: `In use: ${name}`, small: inWords(limits), show: count, from: 0, limits },
                { key: `pool.${name}.waiting`, title: `Waiting for ${name}`, small: null, show: count, from: 0, onlyIfAny: true },
            ];
        });
    }

    /** The limit of each variant that has one: the largest, if it changed. */
    function limitsOf(points, key) {
        const limits = new Map();
        for (const point of points) {
            if (typeof point[key] === 'number') {
                const known = limits.get(point.variant);
                limits.set(point.variant, { variant: point.variant, title: point.title, limit: Math.max(point[key], known ? known.limit : 0) });
            }
        }
        return [...limits.values()];
    }

    const isOne = limits => new Set(limits.map(each => each.limit)).size === 1;

    function inWords(limits) {
        return limits.length === 0 ? 'no limit known'
            : isOne(limits) ? `of ${count(limits[0].limit)}`
                : `of ${limits.map(each => `${count(each.limit)} (${each.title})`).join(', ')}`;
    }

    /** The limits that a chart has room for. */
    const shown = (chart, most) => (chart.limits || []).filter(each => most >= WORTH_A_LINE * each.limit);

    /** The highest value that a chart shows. */
    const highest = (chart, most) => Math.max(most, ...shown(chart, most).map(each => each.limit));

    /** Marks of a chart's limits: in the colour of their variant, or in none if the variants have the same. */
    function marks(chart, most) {
        const limits = shown(chart, most);
        const look = { y: 'limit', strokeDasharray: '5 4', strokeWidth: 1.4 };
        return limits.length === 0 ? []
            : [isOne(limits) ? Plot.ruleY(limits.slice(0, 1), { ...look, stroke: colour('mute') }) : Plot.ruleY(limits, { ...look, stroke: 'variant' })];
    }

    return { charts, highest, marks };
})();
