/** Derived from the contract by `npm run derive`: what each family takes and answers. */
import type { Media } from './media.ts';

/** Video from text, from an image, or with the motion of a reference video: `POST /v1/alpha/generate`. */
export interface AlphaRequest {
  /** What the video shows. */
  prompt: string;
  /** What it should not show. Used by the alpha_3, 2.1 and 1.6 models. */
  negative_prompt?: string | null;
  /** The model. "alpha_2.5_turbo" when left out; with `version` the model that it picks, with reference media alpha_3_motion. */
  model?: 'alpha_3' | 'alpha_3_pro' | 'alpha_3_motion' | 'alpha_3_motion_pro' | 'alpha_2.6_motion' | 'alpha_2.6_motion_pro' | 'alpha_2.6' | 'alpha_2.5_turbo' | 'alpha_2.5_turbo_pro' | 'alpha_2.1' | 'alpha_2.1_pro' | 'alpha_2.1_master' | 'alpha_1.6' | 'alpha_1.6_pro' | null;
  /** Picks the model where `model` is not sent; must agree with it where it is. */
  version?: '1.6' | '2.1' | '2.1-master' | '2.5' | '2.6' | '3' | '3.0' | null;
  /** `pro` picks the pro variant of the model. */
  mode?: 'std' | 'pro' | null;
  /** Seconds. alpha_3 and alpha_3_pro: an integer from 3 to 15. Other models: "5" or "10". Motion: not used. "5" when left out; for alpha_3 and alpha_3_pro 5. */
  duration?: '5' | '10' | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | null;
  /** Text-to-video only: an input image or a reference video decides otherwise. "16:9" when left out. */
  aspect_ratio?: '16:9' | '9:16' | '1:1' | null;
  /** 0 is most creative, 1 follows the prompt strictly. alpha_3 and 1.6. 0.5 when left out. */
  cfg_scale?: number | null;
  /** Random when left out. */
  seed?: number | null;
  /** HTTPS address that gets one POST when the generation completes or fails. */
  callback_url?: string | null;
  /** JPEG, PNG or WEBP, at most 10 MB: a URL, a path, a Blob or bytes. */
  image_base64?: Media | null;
  /** JPEG, PNG or WEBP, at most 10 MB: a URL, a path, a Blob or bytes. */
  image_url?: Media | null;
  /** MP4, MOV or WEBM, at most 100 MB: a URL, a path, a Blob or bytes. */
  reference_video_base64?: Media | null;
  /** MP4, MOV or WEBM, at most 100 MB: a URL, a path, a Blob or bytes. */
  reference_video_url?: Media | null;
  /** JPEG, PNG or WEBP, at most 10 MB: a URL, a path, a Blob or bytes. */
  reference_image_base64?: Media | null;
  /** JPEG, PNG or WEBP, at most 10 MB: a URL, a path, a Blob or bytes. */
  reference_image_url?: Media | null;
  /** The most that this may cost, in USD. A dearer one is refused, and nothing is charged. */
  max_price?: string | null;
}

export interface AlphaAccepted {
  readonly generation_id: string;
  readonly status: 'pending';
  readonly price: string;
}

export interface AlphaRecord {
  readonly generation_id: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  readonly prompt: string;
  readonly video_url: string | null;
  readonly model: 'alpha_3' | 'alpha_3_pro' | 'alpha_3_motion' | 'alpha_3_motion_pro' | 'alpha_2.6_motion' | 'alpha_2.6_motion_pro' | 'alpha_2.6' | 'alpha_2.5_turbo' | 'alpha_2.5_turbo_pro' | 'alpha_2.1' | 'alpha_2.1_pro' | 'alpha_2.1_master' | 'alpha_1.6' | 'alpha_1.6_pro';
  readonly message: string | null;
}

/** Video with sound, from text or from up to five images: `POST /v1/alpha/o1-video/generate`. */
export interface AlphaO1VideoRequest {
  /** What the video shows. */
  prompt: string;
  /** Seconds. Required in text-to-video. "5" when left out; in text-to-video it has to be sent. */
  duration?: '5' | '10' | null;
  /** "16:9" when left out. */
  aspect_ratio?: '16:9' | '9:16' | '1:1' | null;
  /** JPEG, PNG or WEBP, at most 10 MB: a URL, a path, a Blob or bytes. */
  images_urls?: readonly Media[] | null;
  /** JPEG, PNG or WEBP, at most 10 MB: a URL, a path, a Blob or bytes. */
  images_base64?: readonly Media[] | null;
  /** HTTPS address that gets one POST when the generation completes or fails. */
  callback_url?: string | null;
  /** The most that this may cost, in USD. A dearer one is refused, and nothing is charged. */
  max_price?: string | null;
}

