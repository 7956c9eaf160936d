'use strict';

const { techniques } = require('./techniques');

const wholeNumber = (least) => (text) => (/^\d{1,9}$/.test(text) && Number(text) >= least ? Number(text) : undefined);
const oneOf = (names) => (text) => (names.includes(text) ? text : undefined);

/** By argument: how it is read, what it may be, and what it is if absent; without a default it has to be given. */
const OPTIONS = {
  port: { read: wholeNumber(0), means: 'a port' },
  technique: { read: oneOf([...techniques.keys()]), means: [...techniques.keys()].join(', '), absent: 'plain' },
  pool: { read: wholeNumber(1), means: 'a whole number from 1 on', absent: 5 },
  'fail-every': { read: wholeNumber(0), means: 'a whole number', absent: 0 },
};

/**
 * The options of the command line, by name.
 *
 * @throws an Error whose message is one line
 */
function parse(words) {
  const given = new Map(words.map((word) => /^--([a-z-]+)=(.*)$/.exec(word) ?? [word, word]).map((m) => [m[1], m[2] ?? '']));
  for (const name of given.keys()) {
    if (!Object.hasOwn(OPTIONS, name)) {
      throw new Error(`unknown option ${name}; there are --${Object.keys(OPTIONS).join('=, --')}=`);
    }
  }
  const options = {};
  for (const [name, { read, means, absent }] of Object.entries(OPTIONS)) {
    const value = given.has(name) ? read(given.get(name)) : absent;
    if (value === undefined) {
      throw new Error(`--${name}= must be ${means}`);
    }
    options[name] = value;
  }
  return options;
}

module.exports = { parse };
