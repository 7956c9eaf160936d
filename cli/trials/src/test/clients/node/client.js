// Asks one server once with one driver: node client.js DRIVER HOST PORT DATABASE USER PASSWORD
import { Redis } from "ioredis";
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
};

const [text, version] = await drivers[driver]();
if (text !== TEXT) throw new Error(`got ${text}`);
console.log(`answered by ${version}`);
