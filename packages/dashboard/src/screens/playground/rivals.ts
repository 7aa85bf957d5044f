/** What a request can be compared with: the family's other models, and, from text alone, families that make the same kind. */
import { families, findFamily } from '@afterimage/contract';
import type { Draft } from './draft.ts';
import { type FamilyForm, formOf } from './form-model.ts';
import { layOut, type ShownControl, type Values, type Variant, variantsOf } from './form-variants.ts';

export interface RivalName {
  key: string;
  label: string;
}

/** A request in the terms of one family. */
export interface Request {
  form: FamilyForm;
  variant: Variant;
  values: Values;
  media: Draft['media'];
}

const ofModel = 'model ';

export function rivalNames({ form, variant, values }: Request, shown: readonly ShownControl[]): RivalName[] {
  const models = shown.find(({ control }) => control.name === 'model')?.options ?? [];
  const others = models.filter((model) => model !== values['model']);
  // Media would have to be chosen anew for another family.
  const alike = variant.mediaControls.length > 0 ? [] : families.filter(({ output }) => output === form.family.output);
  return [
    ...others.map((model) => ({ key: `${ofModel}${model}`, label: String(model) })),
    ...alike.filter(({ slug }) => slug !== form.family.slug).map(({ slug }) => ({ key: slug, label: slug })),
  ];
}

/** The same request for the rival: what it does not take is left out, what it takes otherwise is its usual value. */
export function requestToRival(request: Request, key: string): Request | null {
  const { form, variant, values, media } = request;
  if (key.startsWith(ofModel)) {
    const asked = { ...values, model: key.slice(ofModel.length) };
    return { form, variant, values: layOut(form, variant, asked).values, media };
  }
  const family = findFamily(key, families);
  if (family === undefined) return null;
  const other = formOf(family);
  const text = variantsOf(other).find(({ mediaControls }) => mediaControls.length === 0);
  if (text === undefined) return null;
  const { model: _, ...shared } = values;
  return { form: other, variant: text, values: layOut(other, text, shared).values, media: {} };
}