export interface AlphaO1VideoAccepted {
  readonly generation_id: string;
  readonly status: 'pending';
  readonly price: string;
}

export interface AlphaO1VideoRecord {
  readonly generation_id: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  readonly prompt: string;
  readonly video_url: string | null;
  readonly model: 'alpha_o1_video';
  readonly message: string | null;
}

/** Video of 5, 10 or 15 seconds, from text or from up to five images, standard or pro: `POST /v1/alpha/o3-video/generate`. */
export interface AlphaO3VideoRequest {
  /** What the video shows. */
  prompt: string;
  /** JPEG, PNG or WEBP, at most 10 MB: a URL, a path, a Blob or bytes. */
  images_url?: readonly Media[] | null;
  /** JPEG, PNG or WEBP, at most 10 MB: a URL, a path, a Blob or bytes. */
  images_base64?: readonly Media[] | null;
  /** Seconds. "5" when left out. */
  duration?: '5' | '10' | '15' | null;
  /** "16:9" when left out. */
  aspect_ratio?: '16:9' | '9:16' | '1:1' | null;
  /** Standard is 720p, pro is 1080p. "alpha_o3" when left out. */
  model?: 'alpha_o3' | 'alpha_o3_pro' | null;
  /** `pro` is the same as model alpha_o3_pro. */
  mode?: 'std' | 'pro' | null;
  /** false: the video is silent. true when left out. */
  keep_original_sound?: boolean | null;
  /** HTTPS address that gets one POST when the generation completes or fails. */
  callback_url?: string | null;
  /** The most that this may cost, in USD. A dearer one is refused, and nothing is charged. */
  max_price?: string | null;
}

export interface AlphaO3VideoAccepted {
  readonly generation_id: string;
  readonly status: 'pending';
  readonly price: string;
}

export interface AlphaO3VideoRecord {
  readonly generation_id: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  readonly prompt: string;
  readonly video_url: string | null;
  readonly model: string;
  readonly message: string | null;
}

/** A picture, from text and up to five reference images: `POST /v1/alpha/o1-photo/generate`. */
export interface AlphaO1PhotoRequest {
  /** What the picture shows. */
  prompt: string;
  /** JPEG, PNG or WEBP, at most 10 MB: a URL, a path, a Blob or bytes. */
  images_url?: readonly Media[] | null;
  /** JPEG, PNG or WEBP, at most 10 MB: a URL, a path, a Blob or bytes. */
  images_base64?: readonly Media[] | null;
  /** JPEG, PNG or WEBP, at most 10 MB: a URL, a path, a Blob or bytes. */
  input_images?: readonly Media[] | null;
  /** Long edge: 1024 or 2048 pixels. "2k" when left out. */
  img_resolution?: '1k' | '2k' | null;
  /** "1:1" when left out. */
  aspect_ratio?: '9:16' | '2:3' | '3:4' | '1:1' | '4:3' | '3:2' | '16:9' | '21:9' | null;
  /** HTTPS address that gets one POST when the generation completes or fails. */
  callback_url?: string | null;
  /** The most that this may cost, in USD. A dearer one is refused, and nothing is charged. */
  max_price?: string | null;
}

export interface AlphaO1PhotoAccepted {
  readonly generation_id: string;
  readonly status: 'pending';
  readonly price: string;
}

export interface AlphaO1PhotoRecord {
  readonly generation_id: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  readonly prompt: string;
  readonly image_url: string | null;
  readonly model: 'alpha_o1_photo';
  readonly message: string | null;
}

/** A picture of up to 4k, from text and up to ten reference images: `POST /v1/alpha/o3-photo/generate`. */
export interface AlphaO3PhotoRequest {
  /** What the picture shows. */
  prompt: string;
  /** JPEG, PNG or WEBP, at most 10 MB: a URL, a path, a Blob or bytes. */
  images_url?: readonly Media[] | null;
  /** JPEG, PNG or WEBP, at most 10 MB: a URL, a path, a Blob or bytes. */
  images_base64?: readonly Media[] | null;
  /** Long edge: 1024, 2048 or 4096 pixels. "2k" when left out. */
  img_resolution?: '1k' | '2k' | '4k' | null;
  /** `auto` takes the listed ratio nearest to the first reference image, else 1:1. "auto" when left out. */
  aspect_ratio?: 'auto' | '9:16' | '2:3' | '3:4' | '1:1' | '4:3' | '3:2' | '16:9' | '21:9' | null;
  /** One picture that holds several shots of the subject. false when left out. */
  prefer_multi_shots?: boolean | null;
  /** HTTPS address that gets one POST when the generation completes or fails. */
  callback_url?: string | null;
  /** The most that this may cost, in USD. A dearer one is refused, and nothing is charged. */
  max_price?: string | null;
}

