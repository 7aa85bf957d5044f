/** Looks into media that was downloaded: what it is, how large, how long, with or without sound. */
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import sharp from 'sharp';

export interface ClipFacts {
  width: number;
  height: number;
  seconds: number;
  frames: number;
  framesPerSecond: number;
  /** As RFC 6381 writes it: `avc1.64…` is H.264 High. */
  codec: string | null;
  sound: string | null;
}

export async function lookAtClip(bytes: Buffer): Promise<ClipFacts> {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const video = (await input.getPrimaryVideoTrack())!;
  const sound = await input.getPrimaryAudioTrack();
  const { packetCount, averagePacketRate } = await video.computePacketStats();
  return {
    width: video.displayWidth,
    height: video.displayHeight,
    seconds: Math.round((await video.computeDuration()) * 1000) / 1000,
    frames: packetCount,
    framesPerSecond: Math.round(averagePacketRate * 1000) / 1000,
    codec: await video.getCodecParameterString(),
    sound: sound?.codec ?? null,
  };
}

/** Players can begin before the whole file is there: the index stands before the pictures. */
export function isFaststart(bytes: Buffer): boolean {
  const moov = bytes.indexOf('moov');
  return moov > 0 && moov < bytes.indexOf('mdat');
}

export async function lookAtPicture(bytes: Buffer): Promise<{ format: string; width: number; height: number }> {
  const { format, width, height } = await sharp(bytes).metadata();
  // Decodes every pixel: a broken file would throw here.
  await sharp(bytes).stats();
  return { format: String(format), width, height };
}
