/**
 * The first choice of encoder: FFmpeg inside an npm package (x264 and AAC). Only ever loaded in a child process. FFmpeg's
 * own calls are used: the package's comfortable ones above them take their time to load and again for every clip.
 */
import {
  AV_CODEC_FLAG_FRAME_DURATION,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Codec, CodecContext, Dictionary, Frame, Log, Rational } from 'node-av/lib';
import type { Picture } from '../picture/picture.ts';
import type { ClipSettings, ClipWriter, Encoder } from './encoder.ts';
import { openSound } from './node-av-clip-sound.ts';
import { check, openMp4, writeReady } from './node-av-mp4.ts';

/** Constant, because x264's bytes depend on it and the same request must give the same file everywhere. */
const THREADS = 2;
/**
 * x264's weighing of blocks by what refers to them differs with the processor. With AVX-512 it also reads memory that
 * nobody has written, unless a row has a multiple of eight blocks (1280 pixels, not 720): equal clips then differed.
 */
const SAME_BYTES = 'cpu-independent=1';
const CRF = { ordinary: 21, faithful: 17 };
/** For the two frames of a faithful clip that must equal their inputs: SSIM 0.97 of grainy photographs at 720p. */
const END_QUANTIZER = 14;
/**
 * At most 8 Mbit/s at 720p with the sound: hatching and grain would take twice that and look no better for it. Smooth
 * pictures never come near, and are not watched: that alone costs x264 time.
 */
const BITS_A_PIXEL_SECOND = 7_400_000 / (1280 * 720);

export function openNodeAv(): Encoder {
  Log.setLevel(AV_LOG_QUIET);
  return {
    name: 'node-av',
    detail: 'H.264 High by x264 and AAC, through FFmpeg in node-av (GPL code, in a process of its own)',
    openClip,
    async *readReference(file) {
      const { readReference } = await import('./node-av-reference.ts');
      yield* readReference(file);
    },
    async lookAtClip(file) {
      const { lookAtClip } = await import('./node-av-source.ts');
      return lookAtClip(file);
    },
    async copyClip(settings) {
      const { copyClip } = await import('./node-av-source.ts');
      return copyClip(settings);
    },
    async *readFrames(file, target) {
      const { readFrames } = await import('./node-av-source.ts');
      yield* readFrames(file, target);
    },
  };
}

async function openClip(settings: ClipSettings): Promise<ClipWriter> {
  const { numerator, denominator } = settings.rate;
  const codec = await openVideoCodec(settings);
  const mp4 = openMp4(settings.file);
  const track = mp4.addEncoded(codec);
  const seconds = (settings.frames * denominator) / numerator;
  const sound = await openSound({ mp4, sound: settings.sound, seconds });
  await mp4.begin();
  const frame = createFrame(settings);
  let index = 0;
  return {
    async add(picture: Picture) {
      const { buffer, byteOffset, length } = picture.bytes;
      // Points at the picture and copies nothing: x264 has its own copy once the frame is sent, and not before.
      check(frame.fromBuffer(Buffer.from(buffer, byteOffset, length)), 'taking a frame');
      frame.pts = BigInt(index);
      frame.duration = 1n;
      const encoded = codec.sendFrame(frame);
      await sound.feedUntil((index * denominator) / numerator);
      check(await encoded, 'encoding a frame');
      writeReady(codec, track);
      index++;
    },
    async finish() {
      await sound.finish();
      check(await codec.sendFrame(null), 'encoding the last frames');
      writeReady(codec, track);
      mp4.close();
      frame.free();
      codec.freeContext();
    },
  };
}

function createFrame({ width, height }: ClipSettings): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.width = width;
  frame.height = height;
  frame.format = AV_PIX_FMT_YUV420P;
  frame.colorRange = AVCOL_RANGE_MPEG;
  frame.colorSpace = AVCOL_SPC_BT709;
  frame.colorPrimaries = AVCOL_PRI_BT709;
  frame.colorTrc = AVCOL_TRC_BT709;
  check(frame.getBuffer(), 'making room for a frame');
  return frame;
}

async function openVideoCodec(settings: ClipSettings): Promise<CodecContext> {
  const { width, height, quality, surface } = settings;
  const { numerator, denominator } = settings.rate;
  const found = Codec.findEncoderByName(FF_ENCODER_LIBX264);
  const codec = new CodecContext();
  codec.allocContext3(found);
  codec.width = width;
  codec.height = height;
  codec.pixelFormat = AV_PIX_FMT_YUV420P;
  codec.timeBase = new Rational(denominator, numerator);
  codec.framerate = new Rational(numerator, denominator);
  codec.colorRange = AVCOL_RANGE_MPEG;
  codec.colorSpace = AVCOL_SPC_BT709;
  codec.colorPrimaries = AVCOL_PRI_BT709;
  codec.colorTrc = AVCOL_TRC_BT709;
  codec.gopSize = Math.max(1, Math.round((numerator / denominator) * 2));
  codec.threadCount = THREADS;
  codec.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_FRAME_DURATION);
  if (quality === 'ordinary' && surface === 'rough') limitRate(codec);
  const parameters = [SAME_BYTES, ...spendOnEnds(settings)].join(':');
  const options = { preset: 'veryfast', crf: CRF[quality], profile: 'high', 'x264-params': parameters };
  // Never with open2Sync: in node-av 6.1.1 it frees the options twice, and the process dies of it later.
  check(await codec.open2(found, Dictionary.fromObject(options)), 'opening x264');
  return codec;
}

function spendOnEnds({ quality, frames }: ClipSettings): string[] {
  if (quality === 'ordinary') return [];
  const zones = [0, frames - 1].map((frame) => `${frame},${frame},q=${END_QUANTIZER}`);
  return [`zones=${zones.join('/')}`];
}

/**
 * A second's worth may come at once. Small pictures keep enough for a key frame. On one thread: with two, x264 guesses the
 * rest of the frame under way from how far the other thread happens to be, and equal clips differ.
 */
function limitRate(codec: CodecContext): void {
  codec.threadCount = 1;
  const bits = Math.max(1_000_000, Math.round(codec.width * codec.height * BITS_A_PIXEL_SECOND));
  codec.rcMaxRate = BigInt(bits);
  codec.rcBufferSize = bits;
}
