/** Reads the routes of the operator's file, and finds those that nothing can ever reach. */

import { type Family, findFamily } from '@afterimage/contract';
import { bindingNames, isBinding } from '../bindings.ts';
import type { EmbeddedName } from '../embedded-definition.ts';
import { type ErrorClass, errorClasses, type RouteUse } from '../engine.ts';
import { aboutKind, type Kind } from '../kinds.ts';
import { allPresets, fitsPattern } from '../presets.ts';
import { modelsOf } from './models-of.ts';
import { type Keyed, readKeys } from './read-keys.ts';
import { matchKeys, routeKeys, useKeys } from './schema.ts';
import type { ValueReading } from './values.ts';
import type { YamlNode } from './yaml-node.ts';

/** Null: any. */
export interface Match {
  family: string | null;
  model: string | null;
}

export interface Route {
  match: Match;
  use: readonly RouteUse[];
  line: number;
}

export function matches(match: Match, family: string, model: string): boolean {
  return (
    (match.family === null || match.family === family) && (match.model === null || fitsPattern(model, match.model))
  );
}

interface Given {
  reading: ValueReading;
  families: readonly Family[];
  /** By name; null where the kind could not be read. */
  engines: ReadonlyMap<string, Kind | null>;
  embedded: readonly EmbeddedName[];
}

export function readRoutes(node: YamlNode | undefined, given: Given): Route[] {
  const { report } = given.reading;
  if (node === undefined || node.value === null) return [];
  if (node.items === null) {
    report(node, 'routes must be a list.');
    return [];
  }
  const all = given.families.flatMap((family) => modelsOf(family).map((model) => ({ family: family.slug, model })));
  const taken = new Set<(typeof all)[number]>();
  return node.items.flatMap((item) => {
    const keys = readKeys(item, { keys: routeKeys, needs: ['match', 'use'], kind: null }, given.reading);
    const [matchPlace, usePlace] = [item.keys?.get('match'), item.keys?.get('use')];
    const match = matchPlace === undefined ? null : readMatch(matchPlace, given);
    const reached = match === null ? null : all.filter(({ family, model }) => matches(match, family, model));
    if (reached !== null) {
      if (reached.length === 0) report(matchPlace!, unmatched(matchPlace!.name, match!));
      else if (reached.every((one) => taken.has(one)))
        report(item, `${item.name} is never reached: the routes before it take all of it.`);
      for (const one of reached) taken.add(one);
    }
    const use = (usePlace?.items ?? []).flatMap(
      (one) => readUse(one, reached?.map(({ model }) => model) ?? [], given) ?? [],
    );
    return keys === null || match === null ? [] : [{ match, use, line: item.line }];
  });
}

function unmatched(name: string, { family, model }: Match): string {
  if (model === null) return `${name}.family ${family} has no model.`;
  return `${name}.model "${model}" fits no model${family === null ? '' : ` of ${family}`}.`;
}

function readMatch(node: YamlNode, { reading, families }: Given): Match | null {
  const keys = readKeys(node, { keys: matchKeys, kind: null }, reading);
  if (keys === null) return null;
  const family = keys.family === undefined ? null : findFamily(keys.family, families);
  if (family === undefined) {
    const known = families.map(({ slug }) => slug).join(', ');
    reading.report(
      node.keys!.get('family')!,
      `${node.name}.family "${keys.family}" is not a family; it must be one of ${known}.`,
    );
    return null;
  }
  return { family: family?.slug ?? null, model: keys.model ?? null };
}

function readUse(node: YamlNode, models: readonly string[], given: Given): RouteUse | null {
  const { reading, engines } = given;
  const embedded = given.embedded.flatMap(({ name, plays }) => (plays === undefined ? [name] : []));
  const name = node.keys?.get('engine')?.value;
  const kind = typeof name === 'string' ? (engines.get(name) ?? null) : null;
  const keys = readKeys(node, { keys: useKeys, needs: ['engine'], kind }, reading);
  if (keys === null || keys.engine === undefined) return null;
  const isFiled = engines.has(keys.engine);
  const isEmbedded = !isFiled && embedded.includes(keys.engine);
  if (!isEmbedded && !isFiled) {
    const known = [...engines.keys(), ...embedded].join(', ');
    reading.report(node, `${node.name}.engine "${keys.engine}" is not an engine; it must be one of ${known}.`);
  }
  if (isEmbedded && node.keys!.size > 1) {
    reading.report(node, `${node.name}: the ${keys.engine} takes nothing but its name.`);
  }
  if (kind !== null) checkModel(node, { kind, keys, models }, reading);
  const bind = kind === 'comfyui' ? readBind(node, keys, reading) : null;
  return {
    engine: keys.engine,
    model: keys.model ?? null,
    dialect: keys.dialect ?? null,
    preset: keys.preset ?? null,
    set: keys.set ?? {},
    input: readInput(node, keys, reading),
    workflow: keys.workflow ?? null,
    bind,
    errors: readErrors(node, keys, reading),
    costUsd: keys.cost_usd ?? null,
  };
}

