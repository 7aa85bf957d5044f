/** Clips that others made, without a decoder: what they are, and their packets moved into an MP4 of ours. */
import { writeFile } from 'node:fs/promises';
import type { Input, InputVideoTrack } from 'mediabunny';
import { asInvalidMedia, InvalidMedia, VIDEO_BYTES_MAX } from '../media/invalid-media.ts';
import { identifyVideo } from '../media/signature.ts';
import { type CopySettings, type SourceClip, toFrameRate } from './encoder.ts';
import type { Mediabunny } from './mediabunny.ts';
import { clearTimes } from './mp4-times.ts';
import { openSound } from './wasm-sound.ts';

interface Opened {
  input: Input;
  track: InputVideoTrack;
}

async function open(bunny: Mediabunny, file: string): Promise<Opened> {
  await identifyVideo(file, VIDEO_BYTES_MAX);
  const source = new bunny.FilePathSource(file);
  const input = new bunny.Input({ formats: [bunny.MP4, bunny.QTFF, bunny.MATROSKA, bunny.WEBM], source });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new InvalidMedia('The video has no picture.');
  return { input, track };
}

export async function lookAtClip(bunny: Mediabunny, file: string): Promise<SourceClip> {
  try {
    const { input, track } = await open(bunny, file);
    const { averagePacketRate } = await track.computePacketStats();
    const isPlain = track.codec === 'avc' && track.rotation === 0 && track.codedWidth === track.displayWidth;
    const clip: SourceClip = {
      width: track.displayWidth,
      height: track.displayHeight,
      rate: toFrameRate(averagePacketRate),
      seconds: await track.computeDuration(),
      copyable: isPlain ? 'yes' : 'no',
    };
    input.dispose();
    return clip;
  } catch (error) {
    throw asInvalidMedia('video', error);
  }
}

export async function copyClip(bunny: Mediabunny, { from, file, seconds, sound }: CopySettings): Promise<void> {
  const { input, track } = await open(bunny, from);
  const target = new bunny.BufferTarget();
  const output = new bunny.Output({ format: new bunny.Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const video = new bunny.EncodedVideoPacketSource('avc');
  output.addVideoTrack(video);
  const addSound = await openSound(bunny, { output, sound, seconds });
  await output.start();
  const decoderConfig = await track.getDecoderConfig();
  if (!decoderConfig) throw new InvalidMedia('The video does not say how to decode it.');
  const copyPictures = async () => {
    let meta: { decoderConfig: VideoDecoderConfig } | undefined = { decoderConfig };
    for await (const packet of new bunny.EncodedPacketSink(track).packets()) {
      await video.add(packet, meta);
      meta = undefined;
    }
    video.close();
  };
  await Promise.all([copyPictures(), addSound()]);
  await output.finalize();
  input.dispose();
  await writeFile(file, clearTimes(new Uint8Array(target.buffer!)));
}
