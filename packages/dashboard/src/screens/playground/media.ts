/** Files that a person chose, dropped or pasted: looked at in the browser, so that most faults are heard before sending. */
import { type Fault, imagePixelsMax, type MediaFacts, mediaTypes, megabyteBytes, Upload } from '@afterimage/contract';
import type { MediaControl } from './form-model.ts';

export interface LinkMedium {
  from: 'link';
  url: string;
}

export interface FileMedium {
  from: 'file';
  name: string;
  /** What the contract checks in place of the decoded base64. */
  upload: Upload;
  /** Undefined when this browser cannot open it; the service will look for itself. */
  facts: MediaFacts | undefined;
  dataUri: string;
  /** A `blob:` address for the picture beside the media control. */
  preview: string;
}

export type Medium = LinkMedium | FileMedium;

export type Taking = { ok: true; medium: FileMedium } | { ok: false; message: string };

/** What the file chooser offers. */
export const acceptedTypes = ({ media }: MediaControl): string => mediaTypes[media].types.join(',');

/** Reads a file for a media control; one that is too large or of another kind is refused before a byte of it is read. */
export async function takeFile(file: File, control: MediaControl): Promise<Taking> {
  const { names } = mediaTypes[control.media];
  if (file.size === 0) return { ok: false, message: `${file.name} is empty.` };
  if (file.size > control.bytesMax) {
    return { ok: false, message: `${file.name} is larger than ${control.bytesMax / megabyteBytes} MB.` };
  }
  const type = sniffType(new Uint8Array(await file.slice(0, 64).arrayBuffer()));
  if (type === null || !type.startsWith(`${control.media}/`)) {
    return { ok: false, message: `${file.name} is not ${names}.` };
  }
  const typed = new Blob([file], { type });
  const preview = URL.createObjectURL(typed);
  const facts = await (control.media === 'image' ? imageFacts(typed) : videoFacts(preview));
  const upload = new Upload({ declaredType: type, sniffedType: type, bytes: file.size, file: file.name });
  return {
    ok: true,
    medium: { from: 'file', name: file.name, upload, facts, dataUri: await dataUriOf(typed), preview },
  };
}

/** The signature bytes decide, not the name: the service goes by them, too, and refuses a type that only claims to be. */
export function sniffType(firstBytes: Uint8Array): string | null {
  const text = String.fromCharCode(...firstBytes);
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp';
  if (text.startsWith('\x1aE\xdf\xa3')) return 'video/webm';
  if (text.startsWith('ftypqt', 4) || text.startsWith('moov', 4)) return 'video/quicktime';
  // The image brands of the same box (heic, avif) are none of ours.
  return text.startsWith('ftyp', 4) && !/^(hei|hev|mif|msf|avi)/.test(text.slice(8)) ? 'video/mp4' : null;
}

/** What the service refuses after decoding, and no field's own check can know. */
export function pixelFaults(media: readonly { field: string; facts: MediaFacts | undefined }[]): Fault[] {
  return media.flatMap(({ field, facts }) => {
    if (facts === undefined || facts.width * facts.height <= imagePixelsMax) return [];
    const message = `${field} must have at most ${imagePixelsMax / 1_000_000} million pixels (${facts.width}x${facts.height} sent)`;
    return [{ field, message, type: 'media_pixels' }];
  });
}

/** Sound is cut into blocks, the last of which may go on after the last picture; Opus has the longest in use. */
const soundOverhangMilliseconds = 120;

/** A browser tells how long a file is, the service goes by its pictures alone, which may end a little sooner. */
export function atLeast(facts: MediaFacts): MediaFacts {
  if (facts.milliseconds === undefined) return facts;
  return { ...facts, milliseconds: Math.max(1, facts.milliseconds - soundOverhangMilliseconds) };
}

async function imageFacts(image: Blob): Promise<MediaFacts | undefined> {
  try {
    const bitmap = await createImageBitmap(image);
    const facts = { width: bitmap.width, height: bitmap.height };
    bitmap.close();
    return facts;
  } catch {
    return undefined;
  }
}

function videoFacts(address: string): Promise<MediaFacts | undefined> {
  return new Promise((resolve) => {
    const video = document.createElement('video');
    video.preload = 'metadata';
    video.onloadedmetadata = () => {
      const { videoWidth: width, videoHeight: height, duration } = video;
      // A recording that was cut off, or streamed, does not say how long it is.
      resolve(Number.isFinite(duration) ? { width, height, milliseconds: Math.round(duration * 1000) } : undefined);
    };
    video.onerror = () => resolve(undefined);
    video.src = address;
  });
}

function dataUriOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Whether the clipboard's file may be one of ours: what is pasted from a page may carry anything. */
export const isMediaFile = ({ type }: File): boolean => /^(image|video)\//.test(type);
