"""A local server of S3's protocol, which moto answers, for the backend that keeps states in a bucket."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import urlencode

import boto3
import requests
from moto import mock_aws

BUCKET, REGION = "states", "us-west-2"
_HOST = f"https://s3.{REGION}.amazonaws.com"
_HOPS = {"connection", "host", "transfer-encoding"}
"""Headers that belong to one connection."""


@dataclass(frozen=True)
class Bucket:
    """An empty bucket for states, and what a command needs to use it."""

    port: int
    asked: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Method and path of each request, in their order."""

    @property
    def env(self) -> dict[str, str]:
        """Makes it the backend of a command, with credentials of their own."""
        query = {
            "region": REGION,
            "endpoint": f"http://127.0.0.1:{self.port}",
            "disableSSL": "true",
            "s3ForcePathStyle": "true",
        }
        return {
            "PULUMI_BACKEND_URL": f"s3://{BUCKET}?{urlencode(query)}",
            "AWS_ACCESS_KEY_ID": "states",
            "AWS_SECRET_ACCESS_KEY": "states",
        }

    @property
    def objects(self) -> dict[str, bytes]:
        """What is in it, by key."""
        s3: Any = boto3.client("s3", region_name=REGION)
        pages = s3.get_paginator("list_objects_v2").paginate(Bucket=BUCKET)
        keys = [one["Key"] for page in pages for one in page.get("Contents", [])]
        return {key: s3.get_object(Bucket=BUCKET, Key=key)["Body"].read() for key in keys}


@contextmanager
def bucket() -> Generator[Bucket]:
    """Serve an empty bucket."""
    with mock_aws():
        s3: Any = boto3.client("s3", region_name=REGION)
        s3.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})
        asked: list[tuple[str, str]] = []
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(asked))
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield Bucket(server.server_port, asked)
        finally:
            server.shutdown()
            server.server_close()


def _handler(asked: list[tuple[str, str]]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """Hands a request on to moto as it came, and moto's answer back."""

        protocol_version = "HTTP/1.1"

        def _pass_on(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            asked.append((self.command, self.path))
            headers = {key: value for key, value in self.headers.items() if key.lower() not in _HOPS}
            answer = requests.request(
                self.command, _HOST + self.path, headers=headers, data=body, stream=True, timeout=60
            )
            content = (
                b"" if self.command == "HEAD" else answer.content
            )  # what a HEAD would have is told, and isn't there
            told = {key.title(): value for key, value in answer.headers.items() if key.lower() not in _HOPS}
            length = told.get("Content-Length", "0") if self.command == "HEAD" else str(len(content))
            self.send_response(answer.status_code)
            for key, value in {**told, "Content-Length": length}.items():
                self.send_header(key, value)
            self.end_headers()
            self.wfile.write(content)

        do_DELETE = do_GET = do_HEAD = do_POST = do_PUT = _pass_on  # noqa: N815 (http.server's names)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    return Handler
