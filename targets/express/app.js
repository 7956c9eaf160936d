'use strict';

const express = require('express');
const { techniques } = require('./techniques');

/** The published path; every technique has one of its own, too. */
const PUBLISHED = '/api/v1/worms/:class';

/**
 * The HTTP side: requests in, answers out.
 *
 * @param store has `find(value, done)` and `obstacle(done)`
 * @param published name of the technique that answers at the published path
 */
function createApp(store, counters, published) {
  const find = (value, done) => {
    counters.queries++;
    store.find(value, done);
  };
  const onBatch = (size) => {
    counters.batches++;
    counters.batched += size;
  };
  const app = express();
  for (const [name, technique] of techniques) {
    const paths = [`/${name}/worms/:class`].concat(name === published ? PUBLISHED : []);
    app.get(paths, handler(technique(find, onBatch), counters));
  }
  app.get('/ready', (request, response) => {
    store.obstacle((why) => (why ? refuse(response, 503, why) : response.type('text').send('ready\n')));
  });
  app.get('/counters', (request, response) => {
    response.type('text').send(counters.page());
  });
  app.use((request, response) => refuse(response, 404, `nothing is at ${request.path}`));
  // Express knows an error handler by its four parameters. No word in the log: a thousand of them would be measured, too.
  app.use((error, request, response, next) => refuse(response, error.status || 500, error.message));
  return app;
}

function handler(technique, counters) {
  return (request, response) => {
    counters.started++;
    technique(request.params.class, (error, answer) => {
      counters.completed++;
      if (error) {
        refuse(response, 500, error.message);
      } else if (typeof answer === 'string') {
        response.type('json').send(answer);
      } else {
        response.json(answer);
      }
    });
  };
}

function refuse(response, status, why) {
  response.status(status).type('text').send(`${why}\n`);
}

module.exports = { createApp };
