'use strict';

/*
 * What one request does. A technique is made of `find(value, done)`, which sends one query, and answers a request for
 * `value` by `done(error, answer)`. The answer is the list of worms, except that of serialised-once, which is its text.
 */

/** One query per request. */
function plain(find) {
  return find;
}

/** One query for all requests of a value that come while it is under way. */
function batching(find, onBatch = () => {}) {
  // A Map: `constructor` and `__proto__` are keys of a plain object before anyone has set them.
  const waiting = new Map();
  return (value, done) => {
    const others = waiting.get(value);
    if (others) {
      others.push(done);
      return;
    }
    const batch = [done];
    waiting.set(value, batch);
    find(value, (error, answer) => {
      waiting.delete(value); // before the walk: a request that comes during it needs a query of its own
      onBatch(batch.length);
      for (const waiter of batch) {
        waiter(error, answer);
      }
    });
  };
}

/** The published text, with its defects: it works as long as no two requests of a value meet. */
function batchingAsPrinted(find, onBatch = () => {}) {
  const activeQueues = {};
  return (value, done) => {
    if (activeQueues[value]) {
      return queues[value].push(done); // as printed: there is no `queues`, so this throws a ReferenceError
    }
    activeQueues[value] = [done];
    find(value, (error, answer) => {
      const batch = activeQueues[value];
      activeQueues[value] = null; // as printed: keys stay
      onBatch(batch.length);
      batch.forEach((waiter) => waiter(error, answer));
    });
  };
}

/** Batching, in which the answer becomes text once for all that wait for it. */
function serialisedOnce(find, onBatch) {
  const findText = (value, done) =>
    find(value, (error, worms) => (error ? done(error) : done(null, JSON.stringify(worms))));
  return batching(findText, onBatch);
}

/** By the name that a scenario and a path give them. */
const techniques = new Map([
  ['plain', plain],
  ['batching', batching],
  ['batching-as-printed', batchingAsPrinted],
  ['serialised-once', serialisedOnce],
]);

module.exports = { techniques };
