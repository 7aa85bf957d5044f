/** Media in a request: whatever form they are given in, they are sent in the form and under the field that the family takes. */

import type { CallingMedium } from '@afterimage/contract';
import { readFileAt } from '#files';
import { mediaTypeOf } from './media-type.ts';

/** A URL, the path of a file, a data URI, or the bytes. */
export type Media = string | URL | Blob | Uint8Array | ArrayBuffer;

/** What was given for a field is no medium that can be sent; nothing was sent. */
export class MediaError extends TypeError {
  override readonly name = 'MediaError';
}

type Body = Readonly<Record<string, unknown>>;

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text);

/**
 * The same body with every medium as text. Throws a `MediaError` when a file is not there or is no image or video, before
 * anything is sent.
 */
export async function sendable(body: Body, media: Readonly<Record<string, CallingMedium>>): Promise<Body> {
  const sent: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(body)) {
    const medium = media[field];
    if (medium === undefined || value === null || value === undefined) sent[field] = value;
    else await putIn(sent, { field, value, medium });
  }
  return sent;
}

async function putIn(sent: Record<string, unknown>, given: { field: string; value: unknown; medium: CallingMedium }) {
  const { field, value, medium } = given;
  if (!Array.isArray(value)) {
    const text = await textOf(field, value);
    sent[fieldFor(text, field, medium)] = text;
    return;
  }
  const texts = await Promise.all(value.map((item, at) => textOf(`${field}[${at}]`, item)));
  const fields = [...new Set(texts.map((text) => fieldFor(text, field, medium)))];
  if (fields.length > 1) throw new MediaError(`${field}: send URLs or files, not both at once.`);
  sent[fields[0] ?? field] = texts;
}

/** `image_url` with a file goes as `image_base64`, and the other way round. */
function fieldFor(text: unknown, field: string, { takes, twin }: CallingMedium): string {
  if (twin === undefined || typeof text !== 'string') return field;
  const form = isUrl(text) ? 'url' : text.startsWith('data:') ? 'file' : takes;
  return form === takes ? field : twin;
}

async function textOf(field: string, value: unknown): Promise<unknown> {
  if (value instanceof URL && value.protocol !== 'file:') return value.href;
  if (typeof value === 'string') {
    if (isUrl(value) || value.startsWith('data:')) return value;
    const bytes = await readAt(field, value);
    return bytes === null ? unread(field, value) : dataUri(field, bytes, value);
  }
  if (value instanceof URL) {
    const bytes = await readAt(field, value);
    if (bytes === null) throw new MediaError(`${field}: there is no file ${value.href}.`);
    return dataUri(field, bytes, value.href);
  }
  if (value instanceof Blob) return dataUri(field, new Uint8Array(await value.arrayBuffer()), 'the Blob', value.type);
  if (value instanceof ArrayBuffer) return dataUri(field, new Uint8Array(value), 'what was given');
  return value instanceof Uint8Array ? dataUri(field, value, 'what was given') : value;
}

const readAt = (field: string, path: string | URL): Promise<Uint8Array | null> =>
  readFileAt(path).catch((fault: { code?: string }) => {
    throw new MediaError(`${field}: ${path} ${fault.code === 'EISDIR' ? 'is a folder' : 'cannot be read'}.`);
  });

/** Plain base64, which some fields take, is long and has no dots; a name that leads nowhere is a mistake. */
function unread(field: string, text: string): string {
  if (text.length > 100 && /^[A-Za-z0-9+/]+=*$/.test(text)) return text;
  throw new MediaError(`${field}: there is no file ${text}; a URL begins with http:// or https://.`);
}

function dataUri(field: string, bytes: Uint8Array, name: string, declared = ''): string {
  const type = mediaTypeOf(bytes) ?? declared;
  if (type === '') throw new MediaError(`${field}: ${name} is no JPEG, PNG, WEBP, MP4, MOV or WEBM.`);
  return `data:${type};base64,${base64(bytes)}`;
}

/** In pieces, each a multiple of three bytes: one call with all of them would overflow the stack. */
function base64(bytes: Uint8Array): string {
  const piece = 0x6000;
  let text = '';
  for (let at = 0; at < bytes.length; at += piece) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + piece)));
  }
  return text;
}
