/** How a prompt is read, and by what drawing each of its subjects is shown. */
import type { CastSubject } from '../../src/scene/cast.ts';
import { readScene, type Scene } from '../../src/scene/scene.ts';

export function sceneOf(prompt: string): Scene {
  return readScene({ prompt, negativePrompt: null, cfgScale: null, seed: 1 });
}

/** Our own with "=" before its name. */
export function drawing({ own, vector }: CastSubject): string {
  return own === null ? vector!.id : `=${own}`;
}

export const drawings = (prompt: string): string[] => sceneOf(prompt).subjects.map(drawing);
