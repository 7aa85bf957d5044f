"""Checks that a webhook is the service's own, as Standard Webhooks describes it."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping
from typing import Any

from ._errors import WebhookVerificationError

TOLERANCE_SECONDS = 300


def verify_webhook(body: str | bytes, headers: Mapping[str, str], secret: str) -> dict[str, Any]:
    """The body, read. Raises ``WebhookVerificationError`` when a header is missing, the signature does not fit, or the
    time is more than five minutes off.

    ``body`` is the bytes as they arrived: what was parsed and written again is other bytes.
    """
    if not isinstance(body, (str, bytes, bytearray)):
        raise TypeError("verify_webhook wants the raw body, as str or bytes, before anything has parsed it.")
    told = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp = _header(told, "webhook-id"), _header(told, "webhook-timestamp")
    # No more digits than a time has: Python refuses to count with thousands of them.
    if re.fullmatch("[0-9]{1,12}", timestamp) is None or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise WebhookVerificationError("webhook-timestamp is more than five minutes off")
    data = body.encode() if isinstance(body, str) else body
    signed = b".".join([message_id.encode(), timestamp.encode(), data])
    expected = b"v1," + base64.b64encode(hmac.new(_key_of(secret), signed, hashlib.sha256).digest())
    sent = [each.encode() for each in _header(told, "webhook-signature").split(" ")]
    if not any([hmac.compare_digest(each, expected) for each in sent]):
        raise WebhookVerificationError("No signature in webhook-signature fits the body and the secret")
    read: dict[str, Any] = json.loads(data)
    return read


def _header(headers: Mapping[str, str], name: str) -> str:
    if not headers.get(name):
        raise WebhookVerificationError(f"The header {name} is missing")
    # Some servers hand on bytes that are no text as what cannot be encoded again.
    if not headers[name].isascii():
        raise WebhookVerificationError(f"The header {name} is not ASCII")
    return headers[name]


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not secret.startswith("whsec_") or len(key) < 24:
        raise ValueError("A webhook secret is whsec_ and at least 24 bytes in base64")
    return key
