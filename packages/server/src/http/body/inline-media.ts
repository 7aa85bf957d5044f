/** Which texts of a body are media, and their decoding when the body was small enough to be parsed whole. */
import type { MediaFieldRule, Upload } from '@afterimage/contract';
import type { BodySpool } from './spool-file.ts';
import { UploadDecoder } from './upload-decoder.ts';

/** No family's list takes more than ten. What stands behind these is kept as empty texts, for the family to count. */
export const listItemsKeptMax = 32;

/** `text` may be only the beginning of a text, from eight characters on. */
export function isMediaText(rule: MediaFieldRule, text: string): boolean {
  if (rule.takes === 'url') return false;
  return rule.takes === 'data-uri' || !/^https?:\/\//i.test(text);
}

/** Puts uploads in the place of media texts in a parsed body; their files may still be on their way to the disk. */
export function takeInlineMedia(
  value: unknown,
  to: { mediaFields: ReadonlyMap<string, MediaFieldRule>; spool: BodySpool },
): Upload[] {
  if (typeof value !== 'object' || value === null || to.mediaFields.size === 0) return [];
  const body = value as Record<string, unknown>;
  const uploads: Upload[] = [];
  const replace = (text: unknown, rule: MediaFieldRule): unknown => {
    if (typeof text !== 'string' || !isMediaText(rule, text)) return text;
    const upload = decodeText(text, new UploadDecoder(rule, to.spool));
    uploads.push(upload);
    return upload;
  };
  for (const [name, rule] of to.mediaFields) {
    const field = body[name];
    if (!rule.list && typeof field === 'string') body[name] = replace(field, rule);
    if (rule.list && Array.isArray(field)) {
      body[name] = field.map((item, index) => (isSurplus(rule, item, index) ? '' : replace(item, rule)));
    }
  }
  return uploads;
}

function isSurplus(rule: MediaFieldRule, item: unknown, index: number): boolean {
  return rule.takes !== 'url' && typeof item === 'string' && index >= listItemsKeptMax;
}

/** As UTF-8, because in Latin-1 a character such as U+0141 would turn into the letter A. */
function decodeText(text: string, decoder: UploadDecoder): Upload {
  decoder.take(Buffer.from(text, 'utf8'));
  return decoder.finish();
}
