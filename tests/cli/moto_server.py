"""AWS' API on a port, which moto answers: for the command as a process of its own, with boto3's own transport."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import requests
from moto import mock_aws

_SIGNED_FOR = re.compile(r"Credential=[^/]+/\d+/(?P<region>[^/]+)/(?P<service>[^/]+)/aws4_request")
_GLOBAL = frozenset({"iam"})
_HOPS = {"connection", "host", "transfer-encoding", "content-length", "content-encoding"}
"""Headers that belong to one connection."""


class _Handler(BaseHTTPRequestHandler):
    """Hands a request on to moto as it came, and moto's answer back."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        signed = _SIGNED_FOR.search(self.headers.get("Authorization", ""))
        assert signed, self.path
        service, region = signed["service"], signed["region"]
        host = f"{service}.amazonaws.com" if service in _GLOBAL else f"{service}.{region}.amazonaws.com"
        headers = {key: value for key, value in self.headers.items() if key.lower() not in _HOPS}
        try:
            answer = requests.post(f"https://{host}{self.path}", headers=headers, data=body, timeout=60)
            self._send(answer.status_code, answer.content, answer.headers.get("Content-Type", ""))
        except NotImplementedError:  # nobody tries 501 again
            self._send(501, b'{"__type": "NotImplemented"}', "application/x-amz-json-1.1")

    def _send(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def serve() -> Generator[dict[str, str]]:
    """An empty account; gives the environment that leads a command to it."""
    with mock_aws():
        server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield {
                "AWS_ENDPOINT_URL": f"http://127.0.0.1:{server.server_port}",
                "AWS_ACCESS_KEY_ID": "testing",
                "AWS_SECRET_ACCESS_KEY": "testing",
            }
        finally:
            server.shutdown()
            server.server_close()
            thread.join()
