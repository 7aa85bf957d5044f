/** What a person has entered so far, as a request body and back: from storage, or from a generation to be edited. */
import {
  type Family,
  type Fault,
  fieldWithoutIndex,
  type MediaFacts,
  type Mode,
  type Reading,
} from '@afterimage/contract';
import type { Generation, GenerationInput } from '../../data/resources.ts';
import type { FamilyForm, MediaControl } from './form-model.ts';
import type { Values, Variant } from './form-variants.ts';
import { atLeast, type FileMedium, type Medium, pixelFaults } from './media.ts';
import { faultWords } from './words.ts';

export interface Draft {
  variant: string;
  values: Values;
  /** By media control. Those of other variants are kept, so that a look at another variant loses nothing. */
  media: Readonly<Record<string, readonly Medium[]>>;
}

const emptyDraft = (variants: readonly Variant[]): Draft => ({
  variant: variants[0]?.key ?? '',
  values: {},
  media: {},
});

export const variantOf = (variants: readonly Variant[], draft: Draft): Variant =>
  variants.find(({ key }) => key === draft.variant) ?? (variants[0] as Variant);

/** The body of the request. `show` says what stands for a file: its data URI to send, its `Upload` to check. */
export function bodyOf(
  { variant, values, media }: { variant: Variant; values: Values; media: Draft['media'] },
  show: (medium: FileMedium) => unknown,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== '' && value !== undefined && value !== null) body[name] = value;
  }
  for (const control of variant.mediaControls) {
    for (const medium of media[control.name] ?? []) {
      const field = medium.from === 'link' ? control.urlField : control.fileField;
      if (field === null) continue;
      const shown = medium.from === 'link' ? medium.url : show(medium);
      body[field] = control.shape === 'one' ? shown : [...((body[field] as unknown[]) ?? []), shown];
    }
  }
  return body;
}

export interface DraftReading {
  reading: Reading;
  /** Of the request's media, in its order; undefined where only the service can know. */
  facts: readonly (MediaFacts | undefined)[];
  faults: readonly Fault[];
}

/** Reads the draft as the service will, media included as far as the browser could look at them. */
export function readDraft(
  { family, variant, values, media }: { family: Family; variant: Variant; values: Values; media: Draft['media'] },
  mode: Mode,
): DraftReading {
  const reading = family.read(bodyOf({ variant, values, media }, uploadOf), mode);
  const empty = variant.mediaControls.filter((control) => (media[control.name] ?? []).length === 0);
  const missing = empty.map(missingFault);
  if (!reading.ok) {
    // What a request without them lacks is said once, by the media control.
    const others = reading.faults.filter(
      ({ field }) => !empty.some((control) => fieldsOf(control).includes(fieldWithoutIndex(field))),
    );
    return { reading, facts: [], faults: [...others, ...missing] };
  }
  const facts = factsOf(reading, media);
  const looked = reading.request.media.map(({ field }, index) => ({ field, facts: facts[index] }));
  return { reading, facts, faults: [...missing, ...pixelFaults(looked), ...contentFaults(family, reading, facts)] };
}

/** Only what is wrong however the length is meant: the service has the last word. */
function contentFaults(
  family: Family,
  { request }: Extract<Reading, { ok: true }>,
  facts: readonly (MediaFacts | undefined)[],
): Fault[] {
  const surely = family.checkMedia(
    request,
    facts.map((known) => known && atLeast(known)),
  );
  return family.checkMedia(request, facts).filter(({ field }) => surely.some((fault) => fault.field === field));
}

/** The media of a variant are what makes it that variant: without them the same body would be read as another one. */
const missingFault = (control: MediaControl): Fault => ({
  field: control.fileField ?? control.urlField ?? control.name,
  message: `Drop, paste or choose ${control.media === 'image' ? 'an image' : 'a video'}.`,
  type: 'missing',
});

export const uploadOf = ({ upload }: FileMedium) => upload;

export function factsOf(reading: Extract<Reading, { ok: true }>, media: Draft['media']): (MediaFacts | undefined)[] {
  const known = new Map(
    Object.values(media)
      .flat()
      .flatMap((medium) => (medium.from === 'file' ? [[medium.upload, medium.facts] as const] : [])),
  );
  return reading.request.media.map(({ source }) => ('upload' in source ? known.get(source.upload) : undefined));
}

/** Faults by the control, of a medium or not, that they belong beside; what belongs to none that is shown is under `form`. */
export function faultsByControl(
  form: FamilyForm,
  variant: Variant,
  faults: readonly { field: string; message: string; type?: string }[],
): ReadonlyMap<string, readonly string[]> {
  const byControl = new Map<string, string[]>();
  for (const fault of faults) {
    const name = fieldWithoutIndex(fault.field);
    const mediaControl = variant.mediaControls.find((each) => fieldsOf(each).includes(name));
    const control = form.controls.find((each) => each.name === name);
    const key = mediaControl?.name ?? control?.name ?? 'form';
    const words = faultWords(form.family, fault, mediaControl?.label ?? control?.label ?? name);
    byControl.set(key, [...(byControl.get(key) ?? []), words]);
  }
  return byControl;
}

const fieldsOf = ({ urlField, fileField }: MediaControl): string[] =>
  [urlField, fileField].filter((field) => field !== null);

/** A draft in storage holds no links and no files: signed links and callback addresses carry secrets of their owners. */
export function storedText(form: FamilyForm, { variant, values }: Draft): string {
  const links = new Set(form.controls.filter(({ kind }) => kind === 'url').map(({ name }) => name));
  const kept = Object.entries(values).filter(([name]) => !links.has(name));
  return JSON.stringify({ variant, values: Object.fromEntries(kept) });
}

export function draftFromText(variants: readonly Variant[], text: string | null): Draft {
  const empty = emptyDraft(variants);
  if (text === null) return empty;
  try {
    const { variant, values } = JSON.parse(text) as Partial<Draft>;
    const isWhole = typeof variant === 'string' && typeof values === 'object' && values !== null;
    return isWhole ? { ...empty, variant, values } : empty;
  } catch {
    return empty;
  }
}

/** The draft that would make the same request; `take` turns an input into one of this page's media, or leaves it out. */
export async function draftFromGeneration(
  variants: readonly Variant[],
  { fields, inputs }: Pick<Generation, 'fields' | 'inputs'>,
  take: (input: GenerationInput, control: MediaControl) => Promise<Medium | null>,
): Promise<Draft> {
  const controls = [...new Set(variants.flatMap((variant) => variant.mediaControls))];
  const controlFor = ({ field, kind }: GenerationInput) =>
    // A second name of a media control (`input_images`) has none of its own here.
    controls.find((control) => fieldsOf(control).includes(fieldWithoutIndex(field))) ??
    controls.find(({ media }) => media === kind);
  const filled = new Set(inputs.map(controlFor));
  const fits = (variant: Variant) =>
    variant.mediaControls.length === filled.size && variant.mediaControls.every((control) => filled.has(control));
  const media: Record<string, Medium[]> = {};
  for (const input of inputs) {
    const control = controlFor(input);
    const medium = control === undefined ? null : await take(input, control);
    if (control !== undefined && medium !== null) media[control.name] = [...(media[control.name] ?? []), medium];
  }
  return { variant: variants.find(fits)?.key ?? emptyDraft(variants).variant, values: fields, media };
}
