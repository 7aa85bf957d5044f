"""Webhooks are checked by the bytes, the secret and the time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time

import pytest

from afterimage import WebhookVerificationError, verify_webhook

KEY = b"k" * 32
SECRET = "whsec_" + base64.b64encode(KEY).decode()
BODY = '{"generation_id":"a","status":"completed"}'


def signed(body: str = BODY, at: float = 0, key: bytes = KEY) -> dict[str, str]:
    timestamp = str(int(time.time() + at))
    digest = hmac.new(key, f"msg_1.{timestamp}.{body}".encode(), hashlib.sha256).digest()
    signature = "v1," + base64.b64encode(digest).decode()
    return {"Webhook-Id": "msg_1", "Webhook-Timestamp": timestamp, "Webhook-Signature": signature}


def test_a_good_one_is_read() -> None:
    for at in (-290, 0, 290):
        assert verify_webhook(BODY.encode(), signed(at=at), SECRET)["status"] == "completed"
    both = signed()
    both["Webhook-Signature"] = f"{signed(key=b'o' * 32)['Webhook-Signature']} {both['Webhook-Signature']}"
    assert verify_webhook(BODY, both, SECRET)["generation_id"] == "a"


@pytest.mark.parametrize(
    ("body", "headers", "says"),
    [
        (BODY + " ", signed(), "No signature"),
        (BODY, signed(key=b"o" * 32), "No signature"),
        (BODY, {**signed(), "Webhook-Id": "msg_2"}, "No signature"),
        (BODY, signed(at=-3600), "five minutes"),
        (BODY, signed(at=3600), "five minutes"),
        (BODY, {**signed(), "Webhook-Timestamp": "soon"}, "five minutes"),
        (BODY, {**signed(), "Webhook-Timestamp": "9" * 400}, "five minutes"),
        (BODY, {**signed(), "Webhook-Timestamp": "9" * 5_000}, "five minutes"),
        (BODY, {**signed(), "Webhook-Id": "msg_\udcff"}, "webhook-id is not ASCII"),
        (BODY, {**signed(), "Webhook-Signature": "v1,\udcff"}, "webhook-signature is not ASCII"),
        (BODY, {**signed(), "Webhook-Signature": ""}, "webhook-signature is missing"),
        (BODY, {}, "webhook-id is missing"),
    ],
)
def test_anything_else_is_refused(body: str, headers: dict[str, str], says: str) -> None:
    with pytest.raises(WebhookVerificationError, match=says):
        verify_webhook(body, headers, SECRET)


def test_a_secret_that_is_none_is_told() -> None:
    for wrong in ("", "whsec_", "whsec_short", SECRET[6:]):
        with pytest.raises(ValueError, match="A webhook secret is whsec_"):
            verify_webhook(BODY, signed(), wrong)


def test_a_body_that_was_parsed_is_told() -> None:
    with pytest.raises(TypeError, match="verify_webhook wants the raw body"):
        verify_webhook({"status": "completed"}, signed(), SECRET)  # type: ignore[arg-type]
