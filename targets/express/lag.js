'use strict';

const { performance } = require('node:perf_hooks');

/** From one sample to the next. */
const EVERY_MILLIS = 10;

/** Upper bounds from 1 ms to 10 s, each a quarter above the one before. */
const BOUNDS_MILLIS = Array.from({ length: 43 }, (_, i) => 1.25 ** i);

/**
 * How late the event loop runs what is due: a sample is due every 10 ms, and its lag is how long after that the loop got
 * to it. A loop that stands still for a second is late with a hundred samples, so that a stall counts by its length; the
 * histogram of `monitorEventLoopDelay` has one sample for it, and cannot be read twice without a reset.
 */
class EventLoopLag {
  constructor(clock = () => performance.now()) {
    this.clock = clock;
    this.buckets = new Array(BOUNDS_MILLIS.length).fill(0);
    this.count = 0;
    this.sumMillis = 0;
  }

  start() {
    this.due = this.clock() + EVERY_MILLIS;
    this.wait();
  }

  wait() {
    // Not less than 1 ms: a timer of 0 would be one, too.
    setTimeout(() => this.wake(), Math.max(1, this.due - this.clock())).unref();
  }

  wake() {
    this.takeSamples();
    this.wait();
  }

  /** All that have become due by now. */
  takeSamples() {
    const now = this.clock();
    for (; this.due <= now; this.due += EVERY_MILLIS) {
      this.record(now - this.due);
    }
  }

  record(millis) {
    this.count++;
    this.sumMillis += millis;
    const at = BOUNDS_MILLIS.findIndex((bound) => millis <= bound);
    if (at >= 0) {
      this.buckets[at]++;
    }
  }

  /** As a histogram of Prometheus: each bucket counts the ones below it, too. */
  lines(name) {
    let below = 0;
    const lines = BOUNDS_MILLIS.map((bound, i) => {
      below += this.buckets[i];
      return `${name}_bucket{le="${(bound / 1e3).toPrecision(4)}"} ${below}`;
    });
    lines.push(`${name}_bucket{le="+Inf"} ${this.count}`, `${name}_sum ${this.sumMillis / 1e3}`, `${name}_count ${this.count}`);
    return lines;
  }
}

module.exports = { EventLoopLag };
