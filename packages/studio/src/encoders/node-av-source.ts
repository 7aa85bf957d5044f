/** Clips that others made, with node-av: what they are, their frames at any size and rate, their packets as they are. */
import { Decoder, FilterAPI } from 'node-av/api';
import { AV_CODEC_ID_H264, AV_PIX_FMT_YUV420P } from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import { asInvalidMedia, InvalidMedia, refuseFaults, VIDEO_PIXELS_MAX } from '../media/invalid-media.ts';
import { type CopySettings, type FrameTarget, type SourceClip, toFrameRate } from './encoder.ts';
import { openSound } from './node-av-clip-sound.ts';
import { openVideoFile } from './node-av-files.ts';
import { openMp4 } from './node-av-mp4.ts';
import { quarterTurns } from './node-av-reference.ts';

export async function lookAtClip(file: string): Promise<SourceClip> {
  try {
    const input = await openVideoFile(file);
    try {
      return describe(videoOf(input.video()), input.duration);
    } finally {
      await input.close();
    }
  } catch (error) {
    throw asInvalidMedia('video', error);
  }
}

function videoOf(stream: Stream | undefined): Stream {
  if (stream === undefined) throw new InvalidMedia('The video has no picture.');
  const { width, height } = stream.codecpar;
  if (width <= 0 || height <= 0 || width * height > VIDEO_PIXELS_MAX) {
    throw new InvalidMedia(`The video is ${width} by ${height}; at most ${VIDEO_PIXELS_MAX} pixels are read.`);
  }
  return stream;
}

function describe(stream: Stream, containerSeconds: number): SourceClip {
  const { codecpar, avgFrameRate, timeBase, duration } = stream;
  const stretch = stretchOf(stream);
  const turns = quarterTurns(stream);
  const shown = { width: Math.round(codecpar.width * stretch), height: codecpar.height };
  const trackSeconds = (Number(duration) * timeBase.num) / timeBase.den;
  const isPlain = codecpar.codecId === AV_CODEC_ID_H264 && codecpar.format === AV_PIX_FMT_YUV420P;
  return {
    ...(turns % 2 === 0 ? shown : { width: shown.height, height: shown.width }),
    rate: toFrameRate(avgFrameRate.num / avgFrameRate.den || 24),
    // Live WEBM and fragments have no length of their own for a track.
    seconds: trackSeconds > 0 ? trackSeconds : containerSeconds,
    copyable: isPlain && turns === 0 && stretch === 1 ? 'yes' : 'no',
  };
}

/** How much wider a pixel is shown than it is high. */
function stretchOf({ sampleAspectRatio: own, codecpar }: Stream): number {
  const { num, den } = own.num > 0 ? own : codecpar.sampleAspectRatio;
  return num > 0 && den > 0 ? num / den : 1;
}

const TURNS = ['', 'transpose=clock,', 'hflip,vflip,', 'transpose=cclock,'];

export function readFrames(file: string, target: FrameTarget): AsyncGenerator<Uint8Array> {
  return refuseFaults(decodeFrames(file, target));
}

async function* decodeFrames(file: string, { width, height, rate }: FrameTarget): AsyncGenerator<Uint8Array> {
  const input = await openVideoFile(file);
  const stream = videoOf(input.video());
  const decoder = await Decoder.create(stream, { threadCount: 2 });
  const filter = FilterAPI.create(
    [
      `${TURNS[quarterTurns(stream)]}fps=${rate.numerator}/${rate.denominator}`,
      ...(stretchOf(stream) === 1 ? [] : ['scale=iw*sar:ih']),
      `scale=${width}:${height}:force_original_aspect_ratio=increase:flags=bicubic:out_color_matrix=bt709:out_range=tv`,
      `crop=${width}:${height}`,
      'format=yuv420p',
    ].join(','),
  );
  try {
    for await (const frame of filter.frames(decoder.frames(input.packets(stream.index)))) {
      if (frame === null) break;
      const bytes = new Uint8Array(frame.toBuffer().subarray(0, (width * height * 3) / 2));
      frame.free();
      yield bytes;
    }
  } finally {
    filter.close();
    decoder.close();
    await input.close();
  }
}

export async function copyClip({ from, file, seconds, sound }: CopySettings): Promise<void> {
  const input = await openVideoFile(from);
  const stream = videoOf(input.video());
  const mp4 = openMp4(file);
  const track = mp4.addCopied(stream);
  const feed = await openSound({ mp4, sound, seconds });
  await mp4.begin();
  const tick = stream.timeBase.num / stream.timeBase.den;
  for await (const packet of refuseFaults(input.packets(stream.index))) {
    if (packet === null) break;
    const at = Number(packet.dts) * tick;
    track.write(packet);
    packet.free();
    await feed.feedUntil(at);
  }
  await feed.finish();
  mp4.close();
  await input.close();
}
