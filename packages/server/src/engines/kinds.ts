/**
 * The kinds of engine that an operator's file may name: an entry each, whose adapter is loaded when a file does. A new one
 * also has its page, `docs/guide/engines/<kind>.md`, which the guide leads to and which says what was proved.
 */
import type { EngineNet } from '../net/engine-net.ts';
import type { PullOrders } from '../pull/orders.ts';
import type { Engine } from './engine.ts';
import type { EngineEntry } from './engine-entry.ts';

interface About {
  /** Whether it costs money unless the file says otherwise. */
  paid: boolean;
  /** Who brought what it draws with: it sells models, or it runs whatever its operator gave it. */
  models: 'its own' | "the operator's";
  /** How a route says which of its models is meant: by its id, by its id or a preset, or not at all. */
  model: 'by id' | 'by id or preset' | 'may be left out';
}

/** One that we call. */
export interface CalledKind extends About {
  /** Where the vendor lives; null: the file must say. */
  url: string | null;
  /** What an address in the file must end in. */
  path: '' | '/v1';
  /** Other hosts of the same vendor that its SDK calls. */
  otherUrls?: readonly string[];
  /** What it must be shown to let us in. */
  needs: 'key' | 'key or pair' | 'nothing';
  load(): Promise<(given: { entry: EngineEntry; net: EngineNet }) => Engine>;
}

/** One whose workers come for their work. */
export interface ComingKind extends About {
  load(): Promise<(given: { entry: EngineEntry; orders: PullOrders }) => Engine>;
}

const operatorRun = { paid: false, models: "the operator's", model: 'may be left out' } as const;
const vendor = { paid: true, models: 'its own', path: '', needs: 'key' } as const;

export const calledKinds = {
  http: {
    ...operatorRun,
    url: null,
    path: '',
    needs: 'nothing',
    load: async () => (await import('./http/http-engine.ts')).createHttpEngine,
  },
  comfyui: {
    ...operatorRun,
    url: null,
    path: '',
    needs: 'nothing',
    load: async () => (await import('./comfyui/comfyui-engine.ts')).createComfyuiEngine,
  },
  openai: {
    ...vendor,
    url: 'https://api.openai.com/v1',
    path: '/v1',
    // A server of one's own that speaks it may want none.
    needs: 'nothing',
    model: 'by id',
    load: async () => (await import('./openai/openai-engine.ts')).createOpenaiEngine,
  },
  kling: {
    ...vendor,
    url: 'https://api-singapore.klingai.com',
    needs: 'key or pair',
    model: 'by id or preset',
    load: async () => (await import('./kling/kling-engine.ts')).createKlingEngine,
  },
  fal: {
    ...vendor,
    url: 'https://queue.fal.run',
    otherUrls: ['https://rest.fal.ai'],
    model: 'by id or preset',
    load: async () => (await import('./fal/fal-engine.ts')).createFalEngine,
  },
  google: {
    ...vendor,
    url: 'https://generativelanguage.googleapis.com',
    model: 'by id',
    load: async () => (await import('./google/google-engine.ts')).createGoogleEngine,
  },
  replicate: {
    ...vendor,
    url: 'https://api.replicate.com/v1',
    path: '/v1',
    model: 'by id',
    load: async () => (await import('./replicate/replicate-engine.ts')).createReplicateEngine,
  },
} as const satisfies Record<string, CalledKind>;

export const comingKinds = {
  pull: { ...operatorRun, load: async () => (await import('./pull/pull-engine.ts')).createPullEngine },
} as const satisfies Record<string, ComingKind>;

export type Called = keyof typeof calledKinds;
export type Kind = Called | keyof typeof comingKinds;

const all: Readonly<Record<Kind, About>> = { ...calledKinds, ...comingKinds };
export const kinds = Object.keys(all) as readonly Kind[];
export const called = Object.keys(calledKinds) as readonly Called[];
export const aboutKind = (kind: Kind): About => all[kind];
export const isCalled = (kind: string): kind is Called => kind in calledKinds;
/** Engines that no file names have kinds of their own. */
export const isOfTheOperator = (kind: string): boolean => kind in all && all[kind as Kind].models === "the operator's";
