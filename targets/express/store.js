'use strict';

const { MongoClient } = require('mongodb');

const LIMIT = 10;
const RETRY_MILLIS = 250;
/** How long one attempt to reach the store may take. */
const PATIENCE_MILLIS = 2000;
/** An operator that no store knows: the query goes there, and fails there. */
const NO_OPERATOR = { $fail: true };

/** The collection that is asked, by a driver with a fixed number of connections. */
class Store {
  /**
   * @param place url, database and collection
   * @param pool number of connections
   * @param failEvery so many queries apart one fails; 0 if none is to fail
   */
  constructor(place, pool, failEvery) {
    this.place = place;
    this.pool = pool;
    this.failEvery = failEvery;
    this.queries = 0;
    this.open = 0;
    this.why = 'the store has not answered yet';
  }

  /** Connects in the background, and again until it succeeds: the target may start before its store. */
  connect() {
    const client = new MongoClient(this.place.url, {
      useUnifiedTopology: true, // the other one is deprecated, and the driver says so in the log
      poolSize: this.pool,
      minPoolSize: this.pool, // so that all are open before the first request
      serverSelectionTimeoutMS: PATIENCE_MILLIS,
    });
    this.open = 0;
    client.on('connectionReady', () => this.open++);
    client.on('connectionClosed', () => this.open--);
    client.connect((error) => {
      if (error) {
        this.why = `the store cannot be reached: ${error.message}`;
        client.close(() => setTimeout(() => this.connect(), RETRY_MILLIS));
        return;
      }
      this.database = client.db(this.place.database);
      this.worms = this.database.collection(this.place.collection);
    });
  }

  /** The first ten worms of a class, by `done(error, worms)`. */
  find(value, done) {
    if (!this.worms) {
      done(new Error(this.why));
      return;
    }
    this.queries++;
    const isToFail = this.failEvery > 0 && this.queries % this.failEvery === 0;
    this.worms
      .find({ class: isToFail ? NO_OPERATOR : value })
      .limit(LIMIT)
      .toArray(done);
  }

  /** Why requests cannot be served in full, by `done(why)`; without a reason if they can. */
  obstacle(done) {
    if (!this.worms) {
      done(this.why);
    } else if (this.open < this.pool) {
      done(`${this.open} of ${this.pool} connections to the store are open`);
    } else {
      this.database.command({ ping: 1 }, (error) => done(error && `the store does not answer: ${error.message}`));
    }
  }
}

module.exports = { Store };
