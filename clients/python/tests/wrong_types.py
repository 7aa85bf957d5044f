"""Not run: each line that a type checker must refuse says with which fault."""

from afterimage import Afterimage

client = Afterimage("key")
client.submit("omega", {"prompt": "It waves"})  # type: ignore[call-overload]
client.submit("beta", {"prompt": "It waves", "aspect_ratio": "1:1"})  # type: ignore[call-overload]
client.run("delta", {"promt": "It waves"})  # type: ignore[call-overload]
client.run("beta", {"prompt": "It waves", "duration": 11})  # type: ignore[call-overload]
client.quote("beta", {"prompt": "It waves", "duration": "10"})  # type: ignore[call-overload]
client.status("delta", "id")["video_url"]  # type: ignore[typeddict-item]

client.run("beta", {"prompt": "It waves", "duration": 15, "image_url": b""})["video_url"]
client.run("alpha", {"prompt": "It waves", "model": "alpha_3", "duration": 7, "max_price": "1.0000"})["media_url"]
