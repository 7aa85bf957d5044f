"""Asks the service as OpenAI's library for Python does: prints one line of JSON, or fails with what was not as it should be."""

import base64
import json
import os
import sys
import time

from openai import APIStatusError, OpenAI

client = OpenAI(api_key=os.environ["KEY"], base_url=os.environ["URL"] + "/v1", max_retries=0, timeout=300)
picture = open(sys.argv[1], "rb").read()


def refusal(call):
    try:
        call()
    except APIStatusError as error:
        return [error.status_code, error.body["message"], error.body["param"], error.body["code"]]
    raise AssertionError("It was not refused.")


models = [model.id for model in client.models.list()]
image = client.images.generate(model="delta", prompt="a fox", size="1024x1024", response_format="b64_json")
edited = client.images.edit(model="epsilon-images", prompt="a fox in it", image=[("a.png", picture, "image/png")])

video = client.videos.create(
    model="alpha/alpha_3", prompt="a fox", seconds="3", size="1280x720", input_reference=("a.png", picture, "image/png")
)
created = video.status
while video.status in ("queued", "in_progress"):
    time.sleep(0.5)
    video = client.videos.retrieve(video.id)
content = client.videos.download_content(video.id).read() if video.status == "completed" else b""
listed = [each.id for each in client.videos.list(limit=5)]
deleted = client.videos.delete(video.id)

print(
    json.dumps(
        {
            "models": "epsilon-images" in models and "alpha/alpha_2.6" in models,
            "image": base64.b64decode(image.data[0].b64_json)[:3].hex(),
            "edited": edited.data[0].url.startswith("http"),
            "created": [created, video.object],
            "video": [video.status, video.progress, video.seconds, video.model],
            "content": content[4:8].decode("latin1"),
            "listed": video.id in listed,
            "deleted": [deleted.deleted, deleted.object],
            "wrong": refusal(lambda: client.images.generate(model="delta", prompt="a fox", size="9x9000")),
            "seconds": refusal(lambda: client.videos.create(model="beta", prompt="a fox", seconds="4")),
            "failed": refusal(lambda: client.images.generate(model="delta", prompt="a fox [[fail API_ERROR]]"))[3],
        }
    )
)
