'use strict';

const assert = require('node:assert/strict');
const test = require('node:test');
const { parse } = require('../options');

test('what is absent is as published', () => {
  assert.deepEqual(parse(['--port=8080']), { port: 8080, technique: 'plain', pool: 5, 'fail-every': 0 });
});

test('what is given prevails', () => {
  const options = parse(['--port=1', '--technique=batching', '--pool=7', '--fail-every=100']);

  assert.deepEqual(options, { port: 1, technique: 'batching', pool: 7, 'fail-every': 100 });
});

for (const [words, message] of [
  [[], /^--port= must be a port$/],
  [['--port=x'], /^--port= must be a port$/],
  [['--port'], /^unknown option --port; /],
  [['--port=1', '--pool=0'], /^--pool= must be a whole number from 1 on$/],
  [['--port=1', '--technique=fast'], /^--technique= must be plain, batching, batching-as-printed, serialised-once$/],
  [['--port=1', '--constructor=1'], /^unknown option constructor; /],
]) {
  test(`wrong: ${words.join(' ') || 'nothing'}`, () => {
    assert.throws(() => parse(words), { message });
  });
}