export interface AlphaO3PhotoAccepted {
  readonly generation_id: string;
  readonly status: 'pending';
  readonly price: string;
}

export interface AlphaO3PhotoRecord {
  readonly generation_id: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  readonly prompt: string;
  readonly image_url: string | null;
  readonly model: 'alpha_o3_photo';
  readonly message: string | null;
}

/** Video of 10 or 15 seconds with sound, from text or from an image: `POST /v1/beta/generate`. */
export interface BetaRequest {
  /** What the video shows. */
  prompt: string;
  /** "9:16" when left out. */
  orientation?: '9:16' | '16:9' | null;
  /** Seconds. 10 when left out. */
  duration?: 10 | 15 | null;
  /** HTTPS address that gets one POST when the generation completes or fails. */
  callback_url?: string | null;
  /** JPEG, PNG or WEBP, at most 10 MB: a URL, a path, a Blob or bytes. */
  image_base64?: Media | null;
  /** JPEG, PNG or WEBP, at most 10 MB: a URL, a path, a Blob or bytes. */
  image_url?: Media | null;
  /** The most that this may cost, in USD. A dearer one is refused, and nothing is charged. */
  max_price?: string | null;
}

export interface BetaAccepted {
  readonly generation_id: string;
  readonly status: 'pending';
  readonly price: string;
}

export interface BetaRecord {
  readonly generation_id: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  readonly prompt: string;
  readonly video_url: string | null;
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly progress_pct: number | null;
  readonly progress_pos_in_queue: number | null;
  readonly error_message: string | null;
}

/** Video of 8 seconds with sound, from text, an image, two frames, or reference images: `POST /v1/gamma/generate`. */
export interface GammaRequest {
  /** What the video shows. */
  prompt: string;
  /** Fast is 720p, quality is 1080p. "gamma-3-fast" when left out. */
  model?: 'gamma-3-fast' | 'gamma-3-quality' | null;
  /** "16:9" when left out. */
  aspect_ratio?: '9:16' | '16:9' | null;
  /** Random when left out; the answer says which was used. */
  seed?: number | null;
  /** HTTPS address that gets one POST when the generation completes or fails. */
  callback_url?: string | null;
  /** Written onto the video. */
  watermark_text?: string | null;
  /** JPEG, PNG or WEBP, at most 20 MB: a URL, a path, a Blob or bytes. */
  bytes_image?: Media | null;
  /** JPEG, PNG or WEBP, at most 20 MB: a URL, a path, a Blob or bytes. */
  start_frame?: Media | null;
  /** JPEG, PNG or WEBP, at most 20 MB: a URL, a path, a Blob or bytes. */
  end_frame?: Media | null;
  /** JPEG, PNG or WEBP, at most 20 MB: a URL, a path, a Blob or bytes. */
  reference_images?: readonly Media[] | null;
  /** The most that this may cost, in USD. A dearer one is refused, and nothing is charged. */
  max_price?: string | null;
}

export interface GammaAccepted {
  readonly generation_id: string;
  readonly status: 'pending';
  readonly seed: number;
}

export interface GammaRecord {
  readonly generation_id: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  readonly prompt: string;
  readonly video_url: string | null;
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly seed: number;
  readonly error: { readonly message: string; readonly details: { readonly reason?: string } } | null;
}

/** A picture, from text and up to four images: `POST /v1/delta/generate`. */
export interface DeltaRequest {
  /** What the picture shows. */
  prompt: string;
  /** "1:1" when left out. */
  aspect_ratio?: '1:1' | '4:3' | '3:4' | '16:9' | '9:16' | '21:9' | '4:5' | null;
  /** JPEG, PNG or WEBP, at most 10 MB: a URL, a path, a Blob or bytes. */
  images?: readonly Media[] | null;
  /** HTTPS address that gets one POST when the generation completes or fails. */
  callback_url?: string | null;
  /** The most that this may cost, in USD. A dearer one is refused, and nothing is charged. */
  max_price?: string | null;
}

export interface DeltaAccepted {
  readonly task_uuid: string;
  readonly status: 'pending';
  readonly price: string;
}

