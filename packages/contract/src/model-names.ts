/** How a model is named where one name has to say all: `FAMILY` or `FAMILY/MODEL`, as `beta` and `alpha/alpha_2.6`. */
import type { Family } from './family.ts';

export interface NamedModel {
  family: Family;
  /** Null: the family's usual one. */
  model: string | null;
}

/** The values of the family's field `model`; none where it has no such field. */
export function modelsOf(family: Family): readonly string[] {
  const { model } = family.schemas.request['properties'] as { model?: { enum?: readonly string[] } };
  return model?.enum ?? [];
}

export const modelNamesOf = (family: Family): string[] => [
  family.slug,
  ...modelsOf(family).map((model) => `${family.slug}/${model}`),
];

/** Undefined for a name that is none of them. A model is also known without its family: no two have one of the same name. */
export function findModel(name: string, families: readonly Family[]): NamedModel | undefined {
  for (const family of families) {
    if (name === family.slug) return { family, model: null };
    const model = name.startsWith(`${family.slug}/`) ? name.slice(family.slug.length + 1) : name;
    if (modelsOf(family).includes(model)) return { family, model };
  }
  return undefined;
}
