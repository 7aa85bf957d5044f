"""Media in a request: whatever form they are given in, they are sent in the form and under the field that the family takes."""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from ._errors import MediaError

#: A URL, the path of a file, a data URI, the bytes, or an open file.
Media = str | os.PathLike[str] | bytes | bytearray | BinaryIO

_URL = re.compile(r"https?://", re.IGNORECASE)


def sendable(body: Mapping[str, Any], media: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The same body with every medium as text. Raises ``MediaError`` before anything is sent."""
    sent: dict[str, Any] = {}
    for field, value in body.items():
        rule = media.get(field)
        if rule is None or value is None:
            sent[field] = value
        elif isinstance(value, (list, tuple)):
            texts = [_text_of(f"{field}[{at}]", item) for at, item in enumerate(value)]
            fields = list(dict.fromkeys(_field_for(text, field, rule) for text in texts))
            if len(fields) > 1:
                raise MediaError(f"{field}: send URLs or files, not both at once.")
            sent[fields[0] if fields else field] = texts
        else:
            text = _text_of(field, value)
            sent[_field_for(text, field, rule)] = text
    return sent


def _field_for(text: Any, field: str, rule: Mapping[str, Any]) -> str:
    """``image_url`` with a file goes as ``image_base64``, and the other way round."""
    twin: str | None = rule.get("twin")
    if twin is None or not isinstance(text, str):
        return field
    form = "url" if _URL.match(text) else "file" if text.startswith("data:") else rule["takes"]
    return field if form == rule["takes"] else twin


def _text_of(field: str, value: Any) -> Any:
    if isinstance(value, str) and (_URL.match(value) or value.startswith("data:")):
        return value
    if isinstance(value, (bytes, bytearray)):
        return _data_uri(field, bytes(value), "what was given")
    if hasattr(value, "read"):
        return _data_uri(field, value.read(), "what was given")
    if not isinstance(value, (str, os.PathLike)):
        return value
    # Plain base64, which some fields take, is long and has no dots; a name that leads nowhere is a mistake.
    if isinstance(value, str) and len(value) > 100 and re.fullmatch(r"[A-Za-z0-9+/]+=*", value):
        return value
    try:
        return _data_uri(field, Path(value).read_bytes(), os.fspath(value))
    except FileNotFoundError:
        raise MediaError(f"{field}: there is no file {value}; a URL begins with http:// or https://.") from None
    except OSError as fault:
        why = "is a folder" if isinstance(fault, IsADirectoryError) else "cannot be read"
        raise MediaError(f"{field}: {value} {why}.") from None


def _data_uri(field: str, data: bytes, name: str) -> str:
    kind = _media_type(data)
    if kind is None:
        raise MediaError(f"{field}: {name} is no JPEG, PNG, WEBP, MP4, MOV or WEBM.")
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


def _media_type(data: bytes) -> str | None:
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith(b"\x89PNG"):
        return "image/png"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "image/webp"
    if data.startswith(b"\x1aE\xdf\xa3"):
        return "video/webm"
    if data[4:8] == b"ftyp":
        return "video/quicktime" if data[8:12] == b"qt  " else "video/mp4"
    return "video/quicktime" if data[4:8] in (b"moov", b"mdat", b"wide", b"free") else None