export interface DeltaRecord {
  readonly task_uuid: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  readonly prompt: string;
  readonly result_image_url: string | null;
  readonly message: string | null;
}

/** A picture, from text and up to four images, in a shape that may follow the first: `POST /v1/epsilon-images/generate`. */
export interface EpsilonImagesRequest {
  /** What the picture shows. */
  prompt: string;
  /** Left out: the listed ratio nearest to the first image, else 1:1. */
  aspect_ratio?: '1:1' | '4:3' | '3:4' | '16:9' | '9:16' | '21:9' | '4:5' | null;
  /** JPEG, PNG or WEBP, at most 10 MB: a URL, a path, a Blob or bytes. */
  images?: readonly Media[] | null;
  /** HTTPS address that gets one POST when the generation completes or fails. */
  callback_url?: string | null;
  /** The most that this may cost, in USD. A dearer one is refused, and nothing is charged. */
  max_price?: string | null;
}

export interface EpsilonImagesAccepted {
  readonly task_uuid: string;
  readonly status: 'pending';
  readonly price: string;
}

export interface EpsilonImagesRecord {
  readonly task_uuid: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed';
  readonly prompt: string;
  readonly result_image_url: string | null;
  readonly message: string | null;
}

/** Every family by its slug. */
export interface Families {
  alpha: { request: AlphaRequest; accepted: AlphaAccepted; record: AlphaRecord; failureCode: 'CONTENT_POLICY_VIOLATION' | 'IMAGE_INACCESSIBLE' | 'INVALID_IMAGE' | 'TIMEOUT' | 'TASK_FAILED' | 'MAINTENANCE' | 'CANCELLED' };
  'alpha-o1-video': { request: AlphaO1VideoRequest; accepted: AlphaO1VideoAccepted; record: AlphaO1VideoRecord; failureCode: 'CONTENT_POLICY_VIOLATION' | 'IMAGE_INACCESSIBLE' | 'INVALID_IMAGE' | 'TIMEOUT' | 'TASK_FAILED' | 'MAINTENANCE' | 'CANCELLED' };
  'alpha-o3-video': { request: AlphaO3VideoRequest; accepted: AlphaO3VideoAccepted; record: AlphaO3VideoRecord; failureCode: 'CONTENT_POLICY_VIOLATION' | 'IMAGE_INACCESSIBLE' | 'INVALID_IMAGE' | 'TIMEOUT' | 'TASK_FAILED' | 'MAINTENANCE' | 'CANCELLED' };
  'alpha-o1-photo': { request: AlphaO1PhotoRequest; accepted: AlphaO1PhotoAccepted; record: AlphaO1PhotoRecord; failureCode: 'CONTENT_POLICY_VIOLATION' | 'IMAGE_INACCESSIBLE' | 'INVALID_IMAGE' | 'TIMEOUT' | 'TASK_FAILED' | 'MAINTENANCE' | 'CANCELLED' };
  'alpha-o3-photo': { request: AlphaO3PhotoRequest; accepted: AlphaO3PhotoAccepted; record: AlphaO3PhotoRecord; failureCode: 'CONTENT_POLICY_VIOLATION' | 'IMAGE_INACCESSIBLE' | 'INVALID_IMAGE' | 'TIMEOUT' | 'TASK_FAILED' | 'MAINTENANCE' | 'CANCELLED' };
  beta: { request: BetaRequest; accepted: BetaAccepted; record: BetaRecord; failureCode: 'CONTENT_POLICY_VIOLATION' | 'IMAGE_INACCESSIBLE' | 'INVALID_IMAGE' | 'TIMEOUT' | 'TASK_FAILED' | 'MAINTENANCE' | 'CANCELLED' };
  gamma: { request: GammaRequest; accepted: GammaAccepted; record: GammaRecord; failureCode: 'UNSAFE_CONTENT' | 'TASK_FAILED' | 'TIMEOUT' | 'MAINTENANCE' | 'CANCELLED' };
  delta: { request: DeltaRequest; accepted: DeltaAccepted; record: DeltaRecord; failureCode: 'MODERATION_FAILED' | 'IMAGE_INACCESSIBLE' | 'INVALID_IMAGE' | 'TIMEOUT' | 'API_ERROR' | 'CANCELLED' };
  'epsilon-images': { request: EpsilonImagesRequest; accepted: EpsilonImagesAccepted; record: EpsilonImagesRecord; failureCode: 'VENDOR_DECLINED' | 'IMAGE_INACCESSIBLE' | 'INVALID_IMAGE' | 'TIMEOUT' | 'API_ERROR' | 'CANCELLED' };
}
