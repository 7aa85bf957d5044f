/** What OpenAI's names mean to a family: tables, and the rules between them. */
import {
  type Family,
  findModel,
  type Mode,
  modelNamesOf,
  type NameOf,
  nearestRatio,
  openaiQualities,
  openaiUsual,
  type Refused,
  ratioValue,
  type Upload,
} from '@afterimage/contract';

/** Parameters that have no meaning here but for these values, and why. */
const withoutMeaning: Readonly<Record<string, { but: readonly (string | number | boolean)[]; why: string }>> = {
  background: { but: ['auto', 'opaque'], why: 'no family makes a transparent picture' },
  moderation: { but: ['auto'], why: 'prompts are judged as the operator of the service has set it' },
  output_format: { but: ['jpeg'], why: 'every picture is a JPEG' },
  output_compression: { but: [100], why: 'pictures are sent as they were made' },
  style: { but: [], why: 'say it in the prompt' },
  stream: { but: [false], why: 'pictures come whole' },
  partial_images: { but: [0], why: 'pictures come whole' },
  mask: { but: [], why: 'no family paints inside a mask' },
  markup: { but: [], why: 'no family reads marks on a picture' },
  input_fidelity: { but: [], why: 'say in the prompt what stays as it is' },
  frame_count: { but: [1], why: 'a picture is one frame' },
  frame_duration_ms: { but: [], why: 'a picture is one frame' },
};

/** A size is taken for the listed shape that is nearest, if that is no further off than a fifth. */
const shapeSlack = Math.log(1.2);

/** What the caller sent, whether as JSON or as a form, whose texts are not yet what they stand for. */
export interface Sent {
  from: 'json' | 'form';
  fields: Readonly<Record<string, unknown>>;
  /** In the order sent. */
  images: readonly (Upload | string)[];
  /** The name under which they came. */
  imagesName: string;
}

export interface Meaning {
  family: Family;
  body: Record<string, unknown>;
  nameOf: NameOf;
}

export type Understood = { ok: true; meaning: Meaning } | { ok: false; status: number; refused: Refused };

/** Fields of the family that are set by one parameter, or the sentence that refuses it. */
type Setting = Record<string, unknown> | string;

type Properties = Readonly<Record<string, { type?: string; enum?: readonly unknown[] }>>;
const propertiesOf = (family: Family) => family.schemas.request['properties'] as Properties;

export function understand(
  sent: Sent,
  { families, output, mode }: { families: readonly Family[]; output: Family['output']; mode: Mode },
): Understood {
  const { model: name = openaiUsual[output], size, seconds, quality, ...rest } = sent.fields;
  const makers = families.filter((family) => family.output === output);
  if (typeof name !== 'string') return wrong('model', 'model must be a string, given once');
  const named = findModel(name, makers);
  if (named === undefined) return noModel(name, makers);
  const { family, model } = named;
  const others = Object.fromEntries(Object.entries(rest).filter(([param]) => !(param in withoutMeaning)));
  const body = { ...(sent.from === 'form' ? typed(family, others) : others), ...(model !== null && { model }) };
  const settings: [param: string, set: Setting][] = [
    ...Object.keys(withoutMeaning).map((param): [string, Setting] => [
      param,
      readMeaningless(param, rest[param], sent),
    ]),
    ['size', readShape(family, size)],
    ['quality', readQuality(family, quality)],
    [sent.imagesName, placeImages(family, sent)],
  ];
  const names = new Map<string, string>('duration' in others ? [] : [['duration', 'seconds']]);
  for (const [param, set] of settings) {
    if (typeof set === 'string') return wrong(param, set);
    for (const field of Object.keys(set)) {
      if (isSent(others[field])) return wrong(param, twice(param, field));
      names.set(field, param);
    }
    Object.assign(body, set);
  }
  if (seconds !== undefined && 'duration' in others) return wrong('seconds', twice('seconds', 'duration'));
  const length = readSeconds(family, seconds, { body, mode });
  if (typeof length === 'string') return wrong('seconds', length);
  const nameOf: NameOf = (field) => names.get(field) ?? field;
  return { ok: true, meaning: { family, body: { ...body, ...length }, nameOf } };
}

/** An empty list is the same as absent. */
const isSent = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);

/** One of the two would be paid for and not be used. */
const twice = (param: string, field: string): string =>
  `${param} cannot be sent together with ${field}, which is the same under the family's own name`;

const wrong = (field: string, message: string): Understood => ({
  ok: false,
  status: 400,
  refused: { errors: [{ field, message }] },
});

function noModel(name: string, makers: readonly Family[]): Understood {
  const names = makers.flatMap(modelNamesOf).join(', ');
  const detail = `There is no model ${name.slice(0, 60)} here; those that make this are ${names}`;
  return { ok: false, status: 404, refused: { detail, code: 'model_not_found' } };
}

