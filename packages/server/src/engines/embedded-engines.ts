/** The engines that are a part of the service, made from the table, and which of them takes a generation. */
import { join } from 'node:path';
import type { EmbeddedDefinition, EngineGiven, RoutedGeneration } from './embedded-definition.ts';
import { embeddedTable } from './embedded-table.ts';
import type { Engine } from './engine.ts';

export interface EmbeddedEngines {
  /** The name of the engine that a generation waits for. */
  engineFor(generation: RoutedGeneration): string;
  readonly all: readonly Engine[];
  /** As the table knows them. */
  readonly definitions: readonly EmbeddedDefinition[];
  byName(name: string): Engine;
  /** Lets every engine remove what nobody came back for. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  dataFolder: string;
  concurrency: number;
  signer?: EngineGiven['signer'];
}

export function createEmbeddedEngines(
  options: EmbeddedOptions,
  table: readonly EmbeddedDefinition[] = embeddedTable,
): EmbeddedEngines {
  const { dataFolder, signer } = options;
  const made = new Map<string, Engine>();

  function engine(name: string): Engine {
    const known = made.get(name);
    if (known !== undefined) return known;
    const definition = table.find((one) => one.name === name);
    if (definition === undefined) throw new Error(`There is no engine ${name}.`);
    const traits = { ...definition.traits(options), embedded: true as const };
    const created = definition.create({ name, traits, folder: join(dataFolder, name), signer, engine });
    made.set(name, created);
    return created;
  }

  const all = table.map(({ name }) => engine(name));
  return {
    all,
    definitions: table,
    byName: engine,
    engineFor(generation) {
      const taker = table.findLast((definition) => definition.takes(generation));
      if (taker === undefined) throw new Error(`No engine takes a generation of ${generation.family}.`);
      return taker.name;
    },
    async sweep() {
      for (const one of all) await one.sweep?.();
    },
    async close() {
      for (const one of all) await one.close();
    },
  };
}
