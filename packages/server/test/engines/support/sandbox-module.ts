/** The sandbox engine over a real studio, as the suite makes it. */
import type { Engine } from '../../../src/engines/engine.ts';
import { createSandboxEngine } from '../../../src/engines/sandbox/sandbox-engine.ts';
import { createEngine as createStudio } from './studio-module.ts';

export function createEngine(folder: string): Engine {
  const studio = createStudio(folder);
  return { ...createSandboxEngine({ studio }), close: () => studio.close() };
}
