// Asks one server once with one driver: node client.js DRIVER HOST PORT DATABASE USER PASSWORD
import { Redis } from "ioredis";
import { MongoClient } from "mongodb";
import mysql from "mysql2/promise";
import pg from "pg";

const TEXT = "grüße €";
const [driver, host, port, database, user, password] = process.argv.slice(2);
const login = { host, port: Number(port), database, user, password };

const drivers = {
  async mysql2() {
    const connection = await mysql.createConnection(login);
    const [rows] = await connection.execute("SELECT ? AS text, VERSION() AS version", [TEXT]);
    await connection.end();
    return [rows[0].text, rows[0].version];
  },
  async pg() {
    const client = new pg.Client(login);
    await client.connect();
    const { rows } = await client.query("SELECT $1::text AS text, version() AS version", [TEXT]);
    await client.end();
    return [rows[0].text, rows[0].version];
  },
  async ioredis() {
    const client = new Redis({ host, port: Number(port), db: Number(database), password });
    await client.set("text", TEXT);
    const text = await client.get("text");
    const version = /redis_version:(\S+)/.exec(await client.info("server"))[1];
    client.disconnect();
    return [text, version];
  },
  async mongodb() {
    const address = `mongodb://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${port}`;
    const client = await new MongoClient(address).connect();
    const notes = client.db(database).collection("node");
    await notes.insertMany([1, 2, 3, 4].map((n) => ({ _id: n, text: n === 3 ? TEXT : "other", even: n % 2 === 0 })));
    await notes.updateOne({ _id: 4 }, { $inc: { times: 1 }, $set: { text: "changed" } });
    const last = await notes.find({ even: true }).sort({ _id: -1 }).limit(1).toArray();
    const groups = await notes.aggregate([{ $match: { even: false } }, { $group: { _id: "$even", sum: { $sum: "$_id" } } }]);
    const seen = [(await notes.findOne({ text: TEXT }))._id, last[0].text, last[0].times, (await groups.toArray())[0].sum];
    await notes.deleteOne({ _id: 1 });
    seen.push(await notes.countDocuments());
    if (JSON.stringify(seen) !== '[3,"changed",1,4,3]') throw new Error(`got ${JSON.stringify(seen)}`);
    const { text } = await notes.findOne({ _id: 3 });
    const version = (await client.db("admin").command({ buildInfo: 1 })).modules[0];
    await client.close();
    return [text, version];
  },
};

const [text, version] = await drivers[driver]();
if (text !== TEXT) throw new Error(`got ${text}`);
console.log(`answered by ${version}`);
