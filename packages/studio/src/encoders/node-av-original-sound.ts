/** The sound of another file beside the picture, with node-av: an AAC track is copied, any other made AAC. */
import { Decoder, type Demuxer } from 'node-av/api';
import { AV_CHANNEL_LAYOUT_STEREO, AV_CODEC_ID_AAC, AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import { refuseFaults } from '../media/invalid-media.ts';
import { SAMPLE_RATE, type StereoSamples } from './encoder.ts';
import { openVideoFile } from './node-av-files.ts';
import { encodeSamples, feedFrom, SILENCE, type SoundFeed, type SoundTarget } from './node-av-sound.ts';

interface Original {
  input: Demuxer;
  stream: Stream;
}

export async function openOriginalSound(target: SoundTarget, file: string): Promise<SoundFeed> {
  const input = await openVideoFile(file);
  const stream = input.audio();
  if (stream === undefined) {
    await input.close();
    return SILENCE;
  }
  if (stream.codecpar.codecId === AV_CODEC_ID_AAC) return copyPackets(target, { input, stream });
  return encodeSamples(target, refuseFaults(decodeSamples({ input, stream })));
}

function copyPackets({ mp4, seconds }: SoundTarget, { input, stream }: Original): SoundFeed {
  const track = mp4.addCopied(stream);
  const tick = stream.timeBase.num / stream.timeBase.den;
  async function* copy() {
    for await (const packet of refuseFaults(input.packets(stream.index))) {
      if (packet === null) return;
      const end = Number(packet.pts + packet.duration) * tick;
      if (end <= seconds + 0.001) track.write(packet);
      packet.free();
      yield end;
    }
  }
  return feedFrom(copy(), () => input.close());
}

async function* decodeSamples({ input, stream }: Original): AsyncGenerator<StereoSamples> {
  const decoder = await Decoder.create(stream, {
    resample: { sampleRate: SAMPLE_RATE, sampleFormat: AV_SAMPLE_FMT_FLTP, channelLayout: AV_CHANNEL_LAYOUT_STEREO },
  });
  for await (const frame of decoder.frames(input.packets(stream.index))) {
    if (frame === null) break;
    const [left, right] = (frame.data ?? []).map((plane) => {
      const bytes = Uint8Array.prototype.slice.call(plane, 0, frame.nbSamples * 4);
      return new Float32Array(bytes.buffer);
    });
    frame.free();
    if (left !== undefined) yield { left, right: right ?? left };
  }
  decoder.close();
  await input.close();
}