function readMeaningless(param: string, value: unknown, { from }: Pick<Sent, 'from'>): Setting {
  const { but, why } = withoutMeaning[param]!;
  if (value === undefined || but.some((each) => value === (from === 'form' ? String(each) : each))) return {};
  // What looks right is of another type.
  const isQuoted = typeof value === 'string' && but.some((each) => String(each) === value);
  const allowed = `must be ${but.join(' or ')}${isQuoted ? ', without quotes' : ''}`;
  return `${param} ${but.length === 0 ? 'is not taken' : allowed}: ${why}`;
}

/** The family's field for the shape of its output is the one that takes ratios. */
function shapeField(family: Family): [name: string, ratios: string[]] {
  for (const [name, { enum: values = [] }] of Object.entries(propertiesOf(family))) {
    const ratios = values.filter((value): value is string => /^\d+:\d+$/.test(String(value)));
    if (ratios.length > 0) return [name, ratios];
  }
  return ['', []];
}

function readShape(family: Family, size: unknown): Setting {
  if (size === undefined || size === 'auto') return {};
  const [, width, height] = (typeof size === 'string' && /^([1-9]\d{1,4})x([1-9]\d{1,4})$/.exec(size)) || [];
  if (width === undefined || height === undefined) return 'size must be WIDTHxHEIGHT, such as 1024x1024, or auto';
  const [field, ratios] = shapeField(family);
  const value = Number(width) / Number(height);
  const nearest = ratios.length === 0 ? undefined : nearestRatio(value, ratios);
  if (nearest === undefined || Math.abs(Math.log(ratioValue(nearest) / value)) > shapeSlack)
    return `size ${size} is no shape that ${family.slug} makes; it makes ${ratios.join(', ')}`;
  return { [field]: nearest };
}

function readQuality(family: Family, quality: unknown): Setting {
  if (quality === undefined) return {};
  const isKnown = typeof quality === 'string' && Object.hasOwn(openaiQualities, quality);
  const resolution = isKnown ? openaiQualities[quality] : undefined;
  if (resolution === undefined) return `quality must be one of ${Object.keys(openaiQualities).join(', ')}`;
  if (resolution === null) return {};
  const [field, { enum: values = [] } = {}] =
    Object.entries(propertiesOf(family)).find(([, { enum: each }]) => each?.includes('1k')) ?? [];
  if (field === undefined) return `quality must be auto or standard: ${family.slug} makes pictures of one quality`;
  return { [field]: values.includes(resolution) ? resolution : values.at(-1) };
}

/** Into the field that takes them in the form in which they came. */
function placeImages(family: Family, { images, imagesName }: Sent): Setting {
  if (images.length === 0) return {};
  const isUrl = (image: Upload | string) => typeof image === 'string' && /^https?:\/\//i.test(image);
  const form = images.every(isUrl) ? 'url' : images.some(isUrl) ? 'url-or-data-uri' : 'data-uri';
  const found = [...family.mediaFields].find(
    ([, rule]) =>
      rule.kind === 'image' && (rule.list || (rule as { role?: string }).role === 'first') && rule.takes.includes(form),
  );
  if (found === undefined) return `${imagesName} must be ${form === 'url' ? 'a file' : 'files'} for ${family.slug}`;
  const [name, { list }] = found;
  if (list) return { [name]: images };
  return images.length === 1 ? { [name]: images[0] } : `${imagesName} must be one image for ${family.slug}`;
}

/** Some families take seconds as a text and some as a number; one may take both, by its model. */
function readSeconds(
  family: Family,
  seconds: unknown,
  { body, mode }: { body: Record<string, unknown>; mode: Mode },
): Setting {
  const faulty = (duration: unknown) => {
    const reading = family.read({ ...body, duration }, mode);
    return !reading.ok && reading.faults.some(({ field }) => field === 'duration');
  };
  const { duration } = propertiesOf(family);
  // Some want it said; OpenAI's callers may leave it out.
  if (seconds === undefined) {
    const isNeeded = duration !== undefined && body['duration'] === undefined && faulty(undefined);
    return isNeeded ? { duration: duration.enum?.[0] } : {};
  }
  if (typeof seconds !== 'string' || !/^\d{1,3}$/.test(seconds))
    return 'seconds must be a string with a whole number of seconds, such as "5"';
  if (duration !== undefined) return { duration: faulty(seconds) ? Number(seconds) : seconds };
  const reading = family.read(body, mode);
  const fixed = reading.ok ? reading.request.work.seconds : null;
  return fixed === null || fixed === Number(seconds) ? {} : `seconds must be ${fixed}: ${family.slug} makes no other`;
}

/** The texts of a form as what the family's fields take. */
function typed(family: Family, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const properties = propertiesOf(family);
  const read = (name: string, value: unknown) => {
    const type = properties[name]?.type;
    if (typeof value !== 'string' || type === undefined || type === 'string') return value;
    if (type === 'boolean') return value === 'true' || (value === 'false' ? false : value);
    return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, read(name, value)]));
}
