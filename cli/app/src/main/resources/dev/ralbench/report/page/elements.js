/* Elements of the page. All text of results is set as text, never as HTML. */
const Elements = (() => {
    'use strict';

    const COLOURS = 10;

    /** An element; children are elements or texts, attributes that are null are left out. */
    function el(tag, attributes, ...children) {
        const element = document.createElement(tag);
        for (const [key, value] of Object.entries(attributes || {})) {
            if (value === null || value === undefined || value === false) {
                continue;
            }
            if (key === 'onclick' || key === 'onchange') {
                element[key] = value;
            } else if (key === 'style') {
                element.style.cssText = value;
            } else {
                element.setAttribute(key, value === true ? '' : value);
            }
        }
        element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined));
        return element;
    }

    const dot = index => el('i', { class: 'dot', style: `background:var(--c${index % COLOURS})`, 'aria-hidden': 'true' });

    function section(title, text, ...children) {
        const shown = children.flat(Infinity).filter(child => child);
        return shown.length ? el('section', {}, el('h2', {}, title), text ? el('p', {}, text) : null, shown) : null;
    }

    /** A chart in a frame; it is drawn once it stands on the page. */
    function figure(caption, small, label, options) {
        const place = el('div');
        const frame = el('figure', { class: 'card' }, caption || small
            ? el('figcaption', {}, caption || '', small ? el('small', {}, small) : null) : null, place);
        later.push(() => Charts.draw(place, label, options));
        return frame;
    }

    let later = [];

    function drawLater() {
        const waiting = later;
        later = [];
        waiting.forEach(each => each());
    }

    const EMPHASES = { good: 'valid', bad: 'failed', warning: 'suspect' };

    /** A table as the terminal has it: columns with a title, rows of cells with a text and an emphasis. */
    function table(found, label) {
        return el('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': label }, el('table', { class: 'plain' },
            el('thead', {}, el('tr', {}, found.columns.map((column, i) => el('th', { scope: 'col', class: i === 0 || column.isText ? 'left' : null }, column.title)))),
            el('tbody', {}, found.rows.map(row => el('tr', {}, row.map((cell, i) => (i === 0 && cell.text
                ? el('th', { scope: 'row' }, cell.text)
                : el('td', { class: [found.columns[i].isText ? 'left' : '', EMPHASES[cell.emphasis] || ''].join(' ').trim() || null }, cell.text))))))));
    }

    return { el, dot, section, figure, table, drawLater };
})();
