/** The studio engine as the suite makes it, in this process or another. */
import { describeEncoder, render } from '@afterimage/studio';
import { createStudioEngine, type StudioEngine } from '../../../src/engines/studio/studio-engine.ts';

export function createEngine(folder: string): StudioEngine {
  return createStudioEngine({ folder, slots: 2, studio: { render, describeEncoder } });
}
