'use strict';

const assert = require('node:assert/strict');
const { once } = require('node:events');
const http = require('node:http');
const { afterEach, beforeEach, test } = require('node:test');
const { createApp } = require('../app');
const { Counters } = require('../counters');
const { techniques } = require('../techniques');
const { ScriptedStore, worms } = require('./scripted-store');

let store;
let counters;
let server;

async function serve(published) {
  server = createApp(store, counters, published).listen(0, '127.0.0.1');
  await once(server, 'listening');
}

beforeEach(async () => {
  store = new ScriptedStore();
  counters = new Counters();
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Resolves with status, headers and body. */
function get(path) {
  return new Promise((resolve, reject) => {
    http
      .get({ port: server.address().port, path }, (response) => {
        let body = '';
        response.on('data', (part) => (body += part));
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
      })
      .on('error', reject);
  });
}

/** Resolves once so many requests are in a handler. */
function arrived(count) {
  return new Promise((resolve) => {
    const look = () => (counters.started >= count ? resolve() : setImmediate(look));
    look();
  });
}

const answer = (value) => store.next().done(null, worms(value));

for (const name of techniques.keys()) {
  test(`${name} answers as the others do, at its own path`, async () => {
    await serve('plain');
    store.onFind = () => setImmediate(() => answer('utilize'));

    const { status, headers, body } = await get(`/${name}/worms/utilize`);

    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(body, JSON.stringify(worms('utilize')));
  });

  test(`${name} answers 500 with the reason to a query that fails`, async () => {
    await serve('plain');
    store.onFind = () => setImmediate(() => store.next().done(new Error('no such operator')));

    const { status, body } = await get(`/${name}/worms/utilize`);

    assert.deepEqual({ status, body }, { status: 500, body: 'no such operator\n' });
  });
}

test('the published path is that of the chosen technique', async () => {
  await serve('batching');

  const both = [get('/api/v1/worms/utilize'), get('/api/v1/worms/utilize')];
  await arrived(2);
  assert.equal(store.open.length, 1);
  answer('utilize');

  assert.deepEqual((await Promise.all(both)).map(({ status }) => status), [200, 200]);
});

test('batching as printed answers 500 to the second caller and 200 to the first', async () => {
  await serve('batching-as-printed');

  const first = get('/api/v1/worms/utilize');
  await arrived(1);
  const second = await get('/api/v1/worms/utilize');
  answer('utilize');

  assert.deepEqual([(await first).status, second.status, second.body], [200, 500, 'queues is not defined\n']);
});

test('a client that has left does not keep the others from their answers', async () => {
  await serve('batching');

  const leaving = http.get({ port: server.address().port, path: '/api/v1/worms/utilize' }).on('error', () => {});
  await arrived(1);
  const staying = get('/api/v1/worms/utilize');
  await arrived(2);
  leaving.destroy();
  answer('utilize');

  assert.equal((await staying).status, 200);
});

test('ready says in one line what is missing', async () => {
  await serve('plain');
  store.why = 'the store has not answered yet';

  const { status, body } = await get('/ready');
  store.why = undefined;

  assert.deepEqual({ status, body }, { status: 503, body: 'the store has not answered yet\n' });
  assert.equal((await get('/ready')).status, 200);
});

test('counters tell requests, queries and batches apart', async () => {
  await serve('batching');

  const three = [1, 2, 3].map(() => get('/api/v1/worms/utilize'));
  await arrived(3);
  answer('utilize');
  await Promise.all(three);
  const { body } = await get('/counters');

  for (const line of ['started_total 3', 'completed_total 3', 'queries_total 1', 'batches_total 1', 'batched_total 3']) {
    assert.ok(body.includes(`worms_${line}\n`), `${line} in ${body}`);
  }
});

test('a path without anything is 404', async () => {
  await serve('plain');

  assert.equal((await get('/none')).status, 404);
});
