'use strict';

/** A store whose queries stay open until the test answers them. */
class ScriptedStore {
  constructor() {
    this.open = [];
    this.why = undefined;
  }

  find(value, done) {
    this.open.push({ value, done });
    this.onFind?.();
  }

  obstacle(done) {
    done(this.why);
  }

  /** The oldest query that is open, which is no longer then. */
  next() {
    return this.open.shift();
  }
}

/** Ten worms, as a query gives them. */
const worms = (value) => Array.from({ length: 10 }, (_, i) => ({ _id: i, name: `worm ${i}`, class: value }));

module.exports = { ScriptedStore, worms };
