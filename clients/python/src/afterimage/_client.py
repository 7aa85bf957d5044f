"""The client that waits where it stands."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import httpx

from . import _plans as plans
from ._errors import Refusal, UnreachableError, read_refusal
from ._events import EventReader, GenerationEvent

IDLE_SECONDS = 60
TRIES_STREAM = 7


class Client:
    """One service and one key. Left out, they are ``AFTERIMAGE_API_KEY`` and ``AFTERIMAGE_URL``."""

    def __init__(
        self, api_key: str | None = None, base_url: str | None = None, *, http_client: httpx.Client | None = None
    ) -> None:
        key, self.base_url = plans.settings(api_key, base_url)
        self._headers = {"authorization": f"Bearer {key}"}
        self._http = http_client or httpx.Client()

    def __enter__(self) -> Any:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def submit(self, family: str, body: Mapping[str, Any], *, idempotency_key: str | None = None) -> Any:
        """Sends the job and answers at once, charged."""
        return self._drive(plans.submit(family, body, idempotency_key))

    def quote(self, family: str, body: Mapping[str, Any]) -> dict[str, str]:
        """What it would cost: all checks, nothing charged or kept."""
        return self._drive(plans.quote(family, body))  # type: ignore[no-any-return]

    def status(self, family: str, id: str) -> Any:
        return self._drive(plans.status(family, id))

    def wait(
        self, family: str, id: str, *, on_progress: plans.OnProgress | None = None, timeout: float | None = None
    ) -> Any:
        """The record once it is completed or failed; ``TimeoutError`` ends the waiting, not the generation."""
        return self._drive(plans.wait(family, id, on_progress, timeout))

    def run(
        self,
        family: str,
        body: Mapping[str, Any],
        *,
        on_progress: plans.OnProgress | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Submits and waits; raises ``GenerationFailedError``, whose ``code`` says why, when the generation fails."""
        return self._drive(plans.run(family, body, idempotency_key, on_progress, timeout))

    def list(
        self,
        *,
        family: str | None = None,
        status: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> dict[str, Any]:
        """One page over all families, newest first: ``{"items", "next"}``."""
        query = {"family": family, "status": status, "limit": limit, "cursor": cursor}
        return self._drive(plans.list_page(query))  # type: ignore[no-any-return]

    def list_all(
        self,
        *,
        family: str | None = None,
        status: str | None = None,
        limit: int | None = 100,
        cursor: str | None = None,
    ) -> Iterator[dict[str, Any]]:
        """Page after page, of ``limit`` each."""
        page = self.list(family=family, status=status, limit=limit, cursor=cursor)
        while True:
            yield from page["items"]
            if page["next"] is None:
                return
            page = self.list(family=family, status=status, limit=limit, cursor=page["next"])

    def cancel(self, family: str, id: str) -> Any:
        """Ends one that is pending or processing, as ``failed`` with ``CANCELLED``; one that has ended stays as it is."""
        return self._drive(plans.cancel(family, id))

    def delete(self, family: str, id: str) -> None:
        """Deletes the files of one that has ended, and cancels one that has not; the record stays."""
        self._drive(plans.delete(family, id))

    def balance(self) -> dict[str, Any]:
        return self._drive(plans.ask(plans.Send("GET", "/v1/data/balance")))  # type: ignore[no-any-return]

    def clock(self) -> dict[str, str]:
        """The sandbox's clock, for tests that cannot wait; sandbox keys only. Time limits, waits in the queue, repeats of
        webhooks and the end of files and of Idempotency-Keys go by it; links, keys and rates go by real time."""
        return self._drive(plans.ask(plans.Send("GET", plans.CLOCK_PATH)))  # type: ignore[no-any-return]

    def advance_clock(self, time: str) -> dict[str, str]:
        """``time`` such as ``15m``; advances add up."""
        return self._drive(plans.advance_clock(time))  # type: ignore[no-any-return]

    def reset_clock(self) -> None:
        """Back to real time."""
        self._drive(plans.ask(plans.Send("DELETE", plans.CLOCK_PATH)))

    def events(self, *, family: str | None = None, after: str | None = None) -> Iterator[GenerationEvent]:
        """What happens to the account's generations, as it happens; connections that break are taken up again."""
        reader, tries, was_open = EventReader(after), 0, False
        while True:
            try:
                with self._http.stream("GET", f"{self.base_url}/v1/events", **self._stream_options(reader, family)) as answer:
                    if answer.status_code != 200:
                        answer.read()
                        raise read_refusal(answer.status_code, _json(answer), answer.headers)
                    tries, was_open = 0, True
                    reader.begin()
                    for chunk in answer.iter_bytes():
                        for event in reader.feed(chunk):
                            yield event
                fault: Refusal = plans.broken("stream")
            except httpx.TransportError:
                fault = plans.broken("stream")
            except Refusal as refused:
                fault = refused
            tries += 1
            seconds = plans.pause_after(fault, tries) if was_open or tries < 4 else None
            if seconds is None:
                raise fault
            time.sleep(seconds)

    def _stream_options(self, reader: EventReader, family: str | None) -> dict[str, Any]:
        headers = {**self._headers, "accept": "text/event-stream"}
        if reader.cursor is not None:
            headers["last-event-id"] = reader.cursor
        # The service says something at least every 20 seconds; a connection silent for longer than this is dead.
        return {"headers": headers, "params": {"family": family} if family else {}, "timeout": IDLE_SECONDS}

    def download(self, record: Mapping[str, Any], path: str | os.PathLike[str] | BinaryIO) -> int:
        """To a file, which appears whole or not at all, or to one that is open; answers how many bytes there were."""
        if hasattr(path, "write"):
            return sum(path.write(chunk) or 0 for chunk in self.stream(record))
        part = Path(f"{os.fspath(path)}.part")
        try:
            with part.open("wb") as file:
                count = sum(file.write(chunk) for chunk in self.stream(record))
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        return count

    def stream(self, record: Mapping[str, Any]) -> Iterator[bytes]:
        """The finished media piece by piece; a connection that breaks is taken up again where it broke."""
        link, received, renewed, tries = plans.media_link(record), 0, False, 0
        while True:
            tries += 1
            headers = {"range": f"bytes={received}-"} if received else {}
            try:
                with self._http.stream("GET", link, headers=headers, timeout=60, follow_redirects=True) as answer:
                    if answer.status_code not in (200, 206):
                        answer.read()
                        raise read_refusal(answer.status_code, _json(answer), answer.headers)
                    skip = 0 if answer.status_code == 206 else received
                    for chunk in answer.iter_bytes():
                        fresh, skip = chunk[skip:], max(0, skip - len(chunk))
                        received, tries = received + len(fresh), 1
                        if fresh:
                            yield fresh
                    return
            except httpx.TransportError:
                fault: Refusal = plans.broken("file")
            except Refusal as refused:
                fault = refused
            if plans.link_over(fault) and not renewed:
                renewed = True
                fresh_link = self.status(record["family"], record["id"])["media_url"]
                if fresh_link is not None:
                    link = fresh_link
                    continue
            seconds = plans.pause_after(fault, tries) if tries < TRIES_STREAM else None
            if seconds is None:
                raise fault
            time.sleep(seconds)

    def _drive(self, plan: plans.Plan) -> Any:
        try:
            step = next(plan)
            while True:
                if isinstance(step, plans.Sleep):
                    time.sleep(step.seconds)
                    step = plan.send(None)
                    continue
                try:
                    heard = self._send(step)
                except Refusal as fault:
                    step = plan.throw(fault)
                else:
                    step = plan.send(heard)
        except StopIteration as end:
            return end.value

    def _send(self, request: plans.Send) -> plans.Heard:
        try:
            answer = self._http.request(
                request.method,
                f"{self.base_url}{request.path}",
                json=request.body,
                headers={**self._headers, **request.headers},
                timeout=httpx.Timeout(request.seconds, connect=10),
            )
        except httpx.TransportError as cause:
            raise UnreachableError(f"The service at {self.base_url} cannot be reached.", status=0) from cause
        return heard(answer)


def heard(answer: httpx.Response) -> plans.Heard:
    if not answer.is_success:
        raise read_refusal(answer.status_code, _json(answer), answer.headers)
    try:
        return plans.Heard(None if answer.status_code == 204 else answer.json())
    except ValueError as cause:
        # A proxy in between may pass on half of it.
        raise plans.broken("answer") from cause


def _json(answer: httpx.Response) -> Any:
    try:
        return answer.json()
    except ValueError:
        # A proxy in between may answer with a page of its own.
        return None
