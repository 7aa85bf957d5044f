"""Reads server-sent events as they arrive."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ._plans import told


@dataclass(frozen=True)
class GenerationEvent:
    #: Give it to ``events(after=…)`` to go on from here.
    cursor: str | None
    family: str
    id: str
    status: str
    record: dict[str, Any]


class EventReader:
    """Keeps the cursor over as many connections as it takes."""

    def __init__(self, cursor: str | None) -> None:
        self.cursor = cursor
        self._fields: dict[str, str] = {}
        self._rest = b""

    def begin(self) -> None:
        """Of an event that broke off nothing is kept."""
        self._fields, self._rest = {}, b""

    def feed(self, chunk: bytes) -> Iterator[GenerationEvent]:
        """The events that these bytes end."""
        # Not by Python's own lines: a prompt may hold what they end at, U+2028 or U+0085.
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            event = self._take(line.removesuffix(b"\r").decode())
            if event is not None:
                yield event

    def _take(self, line: str) -> GenerationEvent | None:
        if line:
            name, _, value = line.partition(":")
            if name:
                value = value.removeprefix(" ")
                before = self._fields.get(name)
                self._fields[name] = f"{before}\n{value}" if name == "data" and before is not None else value
            return None
        fields, self._fields = self._fields, {}
        self.cursor = fields.get("id", self.cursor)
        if fields.get("event") != "generation" or not fields.get("data"):
            return None
        data = json.loads(fields["data"])
        record = told(data["family"], data["id"], data["record"])
        return GenerationEvent(self.cursor, data["family"], data["id"], data["status"], record)
