/** Whether a ComfyUI has every node and every file that a graph names: told at the start and not at three in the morning. */

import type { RouteUse } from '../engine.ts';
import type { Reply } from '../one-request.ts';
import type { Graph } from './comfyui-graph.ts';

interface NodeInfo {
  input?: Record<'required' | 'optional', Record<string, [unknown, { options?: unknown[] }?]> | undefined>;
}

export async function checkGraph(use: RouteUse, describe: (className: string) => Promise<Reply>): Promise<string[]> {
  const graph = (use.workflow ?? {}) as unknown as Graph;
  const whys: string[] = [];
  const known = new Map<string, NodeInfo | null>();
  for (const [id, node] of Object.entries(graph)) {
    const name = node.class_type;
    if (!known.has(name)) {
      const { json } = await describe(name);
      known.set(name, ((json ?? {}) as Record<string, NodeInfo>)[name] ?? null);
    }
    const info = known.get(name) ?? null;
    if (info === null) whys.push(`node ${id}: this ComfyUI has no ${name}`);
    else whys.push(...missingChoices(id, node.inputs, info, use));
  }
  return [...new Set(whys)];
}

/** Files of models, names of samplers: what must be one of the values that this machine has. */
function missingChoices(id: string, inputs: Record<string, unknown>, info: NodeInfo, use: RouteUse): string[] {
  const specs = { ...info.input?.required, ...info.input?.optional };
  return Object.entries(inputs).flatMap(([field, value]) => {
    // What we fill in ourselves, and what another node gives, is not in the graph.
    const isBound = Object.hasOwn(use.bind ?? {}, `/${id}/inputs/${field}`);
    const [kind, more] = specs[field] ?? [];
    const choices = Array.isArray(kind) ? kind : kind === 'COMBO' ? more?.options : undefined;
    if (isBound || typeof value !== 'string' || choices === undefined || choices.includes(value)) return [];
    return [`node ${id}: ${field} "${value}" is not on this ComfyUI`];
  });
}
