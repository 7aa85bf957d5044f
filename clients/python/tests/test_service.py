"""The client and the real service."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import afterimage
from afterimage import Afterimage, AsyncAfterimage


def test_a_picture_is_made_saved_and_made_into_another(service: Afterimage, tmp_path: Path) -> None:
    before = service.balance()["balance"]
    record = service.run("delta", {"prompt": "a cat on a red chair"})
    assert record["status"] == "completed" and record["result_image_url"] == record["media_url"]
    file = tmp_path / "cat.jpg"
    assert service.download(record, file) == file.stat().st_size > 1000
    again = service.run("delta", {"prompt": "the same cat, at night", "images": [file]})
    assert again["status"] == "completed"
    assert round(before - service.balance()["balance"], 4) == 0.04
    assert [each["id"] for each in service.list(limit=2)["items"]] == [again["id"], record["id"]]


def test_a_failure_is_raised_with_its_code(service: Afterimage) -> None:
    seen: list[str] = []
    with pytest.raises(afterimage.GenerationFailedError) as told:
        service.run("beta", {"prompt": "It waves [[fail TIMEOUT]]"}, on_progress=lambda each: seen.append(each.status))
    assert told.value.code == "TIMEOUT" and seen[-1] == "failed"


def test_one_that_waits_is_cancelled_and_a_wait_ends_at_its_time(service: Afterimage) -> None:
    accepted = service.submit("alpha-o3-photo", {"prompt": "a cat [[queue 600]]"})
    with pytest.raises(TimeoutError, match="is still pending"):
        service.wait("alpha-o3-photo", accepted["id"], timeout=1)
    assert service.cancel("alpha-o3-photo", accepted["id"])["failure_code"] == "CANCELLED"


def test_what_is_wrong_is_told_by_field_and_a_price_is_quoted(service: Afterimage) -> None:
    with pytest.raises(afterimage.BadRequestError) as told:
        service.submit("beta", {"prompt": " ", "callback_url": "nowhere"})
    assert [each["field"] for each in told.value.fields] == ["prompt", "callback_url"]
    assert service.quote("beta", {"prompt": "It waves", "duration": 15}) == {"price": "0.2500"}
    with pytest.raises(afterimage.NotFoundError):
        service.status("delta", "none")
    with pytest.raises(afterimage.AuthenticationError):
        Afterimage("ai_test_no", service.base_url).balance()


def test_many_at_once_with_asyncio(service: Afterimage) -> None:
    async def work() -> list[str]:
        async with AsyncAfterimage() as client:
            prompts = ["a red cat", "a blue cat", "a green cat"]
            made = await asyncio.gather(*(client.run("delta", {"prompt": prompt}) for prompt in prompts))
            return [each["status"] for each in made]

    assert asyncio.run(work()) == ["completed"] * 3
