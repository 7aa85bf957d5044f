/** Sound beside the picture with node-av: drawn samples, a copied AAC track, or any other track made AAC. */
import type { Demuxer, Muxer, Stream } from 'node-av';
import { refuseFaults } from '../media/invalid-media.ts';
import { AAC_FRAME_SAMPLES, type ClipSound, SAMPLE_RATE, type StereoSamples, wholeSoundFrames } from './encoder.ts';
import { type NodeAv, openVideoFile, writePackets } from './node-av-files.ts';

/** Hands over sound a little ahead of the picture, so that the file is interleaved and memory stays flat. */
export interface SoundFeed {
  feedUntil(seconds: number): Promise<void>;
  finish(): Promise<void>;
}

interface SoundTarget {
  muxer: Muxer;
  /** The length of the picture; sound ends there at the latest. */
  seconds: number;
}

const SILENCE: SoundFeed = { feedUntil: async () => {}, finish: async () => {} };

export async function openSound(av: NodeAv, clip: SoundTarget & { sound: ClipSound }): Promise<SoundFeed> {
  const { sound } = clip;
  if (sound.kind === 'none') return SILENCE;
  if (sound.kind === 'samples') return encodeSamples(av, clip, readArrays(sound.samples));
  const input = await openVideoFile(av, sound.file);
  const stream = input.audio();
  if (stream === undefined) {
    await input.close();
    return SILENCE;
  }
  if (stream.codecpar.codecId === av.AV_CODEC_ID_AAC) return copyPackets(clip, { input, stream });
  return encodeSamples(av, clip, refuseFaults(decodeSamples(av, { input, stream })));
}

/** Turns a source of chunks into a feed that stops at the first chunk beyond the moment asked for. */
function feedFrom(chunks: AsyncGenerator<number>, end: () => Promise<void>): SoundFeed {
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

function copyPackets(clip: SoundTarget, from: { input: Demuxer; stream: Stream }): SoundFeed {
  const target = clip.muxer.addStream(from.stream);
  const tick = from.stream.timeBase.num / from.stream.timeBase.den;
  async function* copy() {
    for await (const packet of refuseFaults(from.input.packets(from.stream.index))) {
      if (packet === null) return;
      const end = Number(packet.pts + packet.duration) * tick;
      if (end <= clip.seconds + 0.001) await writePackets(clip.muxer, [packet], target);
      else packet.free();
      yield end;
    }
  }
  return feedFrom(copy(), () => from.input.close());
}

async function* readArrays(samples: StereoSamples): AsyncGenerator<StereoSamples> {
  yield samples;
}

async function* decodeSamples(av: NodeAv, from: { input: Demuxer; stream: Stream }): AsyncGenerator<StereoSamples> {
  const decoder = await av.Decoder.create(from.stream, {
    resample: {
      sampleRate: SAMPLE_RATE,
      sampleFormat: av.AV_SAMPLE_FMT_FLTP,
      channelLayout: av.AV_CHANNEL_LAYOUT_STEREO,
    },
  });
  for await (const frame of decoder.frames(from.input.packets(from.stream.index))) {
    if (frame === null) break;
    const [left, right] = (frame.data ?? []).map((plane) => {
      const bytes = Uint8Array.prototype.slice.call(plane, 0, frame.nbSamples * 4);
      return new Float32Array(bytes.buffer);
    });
    frame.free();
    if (left !== undefined) yield { left, right: right ?? left };
  }
  decoder.close();
  await from.input.close();
}

async function encodeSamples(av: NodeAv, clip: SoundTarget, source: AsyncGenerator<StereoSamples>): Promise<SoundFeed> {
  const encoder = await av.Encoder.create(av.FF_ENCODER_AAC, {
    bitrate: '160k',
    // The search for the best quantizers, FFmpeg's default, takes three times as long: 0.33 s of CPU for five seconds.
    options: { aac_coder: 'fast' },
    context: { timeBase: new av.Rational(1, SAMPLE_RATE) },
  });
  const target = clip.muxer.addStream(encoder);
  async function* encode() {
    let index = 0;
    for await (const block of aacBlocks(source, wholeSoundFrames(clip.seconds))) {
      const frame = av.Frame.fromAudioBuffer(block, {
        nbSamples: AAC_FRAME_SAMPLES,
        format: av.AV_SAMPLE_FMT_FLTP,
        sampleRate: SAMPLE_RATE,
        channelLayout: av.AV_CHANNEL_LAYOUT_STEREO,
        pts: BigInt(index * AAC_FRAME_SAMPLES),
        timeBase: { num: 1, den: SAMPLE_RATE },
      });
      await writePackets(clip.muxer, await encoder.encodeAll(frame), target);
      frame.free();
      yield (++index * AAC_FRAME_SAMPLES) / SAMPLE_RATE;
    }
    await writePackets(clip.muxer, await encoder.encodeAll(null), target);
  }
  return feedFrom(encode(), async () => encoder.close());
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
