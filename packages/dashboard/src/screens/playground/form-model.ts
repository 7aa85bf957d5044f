/** A family's form, derived from its request schema: one control for a plain field, one media control for each medium. */
import { counted, type Family, type JsonSchema, maxPriceName } from '@afterimage/contract';
import { fieldLabel, fieldWords, labelOf } from './words.ts';

export type Choice = string | number;

interface ControlBase {
  /** The field as the body writes it. */
  name: string;
  label: string;
  about: string;
  schema: JsonSchema;
}

export type Control = ControlBase &
  (
    | { kind: 'text'; lengthMin: number; lengthMax: number; lines: 'one' | 'many' }
    | { kind: 'url'; lengthMax: number }
    | { kind: 'choice'; options: readonly Choice[] }
    | { kind: 'number'; min: number; max: number; step: 'whole' | 'fraction' }
    | { kind: 'flag' }
  );

/** One medium, or one list of media, whichever of the family's fields carries it in the end. */
export interface MediaControl {
  name: string;
  label: string;
  about: string;
  media: 'image' | 'video';
  shape: 'one' | 'list';
  itemsMax: number;
  bytesMax: number;
  /** Where a link goes, and where a file; null when the family takes it in no such form. */
  urlField: string | null;
  fileField: string | null;
}

export interface FamilyForm {
  family: Family;
  controls: readonly Control[];
  mediaControls: readonly MediaControl[];
  required: ReadonlySet<string>;
}

interface RequestSchema {
  required: readonly string[];
  properties: Readonly<Record<string, JsonSchema>>;
}

/** Above this a text is written in a box of several lines. */
const oneLineCharactersMax = 200;

export function formOf(family: Family): FamilyForm {
  const { properties, required } = family.schemas.request as unknown as RequestSchema;
  const controls = Object.entries(properties)
    // The price is shown before it is paid, so nobody need say a highest one.
    .filter(([name]) => !family.mediaFields.has(name) && name !== maxPriceName)
    .map(([name, schema]) => controlOf(name, schema));
  return { family, controls, mediaControls: mediaControlsOf(family, properties), required: new Set(required) };
}

/** A body that the documentation shows, and that is read without a fault. */
export const exampleOf = ({ family }: FamilyForm): Readonly<Record<string, unknown>> =>
  (family.schemas.request['examples'] as Readonly<Record<string, unknown>>[])[0] ?? {};

function controlOf(name: string, schema: JsonSchema): Control {
  const { hint = withoutNames(aboutOf(schema)) } = fieldWords(name);
  const base = { name, label: fieldLabel(name), about: hint, schema };
  const options = choicesOf(schema);
  if (options.length > 0) return { ...base, kind: 'choice', options };
  if (schema['type'] === 'boolean') return { ...base, kind: 'flag' };
  if (schema['type'] === 'integer' || schema['type'] === 'number') {
    const step = schema['type'] === 'integer' ? 'whole' : 'fraction';
    return { ...base, kind: 'number', min: Number(schema['minimum']), max: Number(schema['maximum']), step };
  }
  const lengthMax = Number(schema['maxLength']);
  if (schema['format'] === 'uri') return { ...base, kind: 'url', lengthMax };
  const lines = lengthMax > oneLineCharactersMax ? 'many' : 'one';
  return { ...base, kind: 'text', lengthMin: Number(schema['minLength'] ?? 0), lengthMax, lines };
}

/** Every value that a choice may have; an integer range inside a union is a choice, too (alpha's duration). */
function choicesOf(schema: JsonSchema): readonly Choice[] {
  if (Array.isArray(schema['enum'])) return schema['enum'] as Choice[];
  if (!Array.isArray(schema['oneOf'])) return [];
  return (schema['oneOf'] as JsonSchema[]).flatMap((part) => {
    if (part['type'] !== 'integer') return choicesOf(part);
    const [min, max] = [Number(part['minimum']), Number(part['maximum'])];
    return Array.from({ length: max - min + 1 }, (_, index) => min + index);
  });
}

/** Words of a name that say in which form the medium is sent. */
const formWords = new Set(['url', 'urls', 'base64', 'bytes']);

/**
 * `image_url` and `image_base64` are one media control: the same medium, as a link or as a file. A field that takes both
 * forms is one by itself.
 */
function mediaControlsOf(family: Family, properties: RequestSchema['properties']): MediaControl[] {
  const mediaControls = new Map<string, MediaControl>();
  for (const [name, rule] of family.mediaFields) {
    const schema = properties[name] ?? {};
    const words = name.split('_').filter((word) => !formWords.has(word));
    const stem = words.join('_');
    const takesUrl = rule.takes !== 'data-uri';
    const takesFile = rule.takes !== 'url';
    const twin = mediaControls.get(stem);
    if (twin !== undefined && twin.media === rule.kind) {
      twin.urlField ??= takesUrl ? name : null;
      twin.fileField ??= takesFile ? name : null;
      continue;
    }
    mediaControls.set(stem, {
      name: stem,
      label: labelOf(words),
      about: aboutOf(rule.list ? (schema['items'] as JsonSchema) : schema),
      media: rule.kind,
      shape: rule.list ? 'list' : 'one',
      itemsMax: rule.list ? Number(schema['maxItems']) : 1,
      bytesMax: rule.bytesMax,
      urlField: takesUrl ? name : null,
      fileField: takesFile ? name : null,
    });
  }
  return [...mediaControls.values()];
}

/** Without the marks of the documentation's Markdown. */
const aboutOf = (schema: JsonSchema): string => String(schema['description'] ?? '').replaceAll('`', '');

/** Sentences that name fields or models of the interface say nothing to a person. */
const withoutNames = (about: string): string =>
  about
    .split(/(?<=\.) /)
    // Nor does a sentence that only repeats the label.
    .filter((sentence) => !sentence.includes('_') && !/^The \w+\.$/.test(sentence))
    .join(' ')
    .replaceAll(/\b\d{4,}\b/g, (figure) => counted(Number(figure)));
