/** The studio engine holds what every engine must. */
import { describeEngine } from '../suites/engine.ts';

describeEngine('studio');
