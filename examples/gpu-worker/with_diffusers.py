"""The pipeline on a GPU: pictures and videos from text, pictures from a picture, with any model that diffusers loads.

MODEL names it; a route's `model` wins over it, and what a route `set`s (steps, guidance) goes to the pipeline.
"""
import io, os, tempfile
import torch
from diffusers import AutoPipelineForImage2Image, AutoPipelineForText2Image, DiffusionPipeline
from diffusers.utils import export_to_video
from PIL import Image

MODEL, DEVICE = os.environ.get("MODEL", "stabilityai/sdxl-turbo"), "cuda" if torch.cuda.is_available() else "cpu"
KINDS = {"t2i": AutoPipelineForText2Image, "i2i": AutoPipelineForImage2Image, "t2v": DiffusionPipeline}
LOADED = {}


class Unsupported(Exception):
    code = "unsupported"

def pipeline(kind, model):
    if (kind, model) not in LOADED:
        LOADED.clear()  # one at a time: a card holds no more
        dtype = torch.float16 if DEVICE == "cuda" else torch.float32
        LOADED[kind, model] = kind.from_pretrained(model, torch_dtype=dtype).to(DEVICE)
    return LOADED[kind, model]

def generate(order, inputs, progress, is_unwanted):
    """Returns (mime, bytes), or None when nobody wants it any more."""
    if order["task"] not in KINDS: raise Unsupported(f"this worker makes {', '.join(KINDS)}")
    pipe = pipeline(KINDS[order["task"]], order.get("model") or MODEL)
    options = {"num_inference_steps": 30, **order["options"]}
    if order.get("negative_prompt"): options["negative_prompt"] = order["negative_prompt"]
    if order["task"] == "i2i": options["image"] = Image.open(io.BytesIO(inputs[0]["data"])).convert("RGB").resize((order["width"], order["height"]))
    else: options.update(width=order["width"] // 16 * 16, height=order["height"] // 16 * 16)
    if order["task"] == "t2v": options["num_frames"] = round(order["seconds"] * order["fps"])
    def after_step(pipe, step, _time, values):
        progress((step + 1) / options["num_inference_steps"])
        pipe._interrupt = is_unwanted()
        return values
    seed = torch.Generator(DEVICE).manual_seed(order.get("seed", 0))
    made = pipe(prompt=order["prompt"], generator=seed, callback_on_step_end=after_step, **options)
    if is_unwanted(): return None
    if order["task"] != "t2v":
        made.images[0].save(buffer := io.BytesIO(), "PNG")
        return "image/png", buffer.getvalue()
    with tempfile.NamedTemporaryFile(suffix=".mp4") as file:
        export_to_video(made.frames[0], file.name, fps=order["fps"])
        return "video/mp4", file.read()
