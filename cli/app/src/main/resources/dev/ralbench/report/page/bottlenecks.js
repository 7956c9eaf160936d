/* What each variant is limited by at a level, in the table of levels. The report finds it; the page only shows it. */
const Bottlenecks = (() => {
    'use strict';

    const { el } = Elements;

    const at = (run, variant, level) => run.bottlenecks.find(found => found.variant === variant.name && found.level === level);

    /** A line below the variant's name; null if the result does not show a limit, nor that there is none. */
    function line(run, variant) {
        const found = at(run, variant, run.level);
        if (!found) {
            return null;
        }
        const evidence = (found.evidence ?? 'no limit reached').replace(/(\d) (?=\d{3})/g, '$1\u00a0');
        return found.limitedBy === null
            ? el('small', { class: 'limit' }, evidence)
            : el('small', { class: 'limit' }, el('b', {}, `limited by ${found.limitedBy}`), el('span', {}, ` (${evidence})`));
    }

    return { line };
})();
