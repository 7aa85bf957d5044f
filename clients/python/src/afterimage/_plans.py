"""Every verb as a plan: what to send and how long to pause, without saying how. One driver runs plans with threads'
patience, the other with asyncio's, so that both clients do the same."""

from __future__ import annotations

import os
import random
import re
import time
import uuid
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote as quoted
from urllib.parse import urlencode

from ._errors import AfterimageError, GenerationFailedError, Refusal, UnreachableError
from ._families import FAMILIES
from ._media import sendable


@dataclass(frozen=True)
class Send:
    """One request; the driver answers with a ``Heard``, or throws an ``UnreachableError`` into the plan."""

    method: str
    path: str
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    #: For this one try.
    seconds: float = 60


@dataclass(frozen=True)
class Sleep:
    seconds: float


@dataclass(frozen=True)
class Heard:
    #: None for 204.
    json: Any


Plan = Generator[Send | Sleep, Any, Any]


@dataclass(frozen=True)
class Progress:
    status: str
    #: 0 to 100, of families that tell it while they work.
    percent: int | None
    #: In the queue, from 1, of families that tell it while they wait.
    position: int | None
    record: Mapping[str, Any]


OnProgress = Callable[[Progress], object]

DEFAULT_URL = "http://127.0.0.1:8080"
CLOCK_PATH = "/v1/sandbox/clock"
_PASSING = (0, 408, 429, 500, 502, 503, 504)
_IN_FLIGHT = "IDEMPOTENCY_IN_FLIGHT"
_TRIES = 4
# About half a minute of trouble: a service that is being restarted must not cost a caller their wait.
_TRIES_WAITING = 7
_RETRY_AFTER_MAX = 60
_WAIT_SECONDS = 30
_WATCHED_SECONDS = (1, 2, 2, 3, 5)


def settings(api_key: str | None, base_url: str | None) -> tuple[str, str]:
    key = api_key or os.environ.get("AFTERIMAGE_API_KEY", "")
    if not key:
        raise AfterimageError("There is no API key: give api_key, or set AFTERIMAGE_API_KEY.")
    url = base_url or os.environ.get("AFTERIMAGE_URL") or DEFAULT_URL
    if not re.match(r"https?://[^/]", url, re.IGNORECASE):
        raise AfterimageError(f'base_url is "{url}"; it must be an http or https address such as https://media.example.com.')
    return key, url.rstrip("/")


def family_of(slug: str) -> Mapping[str, Any]:
    if slug not in FAMILIES:
        raise AfterimageError(f"There is no family {slug}; the families are {', '.join(FAMILIES)}.")
    return FAMILIES[slug]


def pause_after(fault: Refusal, tries: int) -> float | None:
    """Seconds until asking again may help; None: it would not."""
    if fault.status not in _PASSING and fault.code != _IN_FLIGHT:
        return None
    if fault.retry_after is not None:
        return None if fault.retry_after > _RETRY_AFTER_MAX else fault.retry_after
    # Those who met the same trouble at once should not all come back at once.
    return float(min(0.5 * 2 ** (tries - 1), 8)) * random.uniform(0.75, 1)


def ask(request: Send, tries_max: int = _TRIES) -> Plan:
    tries = 0
    while True:
        tries += 1
        try:
            heard: Heard = yield request
            return heard.json
        except Refusal as fault:
            seconds = pause_after(fault, tries) if tries < tries_max else None
            if seconds is None:
                raise
        yield Sleep(seconds)


def advance_clock(time: str) -> Plan:
    # Sent once: an advance whose answer was lost may have counted, and would count twice.
    return (yield from ask(Send("POST", CLOCK_PATH, {"advance": time}), tries_max=1))


def submit(family: str, body: Mapping[str, Any], idempotency_key: str | None) -> Plan:
    known = family_of(family)
    headers = {"idempotency-key": idempotency_key or str(uuid.uuid4())}
    sent = sendable(body, known["media"])
    answer = yield from ask(Send("POST", f"{known['path']}/generate", sent, headers, 600))
    return {**answer, "family": family, "id": answer[known["id"]]}


