// The service of the tutorial: /products/42 waits WORK ms (10 unless it is set), and counts visits if there is a Redis.
const http = require("node:http");
const work = Number(process.env.WORK ?? 10);
const { REDIS, PASSWORD } = process.env;

async function main() {
  const redis = REDIS && (await require("redis").createClient({ url: `redis://:${PASSWORD}@${REDIS}` }).connect());
  const server = http.createServer(async (request, response) => {
    if (request.url.startsWith("/products/")) {
      await new Promise((done) => setTimeout(done, work));
      await redis?.incr("visits");
    }
    response.end("ok\n");
  });
  server.listen(process.env.PORT);
}

main();
