/** Reads a video's header and sample tables without decoding. Spins on some damaged files: only for threads that can be ended. */
import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputVideoTrack,
  Logging,
  LogLevel,
  MP4,
  QTFF,
  WEBM,
} from 'mediabunny';
import type { HeaderResult } from './orders.ts';

// It would remark on strangers' files in the service's own output.
Logging.level = LogLevel.Silent;

const codecsTaken: readonly string[] = ['avc', 'hevc', 'vp8', 'vp9', 'av1', 'prores', 'mp4v', 'mjpeg'];
/** What this reader does not know, by the name that it has in files. Behind `mp4v` are several: the decoder tells which. */
const otherNames: Readonly<Record<string, string>> = { mp4v: 'mp4v', jpeg: 'mjpeg', mjpa: 'mjpeg' };

export async function readHeader(file: string): Promise<HeaderResult> {
  const source = new FilePathSource(file, { handleUnhandledError: () => {} });
  using input = new Input({ formats: [MP4, QTFF, WEBM], source });
  try {
    const video = await input.getPrimaryVideoTrack();
    if (!video) return { seen: 'no_video' };
    const codec = (await video.getCodec()) ?? otherNames[String(await video.getInternalCodecId())] ?? '';
    if (!codecsTaken.includes(codec)) return { seen: 'codec_not_taken' };
    const times = await readTimes(video);
    if (!times) return { seen: 'unreadable' };
    return {
      seen: 'header',
      codec,
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      ...times,
      hasSound: (await input.getPrimaryAudioTrack()) !== null,
    };
  } catch {
    return { seen: 'unreadable' };
  }
}

/** From the samples themselves: the durations that headers state are whatever their writer liked. */
async function readTimes(
  video: InputVideoTrack,
): Promise<{ frames: number; spanSeconds: number; seconds: number } | null> {
  let frames = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  const packets = new EncodedPacketSink(video).packets(undefined, undefined, { metadataOnly: true });
  for await (const { timestamp, duration } of packets) {
    frames += 1;
    first = Math.min(first, timestamp);
    last = Math.max(last, timestamp);
    end = Math.max(end, timestamp + duration);
  }
  return frames === 0 ? null : { frames, spanSeconds: last - first, seconds: end - first };
}
