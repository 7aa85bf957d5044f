/** What the video families bring: each one's clip, its record and its webhook, really drawn, which takes a minute of a core; and the largest picture. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { makeSampleVideos } from '../media/support/sample-videos.ts';
import { isFaststart, lookAtClip, lookAtPicture } from '../support/inspect-media.ts';
import { dataUri, picture } from '../support/outside-world.ts';
import { completes, type FamilyBench, openFamily } from './support/harness.ts';

type Completed = Awaited<ReturnType<typeof completes>>;

async function makes(completed: Completed, expected: Record<string, unknown>) {
  const { media } = completed;
  assert.equal(media.headers['content-type'], 'video/mp4');
  const { width, height, frames, framesPerSecond, codec, sound } = await lookAtClip(media.bytes);
  assert.deepEqual({ width, height, frames, framesPerSecond, sound }, { framesPerSecond: 24, ...expected });
  // H.264 High; Baseline from the fallback encoder.
  assert.match(String(codec), /^avc1\.(64|42)/);
  assert.ok(isFaststart(media.bytes));
}

/** The record of the alpha families, which their webhook sends without the prompt. */
function endsAsAlpha({ id, url, record, payload, prompt }: Completed, model: string) {
  const end = { generation_id: id, status: 'completed', video_url: url, model, message: null };
  assert.deepEqual(record, { ...end, prompt });
  assert.deepEqual(payload, end);
}

async function openClips(t: TestContext, slug: string): Promise<{ bench: FamilyBench; png: Buffer; link: string }> {
  const bench = await openFamily(t, slug);
  const png = await picture({ width: 120, height: 80 });
  return { bench, png, link: bench.outside.put('/a.png', png) };
}

test('alpha: an image decides the shape of a silent pro clip of 1080 lines', async (t) => {
  const { bench, link } = await openClips(t, 'alpha');
  const completed = await completes(bench, { model: 'alpha_3_pro', duration: 3, image_url: link });
  endsAsAlpha(completed, 'alpha_3_pro');
  await makes(completed, { width: 1620, height: 1080, frames: 72, sound: null });
});

test('alpha: a reference video decides shape, frames and sound', async (t) => {
  const { bench, link } = await openClips(t, 'alpha');
  const videos = await makeSampleVideos('plain.mov');
  t.after(videos.remove);
  const reference = dataUri('video/quicktime', await readFile(videos.path('plain.mov')));
  const completed = await completes(bench, { reference_image_url: link, reference_video_base64: reference });
  endsAsAlpha(completed, 'alpha_3_motion');
  await makes(completed, { width: 1080, height: 720, frames: 96, sound: 'aac' });
});

test('alpha o1-video: 1080 lines for 5 seconds, and sound', async (t) => {
  const { bench, link } = await openClips(t, 'alpha-o1-video');
  const completed = await completes(bench, { images_urls: [link] });
  endsAsAlpha(completed, 'alpha_o1_video');
  await makes(completed, { width: 1920, height: 1080, frames: 120, sound: 'aac' });
});

test('alpha o3-video: 720 lines for 5 seconds, silent with keep_original_sound false', async (t) => {
  const { bench } = await openClips(t, 'alpha-o3-video');
  const completed = await completes(bench, { aspect_ratio: '1:1', keep_original_sound: false });
  endsAsAlpha(completed, 'alpha-o3-video-5s');
  await makes(completed, { width: 720, height: 720, frames: 120, sound: null });
});

test('beta: 720 wide for 10 seconds, with sound', async (t) => {
  const { bench } = await openClips(t, 'beta');
  const completed = await completes(bench, {});
  const { id, url, record, payload, prompt } = completed;
  const { created_at, completed_at } = record;
  assert.deepEqual(record, {
    generation_id: id,
    status: 'completed',
    prompt,
    video_url: url,
    created_at,
    completed_at,
    progress_pct: null,
    progress_pos_in_queue: null,
    error_message: null,
  });
  assert.deepEqual(payload, record);
  assert.ok(String(completed_at) > String(created_at));
  await makes(completed, { width: 720, height: 1280, frames: 240, sound: 'aac' });
});

test('gamma: 720 lines for 8 seconds, with sound', async (t) => {
  const { bench, png } = await openClips(t, 'gamma');
  const completed = await completes(bench, { seed: 7, bytes_image: dataUri('image/png', png) });
  const { id, url, record, payload, prompt } = completed;
  const { created_at, completed_at } = record;
  assert.deepEqual(record, {
    generation_id: id,
    status: 'completed',
    prompt,
    video_url: url,
    created_at,
    completed_at,
    seed: 7,
    error: null,
  });
  assert.deepEqual(payload, record);
  await makes(completed, { width: 1280, height: 720, frames: 192, sound: 'aac' });
});

test('alpha o3-photo: a JPEG of 4k in one ratio, with several shots', async (t) => {
  const { bench } = await openClips(t, 'alpha-o3-photo');
  const body = { img_resolution: '4k', aspect_ratio: '16:9', prefer_multi_shots: true };
  const { id, prompt, record, payload, url, media } = await completes(bench, body);
  const end = { generation_id: id, status: 'completed', image_url: url, model: 'alpha_o3_photo', message: null };
  assert.deepEqual(record, { ...end, prompt });
  assert.deepEqual(payload, end);
  assert.deepEqual(await lookAtPicture(media.bytes), { format: 'jpeg', width: 4096, height: 2304 });
});
