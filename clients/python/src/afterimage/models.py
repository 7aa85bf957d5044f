"""Derived from the contract by `npm run derive`: what each family takes and answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

from typing_extensions import NotRequired

from ._media import Media


AlphaFailureCode = Literal["CONTENT_POLICY_VIOLATION", "IMAGE_INACCESSIBLE", "INVALID_IMAGE", "TIMEOUT", "TASK_FAILED", "MAINTENANCE", "CANCELLED"]


class AlphaRequest(TypedDict):
    """Video from text, from an image, or with the motion of a reference video."""

    prompt: str
    negative_prompt: NotRequired[str | None]
    model: NotRequired[Literal["alpha_3", "alpha_3_pro", "alpha_3_motion", "alpha_3_motion_pro", "alpha_2.6_motion", "alpha_2.6_motion_pro", "alpha_2.6", "alpha_2.5_turbo", "alpha_2.5_turbo_pro", "alpha_2.1", "alpha_2.1_pro", "alpha_2.1_master", "alpha_1.6", "alpha_1.6_pro"] | None]
    version: NotRequired[Literal["1.6", "2.1", "2.1-master", "2.5", "2.6", "3", "3.0"] | None]
    mode: NotRequired[Literal["std", "pro"] | None]
    duration: NotRequired[Literal["5", "10"] | int | None]
    aspect_ratio: NotRequired[Literal["16:9", "9:16", "1:1"] | None]
    cfg_scale: NotRequired[float | None]
    seed: NotRequired[int | None]
    callback_url: NotRequired[str | None]
    image_base64: NotRequired[Media | None]
    image_url: NotRequired[Media | None]
    reference_video_base64: NotRequired[Media | None]
    reference_video_url: NotRequired[Media | None]
    reference_image_base64: NotRequired[Media | None]
    reference_image_url: NotRequired[Media | None]
    max_price: NotRequired[str | None]


class AlphaAccepted(TypedDict):
    generation_id: str
    status: Literal["pending"]
    price: str
    family: str
    id: str


class AlphaRecord(TypedDict):
    generation_id: str
    status: Literal["pending", "processing", "completed", "failed"]
    prompt: str
    video_url: str | None
    model: Literal["alpha_3", "alpha_3_pro", "alpha_3_motion", "alpha_3_motion_pro", "alpha_2.6_motion", "alpha_2.6_motion_pro", "alpha_2.6", "alpha_2.5_turbo", "alpha_2.5_turbo_pro", "alpha_2.1", "alpha_2.1_pro", "alpha_2.1_master", "alpha_1.6", "alpha_1.6_pro"]
    message: AlphaFailureCode | None
    family: str
    id: str
    media_url: str | None
    failure_code: AlphaFailureCode | None


AlphaO1VideoFailureCode = Literal["CONTENT_POLICY_VIOLATION", "IMAGE_INACCESSIBLE", "INVALID_IMAGE", "TIMEOUT", "TASK_FAILED", "MAINTENANCE", "CANCELLED"]


class AlphaO1VideoRequest(TypedDict):
    """Video with sound, from text or from up to five images."""

    prompt: str
    duration: NotRequired[Literal["5", "10"] | None]
    aspect_ratio: NotRequired[Literal["16:9", "9:16", "1:1"] | None]
    images_urls: NotRequired[Sequence[Media] | None]
    images_base64: NotRequired[Sequence[Media] | None]
    callback_url: NotRequired[str | None]
    max_price: NotRequired[str | None]


class AlphaO1VideoAccepted(TypedDict):
    generation_id: str
    status: Literal["pending"]
    price: str
    family: str
    id: str


class AlphaO1VideoRecord(TypedDict):
    generation_id: str
    status: Literal["pending", "processing", "completed", "failed"]
    prompt: str
    video_url: str | None
    model: Literal["alpha_o1_video"]
    message: AlphaO1VideoFailureCode | None
    family: str
    id: str
    media_url: str | None
    failure_code: AlphaO1VideoFailureCode | None


AlphaO3VideoFailureCode = Literal["CONTENT_POLICY_VIOLATION", "IMAGE_INACCESSIBLE", "INVALID_IMAGE", "TIMEOUT", "TASK_FAILED", "MAINTENANCE", "CANCELLED"]


class AlphaO3VideoRequest(TypedDict):
    """Video of 5, 10 or 15 seconds, from text or from up to five images, standard or pro."""

    prompt: str
    images_url: NotRequired[Sequence[Media] | None]
    images_base64: NotRequired[Sequence[Media] | None]
    duration: NotRequired[Literal["5", "10", "15"] | None]
    aspect_ratio: NotRequired[Literal["16:9", "9:16", "1:1"] | None]
    model: NotRequired[Literal["alpha_o3", "alpha_o3_pro"] | None]
    mode: NotRequired[Literal["std", "pro"] | None]
    keep_original_sound: NotRequired[bool | None]
    callback_url: NotRequired[str | None]
    max_price: NotRequired[str | None]


class AlphaO3VideoAccepted(TypedDict):
    generation_id: str
    status: Literal["pending"]
    price: str
    family: str
    id: str


class AlphaO3VideoRecord(TypedDict):
    generation_id: str
    status: Literal["pending", "processing", "completed", "failed"]
    prompt: str
    video_url: str | None
    model: str
    message: AlphaO3VideoFailureCode | None
    family: str
    id: str
    media_url: str | None
    failure_code: AlphaO3VideoFailureCode | None


AlphaO1PhotoFailureCode = Literal["CONTENT_POLICY_VIOLATION", "IMAGE_INACCESSIBLE", "INVALID_IMAGE", "TIMEOUT", "TASK_FAILED", "MAINTENANCE", "CANCELLED"]


class AlphaO1PhotoRequest(TypedDict):
    """A picture, from text and up to five reference images."""

    prompt: str
    images_url: NotRequired[Sequence[Media] | None]
    images_base64: NotRequired[Sequence[Media] | None]
    input_images: NotRequired[Sequence[Media] | None]
    img_resolution: NotRequired[Literal["1k", "2k"] | None]
    aspect_ratio: NotRequired[Literal["9:16", "2:3", "3:4", "1:1", "4:3", "3:2", "16:9", "21:9"] | None]
    callback_url: NotRequired[str | None]
    max_price: NotRequired[str | None]


class AlphaO1PhotoAccepted(TypedDict):
    generation_id: str
    status: Literal["pending"]
    price: str
    family: str
    id: str


class AlphaO1PhotoRecord(TypedDict):
    generation_id: str
    status: Literal["pending", "processing", "completed", "failed"]
    prompt: str
    image_url: str | None
    model: Literal["alpha_o1_photo"]
    message: AlphaO1PhotoFailureCode | None
    family: str
    id: str
    media_url: str | None
    failure_code: AlphaO1PhotoFailureCode | None


AlphaO3PhotoFailureCode = Literal["CONTENT_POLICY_VIOLATION", "IMAGE_INACCESSIBLE", "INVALID_IMAGE", "TIMEOUT", "TASK_FAILED", "MAINTENANCE", "CANCELLED"]


class AlphaO3PhotoRequest(TypedDict):
    """A picture of up to 4k, from text and up to ten reference images."""

    prompt: str
    images_url: NotRequired[Sequence[Media] | None]
    images_base64: NotRequired[Sequence[Media] | None]
    img_resolution: NotRequired[Literal["1k", "2k", "4k"] | None]
    aspect_ratio: NotRequired[Literal["auto", "9:16", "2:3", "3:4", "1:1", "4:3", "3:2", "16:9", "21:9"] | None]
    prefer_multi_shots: NotRequired[bool | None]
    callback_url: NotRequired[str | None]
    max_price: NotRequired[str | None]


class AlphaO3PhotoAccepted(TypedDict):
    generation_id: str
    status: Literal["pending"]
    price: str
    family: str
    id: str


class AlphaO3PhotoRecord(TypedDict):
    generation_id: str
    status: Literal["pending", "processing", "completed", "failed"]
    prompt: str
    image_url: str | None
    model: Literal["alpha_o3_photo"]
    message: AlphaO3PhotoFailureCode | None
    family: str
    id: str
    media_url: str | None
    failure_code: AlphaO3PhotoFailureCode | None


BetaFailureCode = Literal["CONTENT_POLICY_VIOLATION", "IMAGE_INACCESSIBLE", "INVALID_IMAGE", "TIMEOUT", "TASK_FAILED", "MAINTENANCE", "CANCELLED"]


class BetaRequest(TypedDict):
    """Video of 10 or 15 seconds with sound, from text or from an image."""

    prompt: str
    orientation: NotRequired[Literal["9:16", "16:9"] | None]
    duration: NotRequired[Literal[10, 15] | None]
    callback_url: NotRequired[str | None]
    image_base64: NotRequired[Media | None]
    image_url: NotRequired[Media | None]
    max_price: NotRequired[str | None]


class BetaAccepted(TypedDict):
    generation_id: str
    status: Literal["pending"]
    price: str
    family: str
    id: str


class BetaRecord(TypedDict):
    generation_id: str
    status: Literal["pending", "processing", "completed", "failed"]
    prompt: str
    video_url: str | None
    created_at: str
    completed_at: str | None
    progress_pct: int | None
    progress_pos_in_queue: int | None
    error_message: BetaFailureCode | None
    family: str
    id: str
    media_url: str | None
    failure_code: BetaFailureCode | None


GammaFailureCode = Literal["UNSAFE_CONTENT", "TASK_FAILED", "TIMEOUT", "MAINTENANCE", "CANCELLED"]


class GammaRequest(TypedDict):
    """Video of 8 seconds with sound, from text, an image, two frames, or reference images."""

    prompt: str
    model: NotRequired[Literal["gamma-3-fast", "gamma-3-quality"] | None]
    aspect_ratio: NotRequired[Literal["9:16", "16:9"] | None]
    seed: NotRequired[int | None]
    callback_url: NotRequired[str | None]
    watermark_text: NotRequired[str | None]
    bytes_image: NotRequired[Media | None]
    start_frame: NotRequired[Media | None]
    end_frame: NotRequired[Media | None]
    reference_images: NotRequired[Sequence[Media] | None]
    max_price: NotRequired[str | None]


class GammaAccepted(TypedDict):
    generation_id: str
    status: Literal["pending"]
    seed: int
    family: str
    id: str


class GammaRecord(TypedDict):
    generation_id: str
    status: Literal["pending", "processing", "completed", "failed"]
    prompt: str
    video_url: str | None
    created_at: str
    completed_at: str | None
    seed: int
    error: dict[str, Any] | None
    family: str
    id: str
    media_url: str | None
    failure_code: GammaFailureCode | None


DeltaFailureCode = Literal["MODERATION_FAILED", "IMAGE_INACCESSIBLE", "INVALID_IMAGE", "TIMEOUT", "API_ERROR", "CANCELLED"]


class DeltaRequest(TypedDict):
    """A picture, from text and up to four images."""

    prompt: str
    aspect_ratio: NotRequired[Literal["1:1", "4:3", "3:4", "16:9", "9:16", "21:9", "4:5"] | None]
    images: NotRequired[Sequence[Media] | None]
    callback_url: NotRequired[str | None]
    max_price: NotRequired[str | None]


class DeltaAccepted(TypedDict):
    task_uuid: str
    status: Literal["pending"]
    price: str
    family: str
    id: str


class DeltaRecord(TypedDict):
    task_uuid: str
    status: Literal["pending", "processing", "completed", "failed"]
    prompt: str
    result_image_url: str | None
    message: DeltaFailureCode | None
    family: str
    id: str
    media_url: str | None
    failure_code: DeltaFailureCode | None


EpsilonImagesFailureCode = Literal["VENDOR_DECLINED", "IMAGE_INACCESSIBLE", "INVALID_IMAGE", "TIMEOUT", "API_ERROR", "CANCELLED"]


class EpsilonImagesRequest(TypedDict):
    """A picture, from text and up to four images, in a shape that may follow the first."""

    prompt: str
    aspect_ratio: NotRequired[Literal["1:1", "4:3", "3:4", "16:9", "9:16", "21:9", "4:5"] | None]
    images: NotRequired[Sequence[Media] | None]
    callback_url: NotRequired[str | None]
    max_price: NotRequired[str | None]


class EpsilonImagesAccepted(TypedDict):
    task_uuid: str
    status: Literal["pending"]
    price: str
    family: str
    id: str


class EpsilonImagesRecord(TypedDict):
    task_uuid: str
    status: Literal["pending", "processing", "completed", "failed"]
    prompt: str
    result_image_url: str | None
    message: EpsilonImagesFailureCode | None
    family: str
    id: str
    media_url: str | None
    failure_code: EpsilonImagesFailureCode | None
