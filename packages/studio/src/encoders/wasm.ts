/** The encoder that works wherever WebAssembly does, without GPL code: minih264 (Baseline), FFmpeg's AAC, mediabunny. */
import { writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { H264MP4Encoder } from 'h264-mp4-encoder';
import type { EncodedVideoPacketSource, Input, Output } from 'mediabunny';
import type { Picture } from '../picture/picture.ts';
import type { ClipSettings, ClipWriter, Encoder } from './encoder.ts';
import type { Mediabunny } from './mediabunny.ts';
import { clearTimes } from './mp4-times.ts';
import { readReference } from './wasm-reference.ts';
import { openSound } from './wasm-sound.ts';
import { copyClip, lookAtClip } from './wasm-source.ts';

/**
 * At 26 minih264 gives about the bytes of x264 at crf 20, a little softer. At 16 the ends of a faithful clip keep an
 * SSIM of 0.97 with grainy photographs; the quantizer cannot change within a clip, so all of it pays for its ends.
 */
const QUANTIZER = { ordinary: 26, faithful: 16 };
const SPEED = 5;
const BT709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;

export async function openWasm(): Promise<Encoder> {
  // mediabunny can spin for ever on a damaged file, and then no message is heard any more.
  new Worker(new URL('../child/orphan-guard.ts', import.meta.url), { workerData: process.ppid }).unref();
  const [bunny, { default: minih264 }] = await Promise.all([import('mediabunny'), import('h264-mp4-encoder')]);
  return {
    name: 'wasm',
    detail: 'H.264 Baseline by minih264 and AAC, in WebAssembly (no GPL code); reference videos are timed, not watched',
    openClip: async (settings) => openClip(bunny, await minih264.createH264MP4Encoder(), settings),
    readReference: (file) => readReference(bunny, file),
    lookAtClip: (file) => lookAtClip(bunny, file),
    copyClip: (settings) => copyClip(bunny, settings),
    readFrames: null,
  };
}

async function openClip(bunny: Mediabunny, encoder: H264MP4Encoder, settings: ClipSettings): Promise<ClipWriter> {
  const framesPerSecond = settings.rate.numerator / settings.rate.denominator;
  encoder.width = settings.width;
  encoder.height = settings.height;
  encoder.frameRate = framesPerSecond;
  encoder.quantizationParameter = QUANTIZER[settings.quality];
  encoder.speed = SPEED;
  encoder.groupOfPictures = Math.max(1, Math.round(framesPerSecond * 2));
  encoder.initialize();
  return {
    async add(picture: Picture) {
      encoder.addFrameYuv(picture.bytes);
      // The encoder never waits for anything: without this a stop or a dead parent would go unnoticed.
      await setImmediate();
    },
    async finish() {
      encoder.finalize();
      const bare = encoder.FS.readFile(encoder.outputFilename);
      encoder.delete();
      await writeFile(settings.file, await addSound(bunny, bare, settings));
    },
  };
}

/** minih264 writes an MP4 of its own, without sound, colour or key frame marks: the packets move into a better one. */
async function addSound(bunny: Mediabunny, bare: Uint8Array, settings: ClipSettings): Promise<Uint8Array> {
  const input = new bunny.Input({ formats: [bunny.MP4], source: new bunny.BufferSource(bare) });
  const target = new bunny.BufferTarget();
  const output: Output = new bunny.Output({ format: new bunny.Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const video = new bunny.EncodedVideoPacketSource('avc');
  output.addVideoTrack(video, { frameRate: settings.rate.numerator / settings.rate.denominator });
  const seconds = (settings.frames * settings.rate.denominator) / settings.rate.numerator;
  const sound = await openSound(bunny, { output, sound: settings.sound, seconds });
  await output.start();
  await Promise.all([copyVideo(bunny, { input, video, settings }), sound()]);
  await output.finalize();
  return clearTimes(new Uint8Array(target.buffer!));
}

async function copyVideo(
  bunny: Mediabunny,
  copy: { input: Input; video: EncodedVideoPacketSource; settings: ClipSettings },
): Promise<void> {
  const track = await copy.input.getPrimaryVideoTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config) throw new Error('minih264 left no video');
  const { numerator, denominator } = copy.settings.rate;
  let index = 0;
  for await (const packet of new bunny.EncodedPacketSink(track).packets()) {
    const timed = packet.clone({
      timestamp: (index * denominator) / numerator,
      duration: denominator / numerator,
      type: isKeyFrame(packet.data) ? 'key' : 'delta',
    });
    const meta = index === 0 ? { decoderConfig: { ...config, colorSpace: BT709 } } : undefined;
    await copy.video.add(timed, meta);
    index++;
  }
  copy.video.close();
}

const NAL_IDR = 5;

/** Walks the length-prefixed units of one frame. */
function isKeyFrame(data: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = 0; at + 4 < data.length; at += 4 + view.getUint32(at)) {
    if ((data[at + 4]! & 31) === NAL_IDR) return true;
  }
  return false;
}
