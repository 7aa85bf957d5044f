/** Sound beside the picture with mediabunny: drawn samples become AAC, an original track is copied where MP4 can hold it. */
import type { EncodedAudioPacketSource, InputAudioTrack, Output } from 'mediabunny';
import { VIDEO_BYTES_MAX } from '../media/invalid-media.ts';
import { identifyVideo } from '../media/signature.ts';
import { AAC_FRAME_SAMPLES, type ClipSound, SAMPLE_RATE, type StereoSamples, wholeSoundFrames } from './encoder.ts';
import type { Mediabunny } from './mediabunny.ts';

/** Without a decoder nothing can be re-encoded; these play from an MP4 as they are. */
const COPYABLE = new Set(['aac', 'opus', 'mp3', 'flac']);

interface SoundTarget {
  output: Output;
  seconds: number;
}

/** Adds the track before the output starts; the function returned writes it. */
export async function openSound(
  bunny: Mediabunny,
  clip: SoundTarget & { sound: ClipSound },
): Promise<() => Promise<void>> {
  const { sound } = clip;
  if (sound.kind === 'none') return async () => {};
  if (sound.kind === 'samples') return encodeSamples(bunny, clip, sound.samples);
  await identifyVideo(sound.file, VIDEO_BYTES_MAX);
  const source = new bunny.FilePathSource(sound.file);
  const input = new bunny.Input({ formats: [bunny.MP4, bunny.QTFF, bunny.MATROSKA, bunny.WEBM], source });
  const track = await input.getPrimaryAudioTrack();
  const codec = track?.codec;
  if (!track || !codec || !COPYABLE.has(codec)) return async () => {};
  const copy = new bunny.EncodedAudioPacketSource(codec);
  clip.output.addAudioTrack(copy);
  return () => copyPackets(bunny, { track, copy, seconds: clip.seconds });
}

async function copyPackets(
  bunny: Mediabunny,
  from: { track: InputAudioTrack; copy: EncodedAudioPacketSource; seconds: number },
): Promise<void> {
  const decoderConfig = (await from.track.getDecoderConfig())!;
  let first = true;
  for await (const packet of new bunny.EncodedPacketSink(from.track).packets()) {
    if (packet.timestamp + packet.duration > from.seconds + 0.001) break;
    if (packet.timestamp < 0) continue;
    await from.copy.add(packet, first ? { decoderConfig } : undefined);
    first = false;
  }
  from.copy.close();
}

async function encodeSamples(
  bunny: Mediabunny,
  clip: SoundTarget,
  samples: StereoSamples,
): Promise<() => Promise<void>> {
  const { registerAacEncoder } = await import('@mediabunny/aac-encoder');
  registerAacEncoder();
  const source = new bunny.AudioSampleSource({ codec: 'aac', bitrate: 160_000 });
  clip.output.addAudioTrack(source);
  return async () => {
    // The encoder holds one frame back at its start, so one less keeps the track within the picture.
    const frames = Math.max(1, wholeSoundFrames(clip.seconds) - 1);
    const planar = new Float32Array(frames * AAC_FRAME_SAMPLES * 2);
    planar.set(samples.left.subarray(0, frames * AAC_FRAME_SAMPLES), 0);
    planar.set(samples.right.subarray(0, frames * AAC_FRAME_SAMPLES), frames * AAC_FRAME_SAMPLES);
    const sample = new bunny.AudioSample({
      data: planar,
      format: 'f32-planar',
      numberOfChannels: 2,
      sampleRate: SAMPLE_RATE,
      timestamp: 0,
    });
    await source.add(sample);
    sample.close();
    source.close();
  };
}
