'use strict';

const { createApp } = require('./app');
const { Counters } = require('./counters');
const { parse } = require('./options');
const { Store } = require('./store');

/** Idle connections stay open as long as Tomcat's; Node's own 5 s would cut off users that think. */
const KEEP_ALIVE_MILLIS = 60_000;

const WRONG_USE = 2;
const ENDED_BY_SIGTERM = 143;
const FIRST_OF_A_CONTAINER = 1;

function main() {
  const options = parse(process.argv.slice(2));
  const counters = new Counters();
  counters.watchNode();
  const store = new Store(place(process.env), options.pool, options['fail-every']);
  store.connect();
  const server = createApp(store, counters, options.technique).listen(options.port, process.env.SERVER_ADDRESS ?? '127.0.0.1', () => {
    console.log(`express listens on port ${server.address().port}, technique ${options.technique}`);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MILLIS;
  server.on('error', (error) => end(1, error.message));
  if (process.pid === FIRST_OF_A_CONTAINER) {
    // Signals without a handler do nothing to it. Any other process they end at once, even while its event loop is blocked.
    process.on('SIGTERM', () => process.exit(ENDED_BY_SIGTERM));
  }
}

function place(environment) {
  const { MONGODB_URL: url, MONGODB_DATABASE: database, MONGODB_COLLECTION: collection } = environment;
  if (!url || !database || !collection) {
    throw new Error('MONGODB_URL, MONGODB_DATABASE and MONGODB_COLLECTION say which collection is asked: set them');
  }
  return { url, database, collection };
}

function end(exitCode, why) {
  console.error(why);
  process.exit(exitCode);
}

try {
  main();
} catch (error) {
  end(WRONG_USE, error.message);
}
