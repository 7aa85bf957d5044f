#!/usr/bin/env python3
"""Judges what engines made, for `moderation` in engines.yaml, with any picture classifier that transformers loads.

    moderation: {images: [/opt/judge/bin/python, /opt/judge/judge_image.py, --model, /opt/judge/model, --refuse, nsfw]}

--model is a folder on this machine: nothing is fetched while a caller waits, and nothing but PATH is in the environment.
Whatever goes wrong here ends with another code than 0, and then nothing is let through.
"""
import argparse, json, sys

parser = argparse.ArgumentParser()
parser.add_argument("--model", required=True)
parser.add_argument("--refuse", required=True, help="labels of the model, with commas")
parser.add_argument("--above", type=float, default=0.7, help="how sure the model must be")
parser.add_argument("file")
options = parser.parse_args()
question = json.loads(sys.stdin.readline())

from PIL import Image
from transformers import pipeline

shown = question["poster"]
if shown is None and not question["type"].startswith("image/"): sys.exit("There is no still of this video.")
with Image.open(shown or options.file) as picture:
    scores = {found["label"].lower(): found["score"] for found in pipeline("image-classification", model=options.model)(picture.convert("RGB"))}
refused = [label for label in options.refuse.lower().split(",") if scores.get(label, 0) > options.above]
print(json.dumps({"allow": not refused, "reason": f"The picture was judged to be {refused[0]}." if refused else None}))
