"""AWS' API over the store, for what asks the account beside Pulumi's provider: `AWS_ENDPOINT_URL` leads here.

Requests are read and answers written by moto's readers and writers of AWS' protocols, from botocore's models.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, cast
from urllib.parse import parse_qsl, urlsplit
from xml.sax.saxutils import escape

import botocore.session
from moto.core.model import ServiceModel
from moto.core.parse import PROTOCOL_PARSERS
from moto.core.serialize import SERIALIZERS
from tests.engine.double.api import ec2, others, tagging
from tests.engine.double.store import Store
from werkzeug.datastructures import Headers, MultiDict

_SIGNED_FOR = re.compile(r"Credential=[^/]+/\d+/[^/]+/(?P<service>[^/]+)/aws4_request")
_FILES = {"elasticfilesystem": "efs", "tagging": "resourcegroupstaggingapi"}
"""Names of botocore's models where a service signs by another."""
_EFS = {"file-systems": "DescribeFileSystems", "mount-targets": "DescribeMountTargets"}


class _Handler(BaseHTTPRequestHandler):
    """One request; the server has the store."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        signed = _SIGNED_FOR.search(self.headers.get("Authorization", ""))
        try:
            self._send(200, self._ask(signed["service"], body) if signed else b"")
        except ec2.Refused as refused:
            self._send(*_error(signed["service"] if signed else "", *refused.args))

    do_GET = do_HEAD = do_POST  # noqa: N815

    def _ask(self, service: str, body: bytes) -> bytes:
        store = cast("_Server", self.server).store
        parts = urlsplit(self.path)
        if service == "s3":
            return _written(others.ANSWERS["s3", "HeadBucket"](store, {"Bucket": parts.path.strip("/")}))
        if service == "elasticfilesystem":
            action = _EFS[parts.path.split("/")[2]]
            return _written(others.ANSWERS[service, action](store, dict(parse_qsl(parts.query))))
        form = dict(parse_qsl(body.decode())) if "X-Amz-Target" not in self.headers else {}
        action = form.get("Action") or self.headers["X-Amz-Target"].rpartition(".")[2]
        operation = _model(_FILES.get(service, service)).operation_model(action)
        protocol = "json" if not form else "ec2" if service == "ec2" else "query"
        asked = PROTOCOL_PARSERS[protocol](operation).parse(
            {
                "body": body,
                "headers": Headers(list(self.headers.items())),
                "method": "POST",
                "url_params": {},
                "url_path": "/",
                "values": MultiDict(form),
            }
        )
        written = SERIALIZERS[protocol](operation).serialize(_answer_of(store, service, action, asked))["body"]
        return written if isinstance(written, bytes) else str(written).encode()

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


class _Server(ThreadingHTTPServer):
    def __init__(self, store: Store) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.store = store


@contextmanager
def serve_api(store: Store) -> Generator[str]:
    """The API's address."""
    server = _Server(store)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _answer_of(store: Store, service: str, action: str, asked: dict[str, Any]) -> dict[str, Any]:
    if service == "ec2":
        return ec2.describe(store, action, asked)
    if service == "tagging" and action == "GetResources":
        return tagging.get_resources(store, asked)
    if (service, action) not in others.ANSWERS:
        raise ec2.Refused("InvalidAction", f"the double's API does not answer {service}:{action}")
    return others.ANSWERS[service, action](store, asked)


@cache
def _model(name: str) -> ServiceModel:
    described = botocore.session.get_session().get_component("data_loader").load_service_model(name, "service-2")
    return ServiceModel(described, name)


def _error(service: str, code: str, message: str) -> tuple[int, bytes]:
    if service in ("s3", "elasticfilesystem"):
        return 404, _written({"ErrorCode": code, "Message": message})
    if service in ("ec2", "autoscaling", "iam", "sts"):
        inner = f"<Error><Code>{code}</Code><Message>{escape(message)}</Message></Error>"
        outer = f"<Response><Errors>{inner}</Errors></Response>" if service == "ec2" else f"<E>{inner}</E>"
        return 400, outer.replace("<E>", "<ErrorResponse>").replace("</E>", "</ErrorResponse>").encode()
    return 400, _written({"__type": code, "message": message})


def _written(data: dict[str, Any]) -> bytes:
    return json.dumps(data).encode()
