"""What the client sends, what it repeats, what it raises."""

from __future__ import annotations

import asyncio
import base64
import json
from pathlib import Path

import pytest

import afterimage
from afterimage import Afterimage, AsyncAfterimage

from conftest import Answer, Scripted

JPEG = b"\xff\xd8\xff\xe0"
URI = "data:image/jpeg;base64," + base64.b64encode(JPEG).decode()


def record(status: str, **more: object) -> dict[str, object]:
    return {"task_uuid": "a", "status": status, "prompt": "x", "result_image_url": None, "message": None, **more}


def test_a_submit_is_repeated_under_the_same_key(client: Afterimage, scripted: Scripted) -> None:
    limited: Answer = (429, {"detail": "slowly"}, {"retry-after": "7"})
    in_flight: Answer = (409, {"detail": "in flight", "code": "IDEMPOTENCY_IN_FLIGHT"}, {})
    scripted.answers = [None, limited, in_flight, (200, {"task_uuid": "a", "status": "pending", "price": "0.0200"}, {})]
    accepted = client.submit("delta", {"prompt": "x"})
    assert (accepted["id"], accepted["family"], accepted["price"]) == ("a", "delta", "0.0200")
    assert len({headers["idempotency-key"] for _, _, headers, _ in scripted.heard}) == 1
    method, path, headers, body = scripted.heard[0]
    assert (method, path, headers["authorization"], body) == ("POST", "/v1/delta/generate", "Bearer secret", {"prompt": "x"})


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, afterimage.BadRequestError),
        (401, afterimage.AuthenticationError),
        (402, afterimage.InsufficientBalanceError),
        (403, afterimage.PermissionDeniedError),
        (404, afterimage.NotFoundError),
        (409, afterimage.ConflictError),
        (422, afterimage.BadRequestError),
    ],
)
def test_each_way_to_say_no_has_its_class(
    client: Afterimage, scripted: Scripted, status: int, kind: type[afterimage.Refusal]
) -> None:
    scripted.answers = [(status, {"detail": "no", "code": "WHY"}, {"x-request-id": "r"})]
    with pytest.raises(kind) as told:
        client.balance()
    fault = told.value
    assert (fault.status, fault.code, str(fault), fault.request_id) == (status, "WHY", "no", "r")


def test_trouble_that_does_not_pass_is_told_after_four_tries(client: Afterimage, scripted: Scripted) -> None:
    scripted.answers = [(503, {"detail": "busy"}, {})] * 4
    with pytest.raises(afterimage.ServiceError, match="busy"):
        client.balance()
    scripted.answers = [None] * 4
    with pytest.raises(afterimage.UnreachableError):
        client.balance()
    assert len(scripted.heard) == 8


def test_every_wrong_field_is_named_in_both_shapes(client: Afterimage, scripted: Scripted) -> None:
    errors = [{"field": "images[1]", "message": "must be a URL"}]
    beta = [{"loc": ["body", "images", 1], "msg": "must be a URL", "type": "url"}]
    scripted.answers = [(400, {"detail": "must be a URL", "errors": errors}, {}), (422, {"detail": beta}, {})]
    for _ in range(2):
        with pytest.raises(afterimage.BadRequestError, match="must be a URL") as told:
            client.submit("delta", {"prompt": "x"})
        assert told.value.fields == errors


def test_run_waits_tells_progress_and_raises_the_code(client: Afterimage, scripted: Scripted) -> None:
    beta = {"generation_id": "b", "prompt": "x", "video_url": None, "error_message": None}
    scripted.ok(
        {"generation_id": "b", "status": "pending", "price": "0.1500"},
        {**beta, "status": "processing", "progress_pct": 40},
        {**beta, "status": "failed", "error_message": "TIMEOUT"},
    )
    seen: list[tuple[str, int | None]] = []
    with pytest.raises(afterimage.GenerationFailedError) as told:
        client.run("beta", {"prompt": "x"}, on_progress=lambda progress: seen.append((progress.status, progress.percent)))
    assert (told.value.code, seen) == ("TIMEOUT", [("processing", 40), ("failed", None)])
    assert scripted.heard[1][1] == "/v1/beta/generations/b?wait=1"


def test_gamma_tells_its_code_elsewhere(client: Afterimage, scripted: Scripted) -> None:
    scripted.ok({"generation_id": "g", "status": "failed", "error": {"message": "UNSAFE_CONTENT", "details": {}}})
    assert client.wait("gamma", "g")["failure_code"] == "UNSAFE_CONTENT"


