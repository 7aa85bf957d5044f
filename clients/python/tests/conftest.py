"""A service that answers what each test needs, and the real one where `AFTERIMAGE_URL` and a sandbox key are given."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from afterimage import Afterimage


#: Status, body and headers; bytes as they are; None: the connection breaks before an answer.
Answer = tuple[int, Any, dict[str, str]] | bytes | None


class Scripted:
    """Answers with one after the other, and notes what it heard."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.heard: list[tuple[str, str, dict[str, str], Any]] = []
        self.url = ""

    def ok(self, *bodies: Any) -> None:
        self.answers += [(200, body, {}) for body in bodies]


@pytest.fixture
def scripted() -> Iterator[Scripted]:
    script = Scripted()

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            length = int(self.headers.get("content-length", 0))
            body = self.rfile.read(length)
            heard = {name.lower(): value for name, value in self.headers.items()}
            script.heard.append((self.command, self.path, heard, json.loads(body) if body else None))
            given = script.answers.pop(0)
            self.close_connection = True
            if given is None:
                return
            if isinstance(given, bytes):
                self.wfile.write(given)
                return
            status, told, headers = given
            data = b"" if told is None else json.dumps(told).encode()
            self.send_response(status)
            for name, value in {"content-length": str(len(data)), "connection": "close", **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_DELETE = answer

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    script.url = f"http://127.0.0.1:{server.server_port}"
    yield script
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(autouse=True)
def no_pauses(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scripted service is not waited for."""
    if "scripted" in request.fixturenames:
        monkeypatch.setattr("afterimage._client.time.sleep", lambda seconds: None)


@pytest.fixture
def client(scripted: Scripted) -> Iterator[Afterimage]:
    with Afterimage("secret", scripted.url) as made:
        yield made


@pytest.fixture
def service() -> Iterator[Afterimage]:
    if "AFTERIMAGE_URL" not in os.environ:
        pytest.skip("AFTERIMAGE_URL and AFTERIMAGE_API_KEY name no service; `npm test` starts one")
    with Afterimage() as made:
        yield made
