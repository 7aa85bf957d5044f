/** The sandbox engine holds what every engine must when no scenario is played. */
import { describeEngine } from '../suites/engine.ts';

describeEngine('sandbox');
