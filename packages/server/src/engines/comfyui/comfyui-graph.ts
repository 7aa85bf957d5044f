/** A ComfyUI graph of the operator's, filled with the values of one piece of work. */
import { type BoundMedia, boundValue } from '../bindings.ts';
import type { EngineWork, FitQuestion, Handle } from '../engine.ts';
import type { Abilities, Ask, Taken } from '../fit.ts';
import { anyInput } from '../fit.ts';

export interface GraphNode {
  class_type: string;
  inputs: Record<string, unknown>;
}

export type Graph = Record<string, GraphNode>;

/** Steps of a sampler take nearly all of the time. */
const samplerWeight = 20;

const boundNames = (bind: Readonly<Record<string, string>>) => Object.values(bind);

/** How many images and videos the graph must be given. */
export function slotsOf(bind: Readonly<Record<string, string>>): { images: number; videos: number } {
  const count = (kind: string) =>
    Math.max(
      0,
      ...boundNames(bind).map((name) =>
        name.startsWith(`${kind}[`) ? Number(name.slice(kind.length + 1, -1)) + 1 : 0,
      ),
    );
  return { images: count('image'), videos: count('video') };
}

/** What a graph can make follows from the places that are bound: everything else stands in it already. */
export function abilitiesOf(question: FitQuestion): Abilities {
  const names = boundNames(question.use.bind ?? {});
  const fields: [Taken, boolean][] = [
    ['seed', names.includes('seed')],
    ['negative_prompt', names.includes('negative_prompt')],
    ['cfg_scale', names.includes('cfg_scale') || names.includes('guidance_scale')],
    ['sound', names.includes('audio')],
  ];
  return {
    tasks: [question.work.task],
    takes: fields.flatMap(([field, has]) => (has ? [field] : [])),
    inputs: anyInput,
  };
}

/** What the graph decides by itself. */
export function notesOf({ work, use }: FitQuestion): string[] {
  const names = boundNames(use.bind ?? {});
  const hasLength = names.includes('seconds') || names.includes('frames');
  return [
    ...(work.seconds !== null && !hasLength ? ['seconds:not_applied'] : []),
    ...(names.includes('width') && names.includes('height') ? [] : ['size:not_applied']),
  ];
}

export function filledGraph(work: EngineWork, ask: Ask, media: BoundMedia): Graph {
  const graph = structuredClone(work.use.workflow) as Graph;
  for (const [pointer, name] of Object.entries(work.use.bind ?? {})) {
    const value = boundValue(name, { work, ask, ...media });
    if (value !== undefined) setAt(graph, pointer, value);
  }
  for (const node of Object.values(graph)) {
    // A graph that is the same in every value is answered from memory, without a new file.
    if (typeof node.inputs?.['filename_prefix'] === 'string')
      node.inputs['filename_prefix'] = `afterimage/${work.token}`;
  }
  return graph;
}

function setAt(graph: Graph, pointer: string, value: unknown): void {
  const parts = pointer.split('/').slice(1);
  const last = parts.pop()!;
  let at = graph as unknown as Record<string, unknown>;
  for (const part of parts) at = at[part] as Record<string, unknown>;
  at[last] = value;
}

const isSampler = ({ class_type: name }: GraphNode) => /sampler/i.test(name);

/** Small enough for a handle: which nodes weigh much, and what all weigh together. */
export function weightsOf(graph: Graph): { samplers: string; weight: number } {
  const nodes = Object.entries(graph);
  const samplers = nodes.filter(([, node]) => isSampler(node)).map(([id]) => id);
  return { samplers: samplers.join(','), weight: nodes.length - samplers.length + samplers.length * samplerWeight };
}

/** Percent of the whole graph; `parts` are the nodes seen so far, 0 to 1 each. */
export function progressOf(handle: Handle, parts: ReadonlyMap<string, number>): number | null {
  if (typeof handle['weight'] !== 'number') return null;
  const samplers = new Set(String(handle['samplers'] ?? '').split(','));
  const done = [...parts].reduce((sum, [id, part]) => sum + part * (samplers.has(id) ? samplerWeight : 1), 0);
  return Math.min(99, Math.floor((100 * done) / Math.max(1, handle['weight'])));
}
