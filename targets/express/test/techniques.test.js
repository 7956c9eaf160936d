'use strict';

const assert = require('node:assert/strict');
const test = require('node:test');
const { techniques } = require('../techniques');
const { ScriptedStore, worms } = require('./scripted-store');

const BATCHING = ['batching', 'serialised-once'];

/** A technique over a scripted store, and the answers that its callers have got. */
function started(name) {
  const store = new ScriptedStore();
  const batches = [];
  const technique = techniques.get(name)(
    (value, done) => store.find(value, done),
    (size) => batches.push(size),
  );
  const answers = [];
  const ask = (value) => technique(value, (error, answer) => answers.push({ value, error, answer }));
  return { store, batches, answers, ask };
}

test('plain sends a query for each request', () => {
  const { store, ask } = started('plain');

  ask('utilize');
  ask('utilize');

  assert.equal(store.open.length, 2);
});

for (const name of BATCHING) {
  test(`${name} shares one query among all that wait for it`, () => {
    const { store, batches, answers, ask } = started(name);

    ask('utilize');
    ask('utilize');
    ask('utilize');
    assert.equal(store.open.length, 1);
    store.next().done(null, worms('utilize'));

    assert.equal(answers.length, 3);
    assert.ok(answers.every(({ answer }) => answer === answers[0].answer));
    assert.deepEqual(batches, [3]);
  });

  test(`${name} does not join requests of different classes`, () => {
    const { store, answers, ask } = started(name);

    ask('utilize');
    ask('transmit');
    assert.deepEqual(store.open.map(({ value }) => value), ['utilize', 'transmit']);
    store.open[1].done(null, worms('transmit'));

    assert.deepEqual(answers.map(({ value }) => value), ['transmit']);
  });

  test(`${name} begins a new query for a request that comes while answers go out`, () => {
    const store = new ScriptedStore();
    const technique = techniques.get(name)((value, done) => store.find(value, done));

    technique('utilize', () => technique('utilize', () => {}));
    store.next().done(null, worms('utilize'));

    assert.equal(store.open.length, 1);
  });

  test(`${name} fails all that wait for a query that fails, and asks anew after it`, () => {
    const { store, answers, ask } = started(name);

    ask('utilize');
    ask('utilize');
    store.next().done(new Error('the store is gone'));
    ask('utilize');
    store.next().done(null, worms('utilize'));

    assert.deepEqual(answers.map(({ error }) => error?.message), ['the store is gone', 'the store is gone', undefined]);
  });

  test(`${name} serves classes that are called as what every object has`, () => {
    const { store, answers, ask } = started(name);

    for (const value of ['constructor', '__proto__', 'hasOwnProperty', '']) {
      ask(value);
      ask(value);
      assert.equal(store.open.length, 1, value);
      store.next().done(null, worms(value));
    }

    assert.equal(answers.length, 8);
  });
}

test('batching after an answer keeps nothing of its class', () => {
  const { store, ask } = started('batching');

  ask('utilize');
  store.next().done(null, worms('utilize'));
  ask('utilize');

  assert.equal(store.open.length, 1);
});

test('serialised-once answers by the text of what batching answers', () => {
  const { store, answers, ask } = started('serialised-once');

  ask('utilize');
  store.next().done(null, worms('utilize'));

  assert.equal(answers[0].answer, JSON.stringify(worms('utilize')));
});

test('batching as printed fails at the second caller, by the name of a list that does not exist', () => {
  const { store, answers, ask } = started('batching-as-printed');

  ask('utilize');
  assert.throws(() => ask('utilize'), { name: 'ReferenceError', message: 'queues is not defined' });
  store.next().done(null, worms('utilize'));

  assert.equal(answers.length, 1);
});

test('batching as printed serves callers that do not meet', () => {
  const { store, answers, ask } = started('batching-as-printed');

  for (let i = 0; i < 2; i++) {
    ask('utilize');
    store.next().done(null, worms('utilize'));
  }

  assert.equal(answers.length, 2);
});

test('batching as printed takes what every object has for a list of callers', () => {
  const { ask } = started('batching-as-printed');

  assert.throws(() => ask('constructor'), ReferenceError);
});
