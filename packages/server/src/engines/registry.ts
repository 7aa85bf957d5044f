/** The engines this service has, and which of them takes a generation. */
import { join } from 'node:path';
import type { Mode, Scenario } from '@afterimage/contract';
import { describeEncoder, render, type Signer } from '@afterimage/studio';
import type { Engine } from './engine.ts';
import { createSandboxEngine, playsInEngine } from './sandbox/sandbox-engine.ts';
import { createStudioEngine } from './studio/studio-engine.ts';

export type EngineName = 'studio' | 'sandbox';

export interface Engines {
  /** Sandbox generations without a scenario go the way of live ones, so that render slots are shared by turns. */
  engineFor(generation: { mode: Mode; scenario: Scenario | null }): EngineName;
  readonly all: readonly Engine[];
  /** Engines are named after their engines. */
  byName(name: string): Engine;
  /** Removes scratch files that nobody came back for. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export interface EnginesOptions {
  dataFolder: string;
  concurrency: number;
  /** Absent in a process that renders nothing. */
  signer?: Signer | undefined;
}

export function createEngines(options: EnginesOptions): Engines {
  const studio = createStudioEngine({
    folder: join(options.dataFolder, 'studio'),
    slots: options.concurrency,
    studio: { render, describeEncoder },
    signer: options.signer,
  });
  const all: readonly Engine[] = [studio, createSandboxEngine({ studio })];
  return {
    all,
    byName(name) {
      const engine = all.find((one) => one.name === name);
      if (engine === undefined) throw new Error(`There is no engine ${name}.`);
      return engine;
    },
    engineFor: ({ mode, scenario }) => (mode === 'sandbox' && playsInEngine(scenario) ? 'sandbox' : 'studio'),
    async sweep() {
      await studio.sweep();
    },
    async close() {
      for (const engine of all) await engine.close();
    },
  };
}
