'use strict';

const assert = require('node:assert/strict');
const test = require('node:test');
const { EventLoopLag } = require('../lag');

/** A lag whose clock the test sets, with the first sample due at 10. */
function lagAt() {
  const time = { millis: 0 };
  const lag = new EventLoopLag(() => time.millis);
  lag.due = 10;
  return { lag, time };
}

const value = (lines, name) => Number(lines.find((line) => line.startsWith(`${name} `)).split(' ')[1]);

test('a stall is as many samples as were due during it, each as late as it was', () => {
  const { lag, time } = lagAt();

  time.millis = 110; // due at 10, 20, ... 110
  lag.takeSamples();

  const lines = lag.lines('lag');
  assert.equal(value(lines, 'lag_count'), 11);
  assert.equal(value(lines, 'lag_sum'), (100 + 90 + 80 + 70 + 60 + 50 + 40 + 30 + 20 + 10) / 1e3);
});

test('a loop that is in time has samples in the lowest bucket alone', () => {
  const { lag, time } = lagAt();

  for (time.millis = 10.2; time.millis < 100; time.millis += 10) {
    lag.takeSamples();
  }

  const lines = lag.lines('lag');
  assert.equal(value(lines, 'lag_bucket{le="0.001000"}'), 9);
  assert.equal(value(lines, 'lag_bucket{le="+Inf"}'), 9);
});

test('buckets count the ones below them, and the last one all', () => {
  const { lag } = lagAt();

  [0.5, 1.1, 1.1, 20_000].forEach((millis) => lag.record(millis));

  const counts = lag.lines('lag').filter((line) => line.includes('_bucket')).map((line) => Number(line.split(' ')[1]));
  assert.deepEqual(counts.slice(0, 3), [1, 3, 3]);
  assert.deepEqual(counts.slice(-2), [3, 4]);
});

test('reading resets nothing', () => {
  const { lag } = lagAt();
  lag.record(5);

  assert.deepEqual(lag.lines('lag'), lag.lines('lag'));
});
