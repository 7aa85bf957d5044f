/** Sound beside the picture with node-av: samples made AAC, wherever they come from. */
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
} from 'node-av/constants';
import { Codec, CodecContext, Dictionary, Frame, Rational } from 'node-av/lib';
import { AAC_FRAME_SAMPLES, SAMPLE_RATE, type StereoSamples, wholeSoundFrames } from './encoder.ts';
import { check, type Mp4, writeReady } from './node-av-mp4.ts';

/** Hands over sound a little ahead of the picture, so that the file is interleaved and memory stays flat. */
export interface SoundFeed {
  feedUntil(seconds: number): Promise<void>;
  finish(): Promise<void>;
}

export interface SoundTarget {
  mp4: Mp4;
  /** The length of the picture; sound ends there at the latest. */
  seconds: number;
}

export const SILENCE: SoundFeed = { feedUntil: async () => {}, finish: async () => {} };

/** Turns a source of chunks, told by where each ends, into a feed that stops at the first beyond the moment asked for. */
export function feedFrom(chunks: AsyncGenerator<number>, end: () => Promise<void>): SoundFeed {
  let reached = 0;
  const feedUntil = async (seconds: number) => {
    while (reached <= seconds) {
      const next = await chunks.next();
      reached = next.done ? Number.POSITIVE_INFINITY : next.value;
    }
  };
  return {
    feedUntil,
    async finish() {
      await feedUntil(Number.MAX_VALUE);
      await end();
    },
  };
}

/** On this thread: to hand each of the 47 blocks a second to another took longer than to encode it here. */
export async function encodeSamples(
  { mp4, seconds }: SoundTarget,
  source: AsyncGenerator<StereoSamples>,
): Promise<SoundFeed> {
  const codec = await openSoundCodec();
  const track = mp4.addEncoded(codec);
  const frame = createFrame();
  async function* encode() {
    let index = 0;
    for await (const block of aacBlocks(source, wholeSoundFrames(seconds))) {
      check(frame.makeWritable(), 'taking sound');
      check(frame.fromBuffer(block), 'copying sound');
      frame.pts = BigInt(index * AAC_FRAME_SAMPLES);
      check(codec.sendFrameSync(frame), 'encoding sound');
      writeReady(codec, track);
      yield (++index * AAC_FRAME_SAMPLES) / SAMPLE_RATE;
    }
    check(codec.sendFrameSync(null), 'encoding the last sound');
    writeReady(codec, track);
  }
  return feedFrom(encode(), async () => {
    frame.free();
    codec.freeContext();
  });
}

async function openSoundCodec(): Promise<CodecContext> {
  const found = Codec.findEncoderByName(FF_ENCODER_AAC);
  const codec = new CodecContext();
  codec.allocContext3(found);
  codec.bitRate = 160_000n;
  codec.sampleFormat = AV_SAMPLE_FMT_FLTP;
  codec.sampleRate = SAMPLE_RATE;
  codec.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  codec.timeBase = new Rational(1, SAMPLE_RATE);
  codec.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  // The search for the best quantizers, FFmpeg's default, takes several times as long.
  check(await codec.open2(found, Dictionary.fromObject({ aac_coder: 'fast' })), 'opening the sound codec');
  return codec;
}

function createFrame(): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.nbSamples = AAC_FRAME_SAMPLES;
  frame.format = AV_SAMPLE_FMT_FLTP;
  frame.sampleRate = SAMPLE_RATE;
  frame.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  check(frame.getBuffer(), 'making room for sound');
  return frame;
}

/** Exactly `count` planar blocks of one AAC frame each: cut when the source is longer, silent when it is shorter. */
async function* aacBlocks(source: AsyncGenerator<StereoSamples>, count: number): AsyncGenerator<Buffer> {
  let block = new Float32Array(AAC_FRAME_SAMPLES * 2);
  let filled = 0;
  let made = 0;
  for await (const { left, right } of source) {
    for (let at = 0; at < left.length && made < count; ) {
      const taken = Math.min(AAC_FRAME_SAMPLES - filled, left.length - at);
      block.set(left.subarray(at, at + taken), filled);
      block.set(right.subarray(at, at + taken), AAC_FRAME_SAMPLES + filled);
      filled += taken;
      at += taken;
      if (filled < AAC_FRAME_SAMPLES) break;
      yield Buffer.from(block.buffer);
      made++;
      filled = 0;
      block = new Float32Array(AAC_FRAME_SAMPLES * 2);
    }
    if (made >= count) return;
  }
  for (; made < count; made++) {
    yield Buffer.from(block.buffer);
    block = new Float32Array(AAC_FRAME_SAMPLES * 2);
  }
}