def test_media_go_in_the_form_that_is_taken(client: Afterimage, scripted: Scripted, tmp_path: Path) -> None:
    file = tmp_path / "cat.txt"
    file.write_bytes(JPEG)
    url = "https://a.example/b.jpg"
    for form in (file, str(file), JPEG, file.open("rb"), URI):
        scripted.ok({"price": "0.1500"})
        client.quote("beta", {"prompt": "x", "image_url": form})
        assert scripted.heard[-1][3] == {"prompt": "x", "image_base64": URI}
    scripted.ok({"price": "0.0200"}, {"price": "0.1500"})
    client.quote("delta", {"prompt": "x", "images": [url, file]})
    assert scripted.heard[-1][3]["images"] == [url, URI]
    client.quote("beta", {"prompt": "x", "image_base64": url})
    assert scripted.heard[-1][3] == {"prompt": "x", "image_url": url}


def test_what_cannot_be_sent_is_told_before_anything_is(client: Afterimage, scripted: Scripted) -> None:
    with pytest.raises(afterimage.MediaError, match="image_url: there is no file nowhere.jpg"):
        client.submit("beta", {"prompt": "x", "image_url": "nowhere.jpg"})
    with pytest.raises(afterimage.MediaError, match="image_url: / is a folder"):
        client.submit("beta", {"prompt": "x", "image_url": "/"})
    with pytest.raises(afterimage.MediaError, match="is no JPEG"):
        client.submit("beta", {"prompt": "x", "image_url": b"words"})
    with pytest.raises(afterimage.MediaError, match="URLs or files, not both"):
        client.submit("alpha-o3-photo", {"prompt": "x", "images_url": ["https://a.b/c", JPEG]})
    with pytest.raises(afterimage.AfterimageError, match="There is no family omega; the families are alpha,"):
        client.submit("omega", {"prompt": "x"})  # type: ignore[call-overload]
    assert scripted.heard == []


def test_cancel_leaves_the_files_of_what_has_ended(client: Afterimage, scripted: Scripted) -> None:
    scripted.ok(record("failed", message="CANCELLED"), record("completed"))
    assert client.cancel("delta", "a/b")["failure_code"] == "CANCELLED"
    assert client.cancel("delta", "a")["status"] == "completed"
    assert [(method, path) for method, path, _, _ in scripted.heard] == [
        ("DELETE", "/v1/delta/generations/a%2Fb?finished=keep"),
        ("DELETE", "/v1/delta/generations/a?finished=keep"),
    ]


def test_lists_go_page_by_page(client: Afterimage, scripted: Scripted) -> None:
    item = {"family": "delta", "id": "a", "record": record("completed", result_image_url="http://link")}
    scripted.ok({"items": [item, item], "next": "c"}, {"items": [item], "next": None})
    assert [each["media_url"] for each in client.list_all(family="delta")] == ["http://link"] * 3
    assert scripted.heard[1][1] == "/v1/generations?family=delta&limit=100&cursor=c"
    scripted.ok({"items": [item], "next": "d"}, {"items": [], "next": None})
    assert len(list(client.list_all(limit=50, cursor="c"))) == 1
    assert [each[1] for each in scripted.heard[2:]] == [
        "/v1/generations?limit=50&cursor=c",
        "/v1/generations?limit=50&cursor=d",
    ]


def test_the_clock_of_the_sandbox_is_moved_once(client: Afterimage, scripted: Scripted) -> None:
    scripted.ok({"now": "a"}, {"now": "b"}, {"now": "c"})
    assert [client.clock(), client.advance_clock("15m")] == [{"now": "a"}, {"now": "b"}]
    client.reset_clock()
    assert [(each[0], each[1], each[3]) for each in scripted.heard] == [
        ("GET", "/v1/sandbox/clock", None),
        ("POST", "/v1/sandbox/clock", {"advance": "15m"}),
        ("DELETE", "/v1/sandbox/clock", None),
    ]
    # One whose answer was lost is not sent again: it may have counted.
    scripted.answers = [None, (200, {"now": "d"}, {})]
    with pytest.raises(afterimage.UnreachableError, match=f"^The service at {scripted.url} cannot be reached"):
        client.advance_clock("15m")
    assert len(scripted.answers) == 1


def test_an_address_that_is_none_is_told() -> None:
    with pytest.raises(afterimage.AfterimageError, match='base_url is "nope"; it must be an http or https address'):
        Afterimage("key", "nope")


def event(cursor: int) -> bytes:
    data = f'{{"family":"delta","id":"g{cursor}","status":"completed","record":{{"task_uuid":"g{cursor}","status":"completed"}}}}'
    return f"event: generation\nid: {cursor}\ndata: {data}\n\n".encode()


STREAM = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"


def test_events_are_taken_up_again_after_the_last_heard_whole(client: Afterimage, scripted: Scripted) -> None:
    scripted.answers = [
        STREAM + b"id: 1\n\n: hello\n\n" + event(2) + event(3) + event(4)[:40],
        (503, {"detail": "restarting"}, {}),
        STREAM + event(4),
    ]
    ids = []
    for heard in client.events(family="delta"):
        ids.append(heard.id)
        if heard.id == "g4":
            break
    assert ids == ["g2", "g3", "g4"]
    assert [headers.get("last-event-id") for _, _, headers, _ in scripted.heard] == [None, "3", "3"]


