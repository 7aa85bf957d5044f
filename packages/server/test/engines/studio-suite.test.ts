/** The studio engine holds what every engine must. */
import { describeEngine } from '../suites/engine.ts';

describeEngine('studio', new URL('./support/studio-module.ts', import.meta.url));
