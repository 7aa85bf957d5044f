/**
 * Which variants a family's form has, and which fields and values a variant and its model take: found by asking
 * `family.read` with candidates, so that no rule of a family stands here a second time.
 */
import { fieldWithoutIndex, mediaTypes, type Reading, type Task, Upload } from '@afterimage/contract';
import { type Choice, type Control, exampleOf, type FamilyForm, type MediaControl } from './form-model.ts';

/** One way to use a family: these media and no others. */
export interface Variant {
  /** Its media controls: `image`, `start_frame+end_frame`, or `text`. */
  key: string;
  label: string;
  mediaControls: readonly MediaControl[];
}

export type Values = Readonly<Record<string, unknown>>;

export interface ShownControl {
  control: Control;
  /** For a choice: the values that this variant and the fields above it allow. */
  options: readonly Choice[];
  need: 'required' | 'optional';
  /** What is used when nothing is chosen; undefined when the service decides. */
  usual: unknown;
  /** `more`: rarely touched, or a second way to say what `model` says. */
  section: 'main' | 'more';
}

const taskLabels: Readonly<Record<Task, string>> = {
  t2v: 'Text',
  t2i: 'Text',
  i2v: 'Image',
  i2i: 'Images',
  frames: 'First and last frame',
  refs2v: 'References',
  motion: 'Motion',
};

/** Every set of media that the family reads without a fault about media. */
export function variantsOf(form: FamilyForm): Variant[] {
  const mediaControls = form.mediaControls.filter(
    (control, index) => !isSecondName(form, control, form.mediaControls.slice(0, index)),
  );
  return subsetsOf(mediaControls).flatMap((subset) => {
    const reading = possibleReading(form, subset);
    if (reading === null) return [];
    const key = subset.map(({ name }) => name).join('+') || 'text';
    return [{ key, label: labelOf(reading.request.work.task, subset), mediaControls: subset }];
  });
}

/** One image moves, several in a list are references: the variant takes both. */
function labelOf(task: Task, mediaControls: readonly MediaControl[]): string {
  const takesSeveral = task === 'i2v' && mediaControls.some(({ shape }) => shape === 'list');
  return takesSeveral ? taskLabels.i2i : taskLabels[task];
}

/**
 * The controls that this variant shows, and the values that stay: what a rule refuses here, or what would be ignored, goes.
 * Choices decide what else there is, so they are judged first, each by the ones before it: `model` by none of them.
 */
export function layOut(form: FamilyForm, variant: Variant, given: Values): { shown: ShownControl[]; values: Values } {
  const media = sampleMedia(variant.mediaControls);
  const choices: Record<string, unknown> = {};
  const found = new Map<string, ShownControl>();
  for (const control of form.controls.toSorted((a, b) => Number(b.kind === 'choice') - Number(a.kind === 'choice'))) {
    const shown = tryControl(form, control, { ...media, ...choices });
    if (shown === null) continue;
    found.set(control.name, shown);
    const value = chosenValue(shown, given[control.name]);
    if (control.kind === 'choice' && value !== undefined) choices[control.name] = value;
  }
  const shown = form.controls.flatMap(({ name }) => found.get(name) ?? []);
  const others = Object.entries(given).filter(
    ([name]) => found.has(name) && found.get(name)?.control.kind !== 'choice',
  );
  return { shown, values: { ...Object.fromEntries(others), ...choices } };
}

type Body = Readonly<Record<string, unknown>>;
type GoodReading = Extract<Reading, { ok: true }>;

/** Asks for a request of these values with each value of the control; null when the control has no business here. */
function tryControl(form: FamilyForm, control: Control, others: Body): ShownControl | null {
  const without = readFilled(form, omit(others, control.name), 'leave what is missing');
  const isMissing = !without.ok && without.faults.some(({ field }) => field === control.name);
  const need = form.required.has(control.name) || isMissing ? 'required' : 'optional';
  const filled = readFilled(form, omit(others, control.name), 'fill what is missing');
  const candidates = control.kind === 'choice' ? control.options : [sampleOf(control)];
  const readings = candidates.map((candidate) => ({
    candidate,
    reading: readFilled(form, { ...others, [control.name]: candidate }, 'fill what is missing'),
  }));
  const allowed = readings.filter(({ reading }) => speaksFor(form, control.name, reading));
  const used = allowed.filter(({ reading }) => !reading.ok || !reading.ignored.includes(control.name));
  if (used.length === 0) return null;
  const options = control.kind === 'choice' ? used.map(({ candidate }) => candidate as Choice) : [];
  const usual =
    need === 'required' ? control.schema['default'] : filled.ok ? filled.request.fields[control.name] : undefined;
  const meansTheSame = ({ reading }: { reading: Reading }) => meaningOf(reading) === meaningOf(filled);
  // A choice without a usual value that changes nothing: `version` beside a chosen model.
  if (control.kind === 'choice' && need === 'optional' && usual === undefined && used.every(meansTheSame)) return null;
  const picksModel = used.some(
    ({ reading }) => reading.ok && filled.ok && reading.request.model !== filled.request.model,
  );
  const isMain = need === 'required' || usual !== undefined || (control.kind === 'choice' && !picksModel);
  return { control, options, need, usual, section: isMain ? 'main' : 'more' };
}

