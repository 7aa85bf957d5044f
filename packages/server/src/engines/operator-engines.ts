/** The engines of the operator's file in this process: made when it is read, kept while anything is with them. */
import { createHash } from 'node:crypto';
import type { Engine } from './engine.ts';
import { Secret } from './engine-entry.ts';
import { type EngineConfig, type EnginesFile, noFile } from './engines-file.ts';

export interface OperatorEngines {
  file(): EnginesFile;
  all(): readonly Engine[];
  find(name: string): Engine | undefined;
  configOf(name: string): EngineConfig | undefined;
  /** Takes over a file that was read well. An engine whose entry is as it was stays as it is. */
  adopt(file: EnginesFile): Promise<void>;
  /** An engine that the file no longer names is closed when nobody holds it any more. */
  hold(engine: Engine): () => void;
  close(): Promise<void>;
}

interface Member {
  config: EngineConfig;
  engine: Engine;
  print: string;
}

export function createOperatorEngines(create: (config: EngineConfig) => Promise<Engine>): OperatorEngines {
  let file = noFile;
  let members = new Map<string, Member>();
  const holders = new Map<Engine, number>();
  const retired = new Set<Engine>();

  function closeIfIdle(engine: Engine): void {
    if (!retired.has(engine) || holders.has(engine)) return;
    retired.delete(engine);
    void engine.close().catch(() => {});
  }

  return {
    file: () => file,
    all: () => [...members.values()].map(({ engine }) => engine),
    find: (name) => members.get(name)?.engine,
    configOf: (name) => members.get(name)?.config,
    async adopt(next) {
      const made: Engine[] = [];
      const adopted = new Map<string, Member>();
      try {
        for (const [name, config] of next.engines) {
          const print = printOf(config);
          const known = members.get(name);
          if (known?.print === print) {
            adopted.set(name, { ...known, config });
            continue;
          }
          const engine = await create(config);
          made.push(engine);
          adopted.set(name, { config, engine, print });
        }
      } catch (fault) {
        await Promise.all(made.map((engine) => engine.close()));
        throw fault;
      }
      const before = [...members.values()];
      file = next;
      members = adopted;
      for (const { engine } of before) {
        if (adopted.get(engine.name)?.engine === engine) continue;
        retired.add(engine);
        closeIfIdle(engine);
      }
    },
    hold(engine) {
      holders.set(engine, (holders.get(engine) ?? 0) + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (holders.get(engine) ?? 1) - 1;
        if (left > 0) holders.set(engine, left);
        else holders.delete(engine);
        closeIfIdle(engine);
      };
    },
    async close() {
      const all = [...members.values()].map(({ engine }) => engine).concat([...retired]);
      retired.clear();
      await Promise.all(all.map((engine) => engine.close()));
    },
  };
}

/** Two entries of one print make the same engine. Secrets count, and cannot be read from it. */
function printOf({ kind, entry }: EngineConfig): string {
  const plain = (value: unknown): unknown => {
    if (value instanceof Secret) return value.reveal();
    if (typeof value !== 'object' || value === null) return value;
    return Object.entries(value).map(([key, one]) => [key, plain(one)]);
  };
  return createHash('sha256')
    .update(JSON.stringify([kind, plain(entry)]))
    .digest('hex');
}
