/** The first choice of encoder: FFmpeg inside an npm package (x264 and AAC). Only ever loaded in a child process. */
import type { Encoder as AvEncoder } from 'node-av';
import type { Picture } from '../picture/picture.ts';
import type { ClipSettings, ClipWriter, Encoder } from './encoder.ts';
import { type NodeAv, writePackets } from './node-av-files.ts';
import { readReference } from './node-av-reference.ts';
import { openSound } from './node-av-sound.ts';

/** Constant, because x264's bytes depend on it and the same request must give the same file everywhere. */
const THREADS = 2;
const CRF = { ordinary: 21, faithful: 17 };
/** For the two frames of a faithful clip that must equal their inputs: SSIM 0.97 of grainy photographs at 720p. */
const END_QUANTIZER = 14;
/** At most 8 Mbit/s at 720p with the sound: hatching and grain would take twice that and look no better for it. */
const BITS_A_PIXEL_SECOND = 7_400_000 / (1280 * 720);

export async function loadNodeAv(): Promise<Encoder> {
  const av = await import('node-av');
  av.Log.setLevel(av.AV_LOG_QUIET);
  return {
    name: 'node-av',
    detail: 'H.264 High by x264 and AAC, through FFmpeg in node-av (GPL code, in a process of its own)',
    openClip: (settings) => openClip(av, settings),
    readReference: (file) => readReference(av, file),
  };
}

async function openClip(av: NodeAv, settings: ClipSettings): Promise<ClipWriter> {
  const { numerator, denominator } = settings.rate;
  const timeBase = { num: denominator, den: numerator };
  const encoder = await openVideoEncoder(av, settings);
  const muxer = await av.Muxer.open(settings.file, {
    format: 'mp4',
    options: { movflags: '+faststart', fflags: '+bitexact' },
  });
  const stream = muxer.addStream(encoder);
  const seconds = (settings.frames * denominator) / numerator;
  const sound = await openSound(av, { muxer, sound: settings.sound, seconds });
  let index = 0;
  return {
    async add(picture: Picture) {
      const { width, height, bytes } = picture;
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
      const frame = av.Frame.fromVideoBuffer(buffer, {
        width,
        height,
        format: av.AV_PIX_FMT_YUV420P,
        pts: BigInt(index),
        timeBase,
      });
      frame.colorRange = av.AVCOL_RANGE_MPEG;
      frame.colorSpace = av.AVCOL_SPC_BT709;
      frame.colorPrimaries = av.AVCOL_PRI_BT709;
      frame.colorTrc = av.AVCOL_TRC_BT709;
      frame.duration = 1n;
      const [packets] = await Promise.all([
        encoder.encodeAll(frame),
        sound.feedUntil((index * denominator) / numerator),
      ]);
      await writePackets(muxer, packets, stream);
      frame.free();
      index++;
    },
    async finish() {
      await sound.finish();
      await writePackets(muxer, await encoder.encodeAll(null), stream);
      await muxer.close();
      encoder.close();
    },
  };
}

function openVideoEncoder(av: NodeAv, settings: ClipSettings): Promise<AvEncoder> {
  const { numerator, denominator } = settings.rate;
  return av.Encoder.create(av.FF_ENCODER_LIBX264, {
    gopSize: Math.max(1, Math.round((numerator / denominator) * 2)),
    threadCount: THREADS,
    ...(settings.quality === 'ordinary' ? limitRate(settings) : {}),
    context: {
      timeBase: new av.Rational(denominator, numerator),
      framerate: new av.Rational(numerator, denominator),
      colorRange: av.AVCOL_RANGE_MPEG,
      colorSpace: av.AVCOL_SPC_BT709,
      colorPrimaries: av.AVCOL_PRI_BT709,
      colorTrc: av.AVCOL_TRC_BT709,
    },
    options: { preset: 'veryfast', crf: CRF[settings.quality], profile: 'high', ...spendOnEnds(settings) },
  });
}

function spendOnEnds({ quality, frames }: ClipSettings): { 'x264-params'?: string } {
  if (quality === 'ordinary') return {};
  const zones = [0, frames - 1].map((frame) => `${frame},${frame},q=${END_QUANTIZER}`);
  return { 'x264-params': `zones=${zones.join('/')}` };
}

/** A second's worth may come at once. Small pictures keep enough for a key frame. */
function limitRate({ width, height }: ClipSettings): { maxRate: number; bufSize: number } {
  const bits = Math.max(1_000_000, Math.round(width * height * BITS_A_PIXEL_SECOND));
  return { maxRate: bits, bufSize: bits };
}