type UseKeys = Keyed<typeof useKeys>;

/** Some vendors must be told which of their models; others know ours by a preset. */
function checkModel(
  node: YamlNode,
  about: { kind: Kind; keys: UseKeys; models: readonly string[] },
  { report }: ValueReading,
): void {
  const { kind, keys, models } = about;
  const presets = allPresets().filter(({ vendor }) => vendor === kind);
  const preset = keys.preset === undefined ? presets[0] : presets.find(({ name }) => name === keys.preset);
  if (keys.preset !== undefined && preset === undefined) {
    const known = presets.map(({ name }) => name).join(', ') || 'none';
    report(
      node.keys!.get('preset')!,
      `${node.name}.preset "${keys.preset}" does not exist; of ${kind} there are ${known}.`,
    );
    return;
  }
  if (keys.model !== undefined) return;
  const known = aboutKind(kind).model;
  if (known === 'by id') {
    report(node, `${node.name} needs model: which of ${keys.engine}'s models is meant.`);
  } else if (known === 'by id or preset' && preset !== undefined) {
    const isKnown = (model: string) =>
      preset.models.some((row) => row.for !== undefined && fitsPattern(model, row.for));
    if (models.length > 0 && !models.some(isKnown)) {
      report(node, `${node.name} needs model: ${preset.name} knows nothing for ${models.slice(0, 3).join(', ')}.`);
    }
  }
}

function readInput(node: YamlNode, { input }: UseKeys, { report }: ValueReading): Record<string, string> | null {
  if (input === undefined) return null;
  for (const [field, name] of Object.entries(input)) {
    if (typeof name === 'string' && isBinding(name)) continue;
    report(
      node.keys!.get('input')!,
      `${node.name}.input.${field} is ${JSON.stringify(name)}; it must be one of ${bindingNames.join(', ')}.`,
    );
  }
  return input as Record<string, string>;
}

function readErrors(node: YamlNode, { errors }: UseKeys, { report }: ValueReading): Record<string, ErrorClass> {
  for (const [exception, meaning] of Object.entries(errors ?? {})) {
    if ((errorClasses as readonly unknown[]).includes(meaning)) continue;
    report(
      node.keys!.get('errors')!,
      `${node.name}.errors.${exception} is ${JSON.stringify(meaning)}; it must be one of ${errorClasses.join(', ')}.`,
    );
  }
  return (errors ?? {}) as Record<string, ErrorClass>;
}

function readBind(
  node: YamlNode,
  { workflow, bind }: UseKeys,
  { report }: ValueReading,
): Record<string, string> | null {
  for (const name of ['workflow', 'bind']) if (!node.keys!.has(name)) report(node, `${node.name} needs ${name}.`);
  const at = node.keys!.get('bind') ?? node;
  for (const [pointer, name] of Object.entries(bind ?? {})) {
    if (typeof name !== 'string' || !isBinding(name)) {
      report(
        at,
        `${node.name}.bind "${pointer}" is ${JSON.stringify(name)}; it must be one of ${bindingNames.join(', ')}.`,
      );
    }
    if (workflow !== undefined && !hasPlace(workflow, pointer)) {
      report(at, `${node.name}.bind "${pointer}" is no place in the workflow.`);
    }
  }
  return (bind ?? null) as Record<string, string> | null;
}

/** The last part may be new: a node's optional input. What it stands in must be there. */
function hasPlace(workflow: Readonly<Record<string, unknown>>, pointer: string): boolean {
  const parts = pointer.split('/');
  if (parts.length < 3 || parts[0] !== '') return false;
  let at: unknown = workflow;
  for (const part of parts.slice(1, -1)) at = (at as Record<string, unknown> | null)?.[part];
  return typeof at === 'object' && at !== null;
}
