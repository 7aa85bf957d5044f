/** All engines of this process, our own and those of the operator's file: who makes what, and how each is doing. */
import type { Family, MediaFacts, Mode } from '@afterimage/contract';
import type { Db } from '../db/postgres.ts';
import type { Log } from '../log/log.ts';
import type { PullOrders } from '../pull/orders.ts';
import { type ChoiceQuestion, chooseEngine, type EngineChoice, type FitGiven, fitFor } from './choose-engine.ts';
import { createEngine } from './create-engine.ts';
import type { EmbeddedEngines } from './embedded-engines.ts';
import { bareUse, type Engine, type RouteUse } from './engine.ts';
import type { EngineRoster, Routed, RoutedInput } from './engine-roster.ts';
import { type BreakerTimings, createEngineStates, type EngineStates } from './engine-states.ts';
import {
  type EngineConfig,
  type EnginesFile,
  type FoundFile,
  noFile,
  readEnginesFile,
  routeFor,
} from './engines-file.ts';
import { fileEngines, nameEngines } from './engines-store.ts';
import type { FileFault } from './file/yaml-node.ts';
import { createOperatorEngines } from './operator-engines.ts';
import { createSharedPolls } from './shared-polls.ts';

export interface Roster extends EngineRoster {
  /** Where a submit waits. What a sandbox asks for never leaves the service. */
  chooseEngine(question: ChoiceQuestion & { mode: Mode }): EngineChoice;
  all(): readonly Engine[];
  /** Those that are no part of the service. */
  elsewhere(): readonly Engine[];
  configOf(name: string): EngineConfig | undefined;
  file(): EnginesFile;
  states: EngineStates;
  /** Reads the operator's file anew. A wrong one changes nothing. */
  reload(): Promise<Reloaded>;
  /** Called whenever the file has been read anew. */
  onReload(listener: () => void): void;
  /** Asks every engine elsewhere how it is, and whether it can do what routes want of it; broken off, it keeps no reply. */
  checkAll(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export type Reloaded = { outcome: 'read' } | { outcome: 'refused'; faults: readonly FileFault[] };

export interface RosterOptions {
  embedded: EmbeddedEngines;
  db: Db;
  log: Log;
  families: readonly Family[];
  /** The operator's file as it stands now; null: there is none. */
  read(): FoundFile | null;
  /** What workers fetch their work from. */
  orders: PullOrders;
  /** CIDRs that results may be fetched from though they are private. */
  allow: readonly string[];
  /** Where the world reaches this service; null: nowhere. */
  reachableUrl: string | null;
  timings: BreakerTimings;
}

/** Our own answer whenever something changes, and are never looked at by a cadence. */
const anyCadence = { firstSeconds: 2, everySeconds: 5, maxSeconds: 30 };
const prepareMilliseconds = 30_000;
const goneFault = { line: 1, message: 'The file is gone. To go on without engines, leave an empty one.' };

export function createRoster(options: RosterOptions): Roster {
  const { embedded, db, log, families, reachableUrl } = options;
  const operators = createOperatorEngines(({ kind, entry }) =>
    createEngine({ kind, entry, allow: options.allow, orders: options.orders }),
  );
  const states = createEngineStates({ db, log, timings: options.timings });
  const look = createSharedPolls();
  const obstacles = new Map<RouteUse, string>();
  const listeners = new Set<() => void>();
  const embeddedUses = new Map(embedded.all.map(({ name }) => [name, bareUse(name)]));

  const find = (name: string) => embedded.all.find((engine) => engine.name === name) ?? operators.find(name);
  const isOpen = (name: string) => embeddedUses.has(name) || states.isOpen(name);
  const given: FitGiven = {
    find,
    obstacle: (use) => obstacles.get(use),
    links: reachableUrl === null ? 'no' : 'yes',
  };

  /** Null: no route may name it, or none does, and it is our own engines'. */
  function filedRoute({ mode, family, model, fields }: Routed): readonly RouteUse[] | null {
    const { routes } = operators.file();
    if (mode === 'sandbox' || routes.length === 0) return null;
    const models = typeof fields['model'] === 'string' ? [model, fields['model']] : [model];
    return routeFor({ routes }, { family, models })?.use ?? null;
  }

  const ours = ({ mode, family, model, scenario }: Routed) =>
    embedded.engineFor({ mode, family, request: { model, scenario } });

  async function checkOne(engine: Engine, signal: AbortSignal): Promise<void> {
    const { ok, detail } = await states.check(engine, signal);
    if (signal.aborted) return;
    if (!ok) log.warn({ engine: engine.name, detail }, 'an engine does not answer as it should');
    const uses = operators.file().routes.flatMap(({ use }) => use.filter((one) => one.engine === engine.name));
    if (!ok || engine.prepare === undefined || uses.length === 0) return;
    const wrong = await engine.prepare(uses, AbortSignal.any([signal, AbortSignal.timeout(prepareMilliseconds)]));
    if (signal.aborted) return;
    for (const use of uses) obstacles.delete(use);
    for (const { use, why } of wrong) {
      obstacles.set(use, why);
      log.warn({ engine: engine.name, why }, 'an engine cannot do what a route wants of it');
    }
  }

  async function adopt(file: EnginesFile): Promise<void> {
    await operators.adopt(file);
    obstacles.clear();
    const filed = [...file.engines.values()].map(({ name, kind, entry, dailyCapUsd }) => ({
      name,
      kind,
      paid: entry.paid,
      slots: entry.slots,
      dailyCapUsd,
    }));
    await fileEngines(db, filed);
    // Also without a file: generations may wait for engines of an earlier one.
    await states.read();
  }

  const roster: Roster = {
    find,
    states,
    look,
    chooseEngine(question) {
      const { mode, family, request } = question;
      const { model, fields, scenario } = request;
      const generation: Routed = { mode, family: family.slug, model, fields, scenario };
      const route = filedRoute(generation);
      if (route === null) return { outcome: 'chosen', engine: ours(generation) };
      return chooseEngine(question, { route, ...given });
    },
    routeOf: (generation) => filedRoute(generation) ?? [embeddedUses.get(ours(generation))!],
    capOf: (name) => operators.configOf(name)?.dailyCapUsd ?? null,
    cadenceOf: (name) => operators.configOf(name)?.poll ?? anyCadence,
    policy: () => operators.file().policy,
    isOpen,
    takes({ family, model, work, seed, inputs }, use) {
      const wanted = { family, model, work, seed, media: inputs, facts: inputs.map(factsOf) };
      return isOpen(use.engine) && fitFor(wanted, use, given)?.fits === true;
    },
    async refresh(signal) {
      const elsewhere = operators.all();
      if (elsewhere.length === 0 && states.rows().length === 0) return [];
      await states.refresh(elsewhere, signal);
      // A file of before may have named one as ours are named: its row stays, and says nothing of ours.
      const others = states.rows().filter(({ name }) => !embeddedUses.has(name));
      const closed = others.filter(({ name, is_named: isNamed }) =>
        operators.find(name) === undefined ? !isNamed : !states.isOpen(name),
      );
      return closed.map(({ name }) => name);
    },
    async nameEngines(seconds) {
      const names = operators.all().map(({ name }) => name);
      if (names.length > 0) await nameEngines(db, names, seconds);
    },
    note: states.note,
    hold: operators.hold,
    hookOf: (engine, token) =>
      engine.hook === undefined || reachableUrl === null
        ? null
        : `${reachableUrl}/engine-hooks/${encodeURIComponent(engine.name)}/${token}`,
    all: () => [...embedded.all, ...operators.all()],
    elsewhere: operators.all,
    configOf: operators.configOf,
    file: operators.file,
    async reload() {
      const source = options.read();
      // Lost, or not there for a moment: nobody said that the studio shall make what engines made.
      if (source === null && operators.file() !== noFile) return { outcome: 'refused', faults: [goneFault] };
      const known = { families, embedded: embedded.definitions };
      const reading = source === null ? { ok: true as const, file: noFile } : readEnginesFile({ ...source, ...known });
      if (!reading.ok) return { outcome: 'refused', faults: reading.faults };
      await adopt(reading.file);
      for (const listener of listeners) listener();
      return { outcome: 'read' };
    },
    onReload: (listener) => void listeners.add(listener),
    async checkAll(signal) {
      const checks = await Promise.allSettled(operators.all().map((engine) => checkOne(engine, signal)));
      for (const { reason } of checks.filter((check) => check.status === 'rejected')) {
        log.warn({ err: reason }, 'an engine could not be checked');
      }
    },
    async close() {
      await operators.close();
      await embedded.close();
    },
  };
  return roster;
}

function factsOf({ width, height, milliseconds }: RoutedInput): MediaFacts | undefined {
  if (width === null || height === null) return undefined;
  return { width, height, ...(milliseconds !== null && { milliseconds }) };
}