/** The value as chosen, or the same in the type that this model takes (`"5"` and 5); a choice begins at the usual. */
function chosenValue({ options, usual }: ShownControl, value: unknown): unknown {
  const same = options.find((option) => option === value) ?? options.find((option) => String(option) === String(value));
  return same ?? options.find((option) => option === usual);
}

/** Allowed when neither this field nor any medium is at fault; faults of fields below are for those to answer. */
function speaksFor({ family }: FamilyForm, name: string, reading: Reading): boolean {
  return (
    reading.ok ||
    !reading.faults.some(({ field }) => field === name || family.mediaFields.has(fieldWithoutIndex(field)))
  );
}

/** A second name for the same request adds no variant (`input_images` of o1-photo). */
function isSecondName(form: FamilyForm, control: MediaControl, earlier: readonly MediaControl[]): boolean {
  const meaning = (control: MediaControl) => meaningOf(possibleReading(form, [control]));
  const meant = meaning(control);
  return meant !== null && earlier.some((other) => meaning(other) === meant);
}

/** Two requests of one meaning make the same picture at the same price. */
function meaningOf(reading: Reading | null): string | null {
  if (reading === null || !reading.ok) return null;
  const { model, work, media } = reading.request;
  return JSON.stringify([model, work, media.map(({ role }) => role)]);
}

/** The request with these media: as it is, or with any one choice that makes it possible. */
function possibleReading(form: FamilyForm, mediaControls: readonly MediaControl[]): GoodReading | null {
  const media = sampleMedia(mediaControls);
  const choices = form.controls.flatMap((control) =>
    control.kind === 'choice' ? control.options.map((option) => ({ [control.name]: option })) : [],
  );
  for (const choice of [{}, ...choices]) {
    const reading = readFilled(form, { ...media, ...choice }, 'fill what is missing');
    if (reading.ok) return reading;
  }
  return null;
}

/** Reads a body with the example's prompt; fields that only this combination requires take their documented value. */
function readFilled(form: FamilyForm, body: Body, missing: 'fill what is missing' | 'leave what is missing'): Reading {
  const sample = { ...body, prompt: exampleOf(form)['prompt'] };
  const reading = form.family.read(sample, 'live');
  if (reading.ok || missing === 'leave what is missing') return reading;
  const fillings = form.controls
    .filter(({ name }) => reading.faults.some((fault) => fault.field === name && fault.type === 'missing'))
    .map((control) => [control.name, control.schema['default'] ?? sampleOf(control)]);
  return fillings.length === 0 ? reading : form.family.read({ ...sample, ...Object.fromEntries(fillings) }, 'live');
}

/** A value that the field takes by itself. */
function sampleOf(control: Control): unknown {
  switch (control.kind) {
    case 'choice':
      return control.options[0];
    case 'number':
      return control.min;
    case 'flag':
      return true;
    case 'url':
      return 'https://example.com/';
    case 'text':
      return 'a'.repeat(Math.max(1, control.lengthMin));
  }
}

export function sampleMedia(mediaControls: readonly MediaControl[]): Body {
  const body: Record<string, unknown> = {};
  for (const { fileField, urlField, media, shape } of mediaControls) {
    const type = mediaTypes[media].types[0];
    const medium =
      fileField === null
        ? 'https://example.com/medium'
        : new Upload({ declaredType: type, sniffedType: type, bytes: 1, file: '' });
    body[fileField ?? urlField ?? ''] = shape === 'list' ? [medium] : medium;
  }
  return body;
}

const subsetsOf = (controls: readonly MediaControl[]): MediaControl[][] =>
  controls.reduce<MediaControl[][]>((subsets, one) => subsets.concat(subsets.map((subset) => [...subset, one])), [[]]);

const omit = (body: Body, name: string): Body =>
  Object.fromEntries(Object.entries(body).filter(([field]) => field !== name));
