/** Every engine of the service. A new one is a file that defines it, and a line here; no operator's file may use its name. */
import type { EmbeddedDefinition } from './embedded-definition.ts';
import { sandboxEngine } from './sandbox/sandbox-engine.ts';
import { studioEngine } from './studio/studio-engine.ts';

/** The last is asked first whether it takes a generation; the first takes what nobody else did. */
export const embeddedTable: readonly EmbeddedDefinition[] = [studioEngine, sandboxEngine];
