// Answers /work from a worker thread, which computes; the main thread only passes requests on.
import http from 'node:http';
import { Worker, isMainThread, parentPort } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';

function compute() {
    let sum = 0;
    for (let i = 0; i < 3_000_000; i++) {
        sum += Math.sqrt(i);
    }
    return sum;
}

// The page of counters, as prom-client has it.
const PAGE = [
    'nodejs_heap_size_used_bytes 1000000',
    'nodejs_gc_duration_seconds_count 0',
    'nodejs_gc_duration_seconds_sum 0',
    'nodejs_eventloop_lag_seconds_sum 0',
    '',
].join('\n');

if (isMainThread) {
    const worker = new Worker(fileURLToPath(import.meta.url));
    const waiting = [];
    worker.on('message', result => waiting.shift().end(String(result)));
    http.createServer((request, response) => {
        if (request.url !== '/work') {
            response.end(request.url === '/counters' ? PAGE : 'ready');
        } else if (process.argv[3] === 'main') {
            response.end(String(compute()));
        } else {
            waiting.push(response);
            worker.postMessage('');
        }
    }).listen(Number(process.argv[2]), '127.0.0.1');
} else {
    parentPort.on('message', () => parentPort.postMessage(compute()));
}
