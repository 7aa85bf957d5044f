/** The body that would ask for the same again: the fields used, and the media in the fields they came in. */
import type { Family } from '@afterimage/contract';
import { FileMark } from '../playground/code.ts';

export interface SentRequest {
  fields: Readonly<Record<string, unknown>>;
  inputs: readonly { field: string; kind: 'image' | 'video'; url: string | null }[];
}

/** `images_url[1]` is the second item of the list `images_url`. */
const listItem = /^(?<list>.+)\[(?<index>\d+)\]$/;

export function requestBodyOf({ fields, inputs }: SentRequest, family: Family): Record<string, unknown> {
  const body: Record<string, unknown> = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
  for (const { field, kind, url } of inputs) {
    const { list, index } = listItem.exec(field)?.groups ?? {};
    const takesUrl = family.mediaFields.get(list ?? field)?.takes !== 'data-uri';
    // What was uploaded is not in the record: whoever copies the code has the file.
    const source = takesUrl && url !== null ? url : fileOf(kind);
    if (list === undefined || index === undefined) body[field] = source;
    else body[list] = Object.assign((body[list] as unknown[] | undefined) ?? [], { [index]: source });
  }
  return body;
}

const fileOf = (kind: 'image' | 'video'): FileMark =>
  kind === 'image' ? new FileMark('image.png', 'image/png') : new FileMark('video.mp4', 'video/mp4');