def test_an_event_is_told_whatever_its_prompt_holds(client: Afterimage, scripted: Scripted) -> None:
    prompt = "one\u2028two\u2029three\u0085four: five"
    told = {"family": "delta", "id": "g1", "status": "completed", "record": {"status": "completed", "prompt": prompt}}
    data = json.dumps(told, ensure_ascii=False)
    scripted.answers = [STREAM + f"event: generation\r\nid: 1\r\ndata: {data}\r\n\r\n".encode()]
    assert next(client.events()).record["prompt"] == prompt


def test_a_download_goes_on_where_it_broke_and_appears_whole(client: Afterimage, scripted: Scripted, tmp_path: Path) -> None:
    data = bytes(range(256)) * 100
    half = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(data) + data[:10_000]
    rest = b"HTTP/1.1 206 Partial Content\r\ncontent-length: %d\r\n\r\n" % (len(data) - 10_000) + data[10_000:]
    scripted.answers = [half, rest]
    done = {"family": "delta", "id": "a", "status": "completed", "media_url": f"{scripted.url}/media/a.jpg"}
    assert client.download(done, tmp_path / "a.jpg") == len(data)
    assert (tmp_path / "a.jpg").read_bytes() == data
    assert [path.name for path in tmp_path.iterdir()] == ["a.jpg"]
    assert scripted.heard[1][2]["range"] == "bytes=10000-"
    assert "authorization" not in scripted.heard[1][2]


def test_an_answer_that_is_cut_off_is_asked_for_again(client: Afterimage, scripted: Scripted) -> None:
    whole = b'{"task_uuid":"a","status":"pending","price":"0.0200"}'
    scripted.answers = [b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n" + part for part in (whole[:20], whole)]
    assert client.submit("delta", {"prompt": "x"})["id"] == "a"
    keys = [headers["idempotency-key"] for _, _, headers, _ in scripted.heard]
    assert len(keys) == 2 and keys[0] == keys[1]


def moved_media(scripted: Scripted) -> tuple[bytes, dict[str, str]]:
    """As a service with ``AFTERIMAGE_MEDIA_LINKS=redirect`` answers: the bytes lie in a store, and break off there."""
    data = b"bytes" * 1000
    moved = (302, None, {"location": f"{scripted.url}/bucket/a.jpg?signed=1"})
    half = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(data) + data[:2_000]
    rest = b"HTTP/1.1 206 Partial Content\r\ncontent-length: %d\r\n\r\n" % (len(data) - 2_000) + data[2_000:]
    scripted.answers = [moved, half, moved, rest]
    return data, {"family": "delta", "id": "a", "status": "completed", "media_url": f"{scripted.url}/media/a.jpg"}


def test_a_download_follows_its_link_into_a_store(client: Afterimage, scripted: Scripted, tmp_path: Path) -> None:
    data, done = moved_media(scripted)
    assert client.download(done, tmp_path / "a.jpg") == len(data)
    assert (tmp_path / "a.jpg").read_bytes() == data
    assert [path.split("?")[0] for _, path, _, _ in scripted.heard] == ["/media/a.jpg", "/bucket/a.jpg"] * 2
    assert scripted.heard[3][2]["range"] == "bytes=2000-"


def test_the_other_client_follows_it_too(scripted: Scripted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, done = moved_media(scripted)

    async def no_pause(seconds: float) -> None:
        pass

    async def work() -> None:
        async with AsyncAfterimage("secret", scripted.url) as client:
            assert await client.download(done, tmp_path / "a.jpg") == len(data)

    monkeypatch.setattr("afterimage._async_client.asyncio.sleep", no_pause)
    asyncio.run(work())
    assert (tmp_path / "a.jpg").read_bytes() == data


def test_the_other_client_does_the_same(scripted: Scripted, tmp_path: Path) -> None:
    data = b"bytes" * 1000
    scripted.ok({"task_uuid": "a", "status": "pending", "price": "0.0200"}, record("processing"))
    scripted.ok(record("completed", result_image_url=f"{scripted.url}/media/a.jpg"))
    scripted.answers += [b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n" % len(data) + data, STREAM + event(1)]

    async def work() -> None:
        async with AsyncAfterimage("secret", scripted.url) as client:
            done = await client.run("delta", {"prompt": "x"})
            assert done["status"] == "completed"
            assert await client.download(done, tmp_path / "a.jpg") == len(data)
            async for heard in client.events():
                assert heard.id == "g1"
                break

    asyncio.run(work())
    assert (tmp_path / "a.jpg").read_bytes() == data


def test_without_a_key_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AFTERIMAGE_API_KEY", raising=False)
    with pytest.raises(afterimage.AfterimageError, match="There is no API key: give api_key, or set AFTERIMAGE_API_KEY"):
        Afterimage()
