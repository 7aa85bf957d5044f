"""What the client raises: a class for each way in which the service says no, and one for a generation that failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class AfterimageError(Exception):
    """Everything that this package raises on its own account."""


class Refusal(AfterimageError):
    """The service said no, or did not answer (``status`` is 0)."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str | None = None,
        fields: Sequence[Mapping[str, str]] = (),
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        #: One for each field that was wrong: ``{"field", "message"}``.
        self.fields = list(fields)
        #: What the operator finds in the log.
        self.request_id = request_id
        #: Seconds, as the service asked.
        self.retry_after = retry_after


class BadRequestError(Refusal):
    """400, 413, 415 and 422: what was sent is wrong; ``fields`` says where."""


class AuthenticationError(Refusal):
    """401: no key, or one that is not good."""


class InsufficientBalanceError(Refusal):
    """402: the balance does not suffice, or the key may not spend so much; nothing was charged."""


class PermissionDeniedError(Refusal):
    """403."""


class NotFoundError(Refusal):
    """404 and 410: it is not there, or not any more."""


class ConflictError(Refusal):
    """409."""


class RateLimitError(Refusal):
    """429, after as many tries as ``Retry-After`` asked for."""


class ServiceError(Refusal):
    """5xx."""


class UnreachableError(Refusal):
    """No answer came, or it broke off."""


class MediaError(AfterimageError, ValueError):
    """What was given for a field is no medium that can be sent; nothing was sent."""


class WebhookVerificationError(AfterimageError):
    """The webhook is not the service's own, or too old."""


class GenerationFailedError(AfterimageError):
    """``run`` raises this when the generation ended ``failed``."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        #: The failure code: ``CONTENT_POLICY_VIOLATION``.
        self.code: str = record.get("failure_code") or "UNKNOWN"
        self.record = record
        super().__init__(f"The {record['family']} generation {record['id']} failed: {self.code}.")


_CLASSES: Mapping[int, type[Refusal]] = {
    0: UnreachableError,
    401: AuthenticationError,
    402: InsufficientBalanceError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: NotFoundError,
    429: RateLimitError,
}


def refusal_class(status: int) -> type[Refusal]:
    return _CLASSES.get(status) or (ServiceError if status >= 500 else BadRequestError)


def read_refusal(status: int, body: Any, headers: Mapping[str, str]) -> Refusal:
    """Reads every shape in which the service says no: ``{detail, errors}``, beta's list, 401's ``{message}``."""
    told = body if isinstance(body, dict) else {}
    fields = _fields_of(told)
    detail = told.get("detail")
    sentence = detail if isinstance(detail, str) else told.get("message")
    if not isinstance(sentence, str):
        sentence = fields[0]["message"] if fields else f"The service answered {status}."
    code = told.get("code")
    retry_after = headers.get("retry-after", "")
    return refusal_class(status)(
        sentence,
        status=status,
        code=code if isinstance(code, str) else None,
        fields=fields,
        request_id=headers.get("x-request-id"),
        retry_after=float(retry_after) if retry_after.isdigit() else None,
    )


def _fields_of(body: Mapping[str, Any]) -> list[dict[str, str]]:
    errors, detail = body.get("errors"), body.get("detail")
    if isinstance(errors, list):
        return errors
    if not isinstance(detail, list):
        return []
    return [{"field": _field_name(each["loc"][1:]), "message": each["msg"]} for each in detail]


def _field_name(parts: Sequence[str | int]) -> str:
    """``["images", 1]`` is written ``images[1]``, as the other families write it."""
    return "".join(f"[{part}]" if isinstance(part, int) else part if at == 0 else f".{part}" for at, part in enumerate(parts))
