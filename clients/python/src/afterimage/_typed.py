"""The clients under their names; ``_typed.pyi``, derived from the contract, types every family's verbs."""

from ._async_client import AsyncClient
from ._client import Client


class Afterimage(Client):
    """Calls one service with one key."""


class AsyncAfterimage(AsyncClient):
    """Calls one service with one key, with asyncio."""
