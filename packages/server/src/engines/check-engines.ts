/** Whether what the operator's file names is there: every engine asked, every use of it looked at, every route resolved. */
import type { Family } from '@afterimage/contract';
import { createEngine } from './create-engine.ts';
import type { EmbeddedEngines } from './embedded-engines.ts';
import type { Engine } from './engine.ts';
import {
  type EngineConfig,
  type EnginesFile,
  type FoundFile,
  readEnginesFile,
  resolvedRoutes,
} from './engines-file.ts';
import type { FileFault } from './file/yaml-node.ts';
import { isCalled } from './kinds.ts';
import { messageOf } from './one-request.ts';

export interface CheckedEngine {
  name: string;
  kind: string;
  ok: boolean;
  detail: string;
}

export interface EnginesCheck {
  ok: boolean;
  /** Of the file, in the order of its lines. */
  faults: FileFault[];
  engines: CheckedEngine[];
  routes: { family: string; model: string; use: string[] }[];
}

export interface CheckGiven {
  /** Null: there is no file, and our own engines serve everything. */
  found: FoundFile | null;
  families: readonly Family[];
  /** CIDRs that results may be fetched from though they are private. */
  allow: readonly string[];
  embedded: Pick<EmbeddedEngines, 'definitions' | 'engineFor'> & { all: readonly Checkable[] };
  /** For one engine. */
  seconds: number;
}

type Checkable = Pick<Engine, 'name' | 'kind' | 'check'>;

export async function checkEngines(given: CheckGiven): Promise<EnginesCheck> {
  const { found, families, embedded } = given;
  const reading = found === null ? null : readEnginesFile({ ...found, families, embedded: embedded.definitions });
  if (reading?.ok === false) return { ok: false, faults: [...reading.faults], engines: [], routes: [] };
  const file = reading?.file ?? null;
  const routes = resolvedRoutes({ routes: file?.routes ?? [] }, families, embedded);
  const looks = await Promise.all([...(file?.engines.values() ?? [])].map((config) => lookAt(config, file!, given)));
  const faults = looks.flatMap((look) => look.faults).toSorted((a, b) => a.line - b.line);
  const routed = embedded.all.filter(({ name }) => routes.some(({ use }) => use.includes(name)));
  const ours = await Promise.all(routed.map((engine) => lookAtOurs(engine, given.seconds)));
  const engines = [...looks.map(({ engine }) => engine), ...ours];
  return { ok: faults.length === 0 && engines.every(({ ok }) => ok), faults, engines, routes };
}

async function lookAtOurs(engine: Checkable, seconds: number): Promise<CheckedEngine> {
  const about = { name: engine.name, kind: engine.kind };
  try {
    return { ...about, ...(await engine.check(AbortSignal.timeout(seconds * 1000))) };
  } catch (fault) {
    return { ...about, ok: false, detail: messageOf(fault) };
  }
}

type Look = { engine: CheckedEngine; faults: FileFault[] };

async function lookAt(config: EngineConfig, file: EnginesFile, { allow, seconds }: CheckGiven): Promise<Look> {
  const { name, kind, entry } = config;
  const told = (ok: boolean, detail: string): Look => ({ engine: { name, kind, ok, detail }, faults: [] });
  // It never calls them: they come when they are free, with a key that is in the database, which may be away now.
  if (!isCalled(kind)) return told(true, 'workers come for its work; `engines key list` tells whether any may');
  let engine: Engine;
  try {
    engine = await createEngine({ kind, entry, allow });
  } catch (fault) {
    return told(false, messageOf(fault));
  }
  try {
    const { ok, detail } = await engine.check(AbortSignal.timeout(seconds * 1000));
    if (!ok) return told(ok, detail);
    const faults = await impossibleUses(engine, file, AbortSignal.timeout(seconds * 1000));
    return faults.length === 0
      ? told(ok, detail)
      : { ...told(false, `${detail}, without all that its routes need`), faults };
  } catch (fault) {
    return told(false, messageOf(fault));
  } finally {
    await engine.close();
  }
}

/** A node, a file or a field that a route counts on and the engine lacks. */
async function impossibleUses(engine: Engine, file: EnginesFile, signal: AbortSignal): Promise<FileFault[]> {
  const uses = file.routes.flatMap(({ use }) => use.filter((one) => one.engine === engine.name));
  if (engine.prepare === undefined || uses.length === 0) return [];
  const wrong = await engine.prepare(uses, signal);
  return wrong.map(({ use, why }) => {
    const line = file.routes.find((route) => route.use.includes(use))?.line ?? 1;
    return { line, message: `${engine.name}: ${why.replace(/\.$/, '')}.` };
  });
}
