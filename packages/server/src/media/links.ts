/** Signed links to media: whoever holds one may read one object until it expires, and can change nothing about it. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { linkStableHours } from '@afterimage/contract';

export interface LinkSubject {
  secret: Buffer;
  objectId: string;
  fileName: string;
}

const hourMilliseconds = 3_600_000;
const fileNameCharactersMax = 48;

export function signLink(link: LinkSubject & { publicUrl: string; expiresAt: Date }): string {
  const expires = Math.floor(link.expiresAt.getTime() / 1_000);
  const signature = signatureOf(link, String(expires)).toString('base64url');
  const path = `/media/${link.objectId}/${encodeURIComponent(link.fileName)}`;
  return `${link.publicUrl.replace(/\/+$/, '')}${path}?expires=${expires}&signature=${signature}`;
}

/** Links to what callers sent, for engines that fetch it; null where the world cannot reach the service. */
export function createLinks(given: { reachableUrl: string | null; secret: Buffer; now(): Date }) {
  return (object: { id: string; fileName: string }, seconds: number): string | null => {
    const { reachableUrl: publicUrl, secret, now } = given;
    if (publicUrl === null) return null;
    const expiresAt = new Date(now().getTime() + seconds * 1_000);
    return signLink({ publicUrl, secret, objectId: object.id, fileName: object.fileName, expiresAt });
  };
}

/** A signature is judged before the time: an old link that was tampered with is forged, not expired. */
export function checkLink(
  link: LinkSubject & { expires: string; signature: string; now: Date },
): 'good' | 'expired' | 'forged' {
  if (!/^\d{1,12}$/.test(link.expires)) return 'forged';
  const given = Buffer.from(link.signature, 'base64url');
  const expected = signatureOf(link, link.expires);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
  // Base64 decoders drop what they do not know; one link must have one spelling.
  if (given.toString('base64url') !== link.signature) return 'forged';
  return link.now.getTime() < Number(link.expires) * 1_000 ? 'good' : 'expired';
}

/**
 * The same within a clock hour, so that a record polled twice shows the same link; never less than `linkHours` away.
 * Links that live less than an hour keep the proportion of a day's: an hour more would be a life several times as long.
 */
export function linkExpiry(now: Date, linkHours: number): Date {
  const step = linkHours >= 1 ? linkStableHours * hourMilliseconds : (linkHours * hourMilliseconds) / 24;
  const nextStep = (Math.floor(now.getTime() / step) + 1) * step;
  return new Date(nextStep + linkHours * hourMilliseconds);
}

/** Each part is preceded by its length: no two links share a text to sign. */
function signatureOf({ secret, objectId, fileName }: LinkSubject, expires: string): Buffer {
  const text = [objectId, fileName, expires].map((part) => `${Buffer.byteLength(part)}:${part}`).join('');
  return createHmac('sha256', secret).update(text).digest();
}

const extensions: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/** What a download is called: the prompt's first words, and the end of the id, which unlike its beginning is random. */
export function fileNameFor(output: { family: string; prompt: string; id: string; type: string }): string {
  const words = asciiWords(output.prompt) || asciiWords(output.family);
  const extension = extensions[output.type] ?? 'bin';
  return `${words}-${output.id.replaceAll('-', '').slice(-8)}.${extension}`;
}

function asciiWords(text: string): string {
  const words = text
    .slice(0, 500)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  let kept = '';
  for (const word of words) {
    const longer = kept === '' ? word.slice(0, fileNameCharactersMax) : `${kept}-${word}`;
    if (longer.length > fileNameCharactersMax) break;
    kept = longer;
  }
  return kept;
}
