"""Answers GET /orders/N with an order and the names of its products, which a store looks up."""
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PRODUCTS = range(4)


def query():
    """The store takes so long for a query, however many rows it is for."""
    time.sleep(0.004)


def order():
    query()
    return [f"product {product}" for product in PRODUCTS]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one packet: else the client's delayed ACK, 40 ms, hides the service

    def do_GET(self):
        body = "\n".join(order()).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *ignored):
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
