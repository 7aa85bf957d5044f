/** A reference video without a decoder: its frames are counted and timed, so that rate, count and length still hold. */
import { InvalidMedia, refuseFaults, VIDEO_BYTES_MAX, VIDEO_FRAMES_MAX } from '../media/invalid-media.ts';
import { identifyVideo } from '../media/signature.ts';
import type { ReferenceFrame } from './encoder.ts';
import type { Mediabunny } from './mediabunny.ts';

export function readReference(bunny: Mediabunny, file: string): AsyncGenerator<ReferenceFrame> {
  return refuseFaults(readTimes(bunny, file));
}

async function* readTimes(bunny: Mediabunny, file: string): AsyncGenerator<ReferenceFrame> {
  await identifyVideo(file, VIDEO_BYTES_MAX);
  const source = new bunny.FilePathSource(file);
  const input = new bunny.Input({ formats: [bunny.MP4, bunny.QTFF, bunny.MATROSKA, bunny.WEBM], source });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new InvalidMedia('The video has no picture.');
  const times: number[] = [];
  // Packets are read whole, not only their headers: a file that was cut off fails here.
  for await (const packet of new bunny.EncodedPacketSink(track).packets()) {
    if (times.push(packet.timestamp) > VIDEO_FRAMES_MAX) {
      throw new InvalidMedia(`The video has more than ${VIDEO_FRAMES_MAX} frames.`);
    }
  }
  if (times.length < 2) throw new InvalidMedia(`The video breaks off after ${times.length} frames.`);
  // Packets come in the order of decoding, frames are shown in the order of time.
  for (const seconds of times.sort((a, b) => a - b)) yield { seconds, grey: null };
}
