'use strict';

const { PerformanceObserver } = require('node:perf_hooks');
const v8 = require('node:v8');
const { EventLoopLag } = require('./lag');

/** What the target counts, and what Node.js says of itself; all since the start, so that reading resets nothing. */
class Counters {
  constructor() {
    this.started = 0;
    this.completed = 0;
    this.queries = 0;
    this.batches = 0;
    this.batched = 0;
    this.collections = 0;
    this.collectionMillis = 0;
    this.lag = new EventLoopLag();
  }

  /** Begins to look at Node.js itself. */
  watchNode() {
    this.lag.start();
    new PerformanceObserver((list) => {
      for (const collection of list.getEntries()) {
        this.collections++;
        this.collectionMillis += collection.duration;
      }
    }).observe({ entryTypes: ['gc'] });
  }

  /** In the text format of Prometheus. */
  page() {
    this.lag.takeSamples(); // up to now, also where this is what the loop was late for
    const heap = v8.getHeapStatistics();
    const lines = [
      `worms_started_total ${this.started}`,
      `worms_completed_total ${this.completed}`,
      `worms_queries_total ${this.queries}`,
      `worms_batches_total ${this.batches}`,
      `worms_batched_total ${this.batched}`,
      `nodejs_heap_size_used_bytes ${heap.used_heap_size}`,
      `nodejs_heap_size_total_bytes ${heap.total_heap_size}`,
      `nodejs_gc_duration_seconds_sum ${this.collectionMillis / 1e3}`,
      `nodejs_gc_duration_seconds_count ${this.collections}`,
      ...this.lag.lines('nodejs_eventloop_lag_seconds'),
    ];
    return `${lines.join('\n')}\n`;
  }
}

module.exports = { Counters };
