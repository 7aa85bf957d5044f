/** The words for fields that carry media: one image or video, or a list of images; by URL, as base64, or both. */
import { accept, type Checked, type Fault, Field, type FieldMedia, refuse } from './fields.ts';
import { type MediaRole, type MediaSource, Upload } from './generation.ts';
import { imageBytesMax, mediaUrlCharactersMax, megabyteBytes, referenceVideoBytesMax } from './limits.ts';
import { checkUpload, formSentence, mediaTypes } from './uploads.ts';
import { hasUserInfo, parseWebUrl } from './urls.ts';
import { counted } from './words.ts';

interface MediaWords {
  takes: FieldMedia['takes'];
  as: MediaRole;
  bytesMax?: number;
  /** Only https URLs, where the specification says so. */
  https?: true;
}

interface ListWords extends MediaWords {
  /** 0: an empty list is the same as none. */
  min?: number;
  max: number;
}

type OneMedium = FieldMedia & Pick<MediaWords, 'https'>;

export function image(words: MediaWords): Field<MediaSource | undefined> {
  return one({ kind: 'image', list: false, role: words.as, bytesMax: imageBytesMax, ...words });
}

export function video(words: MediaWords): Field<MediaSource | undefined> {
  return one({ kind: 'video', list: false, role: words.as, bytesMax: referenceVideoBytesMax, ...words });
}

/** A list of images; absent, it is empty. A field that must hold at least one refuses `[]`. */
export function images({ min = 0, max, ...words }: ListWords): Field<MediaSource[]> {
  const medium: OneMedium = { kind: 'image', list: true, role: words.as, bytesMax: imageBytesMax, ...words };
  const items = itemSchema(medium);
  const bounds = min > 0 ? `${min}-${max}` : `at most ${max}`;
  return new Field<MediaSource[]>({
    schema: { type: 'array', items, ...(min > 0 && { minItems: min }), maxItems: max, ...hints(medium) },
    absent: { value: [] },
    media: ruleOf(medium),
    check(value, name) {
      if (!Array.isArray(value)) return refuse(name, 'list_type', `${name} must be a list of ${bounds} images`);
      const sources: MediaSource[] = [];
      const faults: Fault[] = [];
      if (value.length < min || value.length > max) {
        const type = value.length < min ? 'too_short' : 'too_long';
        const message = `${name} must hold ${bounds} images (${counted(value.length)} sent)`;
        faults.push({ field: name, message, type });
      }
      // Of a list that is too long, those that it could have held.
      for (const [index, item] of value.slice(0, max).entries()) {
        const checked = checkMedium(item, medium, `${name}[${index}]`);
        if (checked.ok) sources.push(checked.value);
        else faults.push(...checked.faults);
      }
      return faults.length > 0 ? { ok: false, faults } : accept(sources);
    },
  });
}

function one(medium: OneMedium): Field<MediaSource | undefined> {
  return new Field<MediaSource | undefined>({
    schema: { ...itemSchema(medium), ...hints(medium) },
    absent: { value: undefined },
    media: ruleOf(medium),
    check: (value, name) => checkMedium(value, medium, name),
  });
}

function checkMedium(value: unknown, medium: OneMedium, field: string): Checked<MediaSource> {
  if (value instanceof Upload) {
    const fault = checkUpload(value, medium, field);
    return fault === null ? accept({ upload: value }) : { ok: false, faults: [fault] };
  }
  if (typeof value !== 'string') return refuse(field, 'string_type', `${field} must be a string`);
  // A text that the body reader left as text is a URL, or a fault.
  if (medium.takes === 'data-uri') return refuse(field, 'media_form', formSentence(medium, field));
  return checkUrl(value, medium, field);
}

function checkUrl(value: string, medium: OneMedium, field: string): Checked<MediaSource> {
  const url = parseWebUrl(value);
  // Before the length: a data URI in a URL field should hear that it is no URL.
  if (url === null || (medium.https && url.protocol !== 'https:'))
    return refuse(field, 'url_parsing', formSentence(medium, field));
  const max = mediaUrlCharactersMax;
  if (value.length > max) return refuse(field, 'url_too_long', `${field} must be at most ${counted(max)} characters`);
  // The service never sends credentials, so such a URL would fail later, and cost money.
  if (hasUserInfo(value)) return refuse(field, 'url_userinfo', `${field} must not carry a user name or password`);
  return accept({ url: value });
}

const ruleOf = ({ kind, list, takes, bytesMax, role }: OneMedium): FieldMedia => ({
  kind,
  list,
  takes,
  bytesMax,
  role,
});

/** What forms and flags need to offer a file chooser; schema readers that do not know it skip it. */
const hints = ({ kind, takes, bytesMax }: OneMedium) => ({ 'x-media': { kind, takes, bytesMax } });

function itemSchema(medium: OneMedium): Record<string, unknown> {
  const { kind, takes, bytesMax, https } = medium;
  const form = formSentence(medium, '').replace(' must be a', 'A');
  const description = `${form}: ${mediaTypes[kind].names}, at most ${bytesMax / megabyteBytes} MB.`;
  if (takes !== 'url') return { type: 'string', minLength: 1, description };
  const pattern = https ? '^[hH][tT][tT][pP][sS]://' : '^[hH][tT][tT][pP][sS]?://';
  return { type: 'string', format: 'uri', pattern, maxLength: mediaUrlCharactersMax, description };
}
