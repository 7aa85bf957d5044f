/** Reads what OpenAI's libraries send: JSON, or a form with files. */
import { errors, type Family, Upload } from '@afterimage/contract';
import type { KeyHolder } from '../accounts/key-checker.ts';
import type { ReadBody } from '../http/body/body-reading.ts';
import type { FormValue } from '../http/body/form-intake.ts';
import type { BodyReader } from '../http/body/reader.ts';
import { refuse } from '../http/refuse.ts';
import { bodyError, contentRefusal } from '../http/submit.ts';
import type { Sent } from './map-fields.ts';
import type { ShapedExchange } from './shaped-exchange.ts';

/** Larger media comes as a file: what is inside JSON of another's shape is kept in memory. */
const jsonBytesMax = 2 * 1024 * 1024;

export interface ReadingServices {
  bodies: BodyReader;
  families: readonly Family[];
}

export interface Reading {
  sent: Sent;
  /** Of a form: its files. */
  form: ReadBody | null;
  /** Of the bytes as they came: what a repeat is known by. */
  digest: Buffer;
}

interface Sender {
  holder: KeyHolder;
  /** Under which name images come. */
  imagesName: string;
}

/** Null: it was refused, and the answer has been sent. */
export async function readSent(
  services: ReadingServices,
  exchange: ShapedExchange,
  sender: Sender,
): Promise<Reading | null> {
  const contentType = exchange.requestHeaders['content-type'] ?? '';
  return /^multipart\/form-data\b/i.test(contentType)
    ? readForm(services, exchange, { ...sender, contentType })
    : readJson(services, exchange, sender);
}

async function readForm(
  { bodies, families }: ReadingServices,
  exchange: ShapedExchange,
  { holder, imagesName, contentType }: Sender & { contentType: string },
): Promise<Reading | null> {
  const bodyBytesMax = Math.max(...families.map((family) => family.bodyBytesMax));
  const fileBytesMax = Math.max(...families.flatMap(imageLimits));
  const rules = { owner: holder.liveId, bytesMax: bodyBytesMax, fileBytesMax, digest: 'sha256' } as const;
  const form = await bodies.readForm(exchange, { ...rules, contentType });
  if (form.ok)
    return {
      sent: sentIn(formFields(form.value as FormValue), { from: 'form', imagesName }),
      form,
      digest: form.digest!,
    };
  refuse(exchange, bodyError({ bodyBytesMax }, form));
  return null;
}

async function readJson(
  { bodies }: ReadingServices,
  exchange: ShapedExchange,
  { holder, imagesName }: Sender,
): Promise<Reading | null> {
  const unreadable = contentRefusal(exchange);
  const rules = { owner: holder.liveId, bytesMax: jsonBytesMax, mediaFields: new Map(), digest: 'sha256' } as const;
  const body = unreadable === null ? await bodies.read(exchange, rules) : null;
  if (body?.ok && isObject(body.value)) {
    return { sent: sentIn(body.value, { from: 'json', imagesName }), form: null, digest: body.digest! };
  }
  if (body?.ok) refuse(exchange, errors.invalidJson('Send a JSON object.'));
  else refuse(exchange, body === null ? unreadable! : bodyError({ bodyBytesMax: jsonBytesMax }, body));
  return null;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const imageLimits = ({ mediaFields }: Family): number[] =>
  [...mediaFields.values()].filter(({ kind }) => kind === 'image').map(({ bytesMax }) => bytesMax);

/** `image[]` is a list, `input_reference[image_url]` a member. */
function formFields(value: FormValue): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, sent] of Object.entries(value)) {
    const [, base = name, inside] = /^([^[]+)\[(\w*)\]$/.exec(name) ?? [];
    if (inside === undefined) fields[base] = sent.length === 1 ? sent[0] : sent;
    else if (/^\d*$/.test(inside)) fields[base] = [fields[base] ?? [], sent].flat();
    else fields[base] = { ...(fields[base] as object), [inside]: sent[0] };
  }
  return fields;
}

/** `null` is the same as absent. */
function sentIn(value: object, { from, imagesName }: Pick<Sent, 'from' | 'imagesName'>): Sent {
  const fields = Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null));
  const { [imagesName]: one, ...others } = fields;
  return { from, fields: others, images: [one].flat().flatMap((image) => imageIn(image) ?? []), imagesName };
}

/** A file, an address, or an object that holds one; a file that lies with OpenAI is refused as no address. */
function imageIn(image: unknown): Upload | string | undefined {
  if (image === undefined || image === null) return undefined;
  if (image instanceof Upload || typeof image === 'string') return image;
  const { image_url: url, file_id: id } = image as { image_url?: unknown; file_id?: unknown };
  return String(url ?? id ?? '');
}