def quote(family: str, body: Mapping[str, Any]) -> Plan:
    known = family_of(family)
    return (yield from ask(Send("POST", f"{known['path']}/generate?quote=true", sendable(body, known["media"]), {}, 600)))


def told(family: str, generation_id: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    """The family's own record, with what every family tells under a name of its own told under one name as well."""
    known: Mapping[str, Any] = FAMILIES.get(family, {})
    failure = raw.get(known.get("failure", ""))
    code = failure.get("message") if isinstance(failure, Mapping) else failure
    link = raw.get(known.get("link", ""))
    return {**raw, "family": family, "id": generation_id, "media_url": link, "failure_code": code}


def _path(family: str, generation_id: str) -> str:
    return f"{family_of(family)['path']}/generations/{quoted(generation_id, safe='')}"


def status(family: str, generation_id: str) -> Plan:
    raw = yield from ask(Send("GET", _path(family, generation_id)))
    return told(family, generation_id, raw)


def wait(family: str, generation_id: str, on_progress: OnProgress | None, timeout: float | None) -> Plan:
    known = family_of(family)
    ends = None if timeout is None else time.monotonic() + timeout
    poll, look = 0.5, 0
    while True:
        seconds = _WAIT_SECONDS if on_progress is None else _WATCHED_SECONDS[min(look, len(_WATCHED_SECONDS) - 1)]
        if ends is not None:
            seconds = max(1, min(seconds, round(ends - time.monotonic())))
        look, begun = look + 1, time.monotonic()
        request = Send("GET", f"{_path(family, generation_id)}?wait={seconds}", seconds=seconds + 30)
        record = told(family, generation_id, (yield from ask(request, _TRIES_WAITING)))
        if on_progress is not None:
            percent, position = record.get(known.get("percent", "")), record.get(known.get("position", ""))
            on_progress(Progress(record["status"], percent, position, record))
        if record["status"] in ("completed", "failed"):
            return record
        if ends is not None and time.monotonic() >= ends:
            raise TimeoutError(f"The {family} generation {generation_id} is still {record['status']}; it goes on.")
        # A service that does not know `wait` answers at once, and is not asked again at once.
        if time.monotonic() - begun < seconds / 2:
            yield Sleep(poll)
            poll = min(poll * 1.5, 5)


def run(family: str, body: Mapping[str, Any], key: str | None, on_progress: OnProgress | None, timeout: float | None) -> Plan:
    accepted = yield from submit(family, body, key)
    record = yield from wait(family, accepted["id"], on_progress, timeout)
    if record["status"] == "failed":
        raise GenerationFailedError(record)
    return record


def list_page(query: Mapping[str, Any]) -> Plan:
    parts = urlencode({name: value for name, value in query.items() if value is not None})
    page = yield from ask(Send("GET", f"/v1/generations{'?' if parts else ''}{parts}"))
    items = [told(item["family"], item["id"], item["record"]) for item in page["items"]]
    return {"items": items, "next": page["next"]}


def cancel(family: str, generation_id: str) -> Plan:
    # Without it the service deletes the files of one that has ended; whoever cancels too late wants to keep them.
    raw = yield from ask(Send("DELETE", f"{_path(family, generation_id)}?finished=keep"))
    return told(family, generation_id, raw)


def delete(family: str, generation_id: str) -> Plan:
    yield from ask(Send("DELETE", _path(family, generation_id)))


def link_over(fault: Refusal) -> bool:
    return fault.status in (403, 404, 410)


def media_link(record: Mapping[str, Any]) -> str:
    link: str | None = record.get("media_url")
    if link is None:
        raise AfterimageError(f"The {record['family']} generation {record['id']} has no media: it is {record['status']}.")
    return link


def broken(what: str) -> UnreachableError:
    return UnreachableError(f"The {what} broke off.", status=0)
