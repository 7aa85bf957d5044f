"""Calls an Afterimage service: submit, wait, list, cancel, quote, events, downloads; checks webhooks."""

from ._errors import (
    AfterimageError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    GenerationFailedError,
    InsufficientBalanceError,
    MediaError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    Refusal,
    ServiceError,
    UnreachableError,
    WebhookVerificationError,
)
from ._events import GenerationEvent
from ._media import Media
from ._plans import Progress
from ._typed import Afterimage, AsyncAfterimage
from ._webhooks import verify_webhook

__all__ = [
    "Afterimage",
    "AfterimageError",
    "AsyncAfterimage",
    "AuthenticationError",
    "BadRequestError",
    "ConflictError",
    "GenerationEvent",
    "GenerationFailedError",
    "InsufficientBalanceError",
    "Media",
    "MediaError",
    "NotFoundError",
    "PermissionDeniedError",
    "Progress",
    "RateLimitError",
    "Refusal",
    "ServiceError",
    "UnreachableError",
    "WebhookVerificationError",
    "verify_webhook",
]
