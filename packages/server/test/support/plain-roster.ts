/** A roster with engines that a test made: each generation's route is all of them, in order. */
import type { Engine, RouteUse } from '../../src/engines/engine.ts';
import { bareUse } from '../../src/engines/engine.ts';
import type { EngineRoster } from '../../src/engines/engine-roster.ts';
import type { Workshop } from '../../src/engines/media/workshop.ts';
import { createSharedPolls } from '../../src/engines/shared-polls.ts';
import { createAttemptNews } from '../../src/generations/attempt-news.ts';
import { preparingSlots } from '../../src/generations/preparing.ts';
import { createSilentLog } from '../../src/log/log.ts';
import { createModerator } from '../../src/moderation/moderator.ts';
import { createOperatorFetch } from '../../src/net/operator-fetch.ts';
import { quickTimings } from './timings.ts';

export function plainRoster(engines: readonly Engine[], changes: Partial<EngineRoster> = {}): EngineRoster {
  const uses: RouteUse[] = engines.map(({ name }) => bareUse(name));
  return {
    find: (name) => engines.find((engine) => engine.name === name),
    routeOf: () => uses,
    capOf: () => null,
    cadenceOf: () => ({ firstSeconds: 0.01, everySeconds: 0.02, maxSeconds: 0.1 }),
    policy: () => ({ unknownGraceSeconds: 0.3, enginesMax: 2, contentPolicyFallback: false }),
    isOpen: () => true,
    takes: () => true,
    refresh: async () => [],
    nameEngines: async () => {},
    look: createSharedPolls(),
    note: () => {},
    hold: () => () => {},
    hookOf: () => null,
    ...changes,
  };
}

/** What a run needs besides the money and the media. */
export const plainRunning = () => ({
  attemptNews: createAttemptNews(),
  preparing: preparingSlots(),
  timings: quickTimings.engines,
  linkTo: () => null,
  workshop: noWorkshop,
  moderator: createModerator({
    rules: () => ({ words: [], hook: null, images: 'off' }),
    fetch: createOperatorFetch(),
    log: createSilentLog(),
  }),
});

const unexpected = () => Promise.reject(new Error('no engine elsewhere is part of this'));

/** For engines that are our own: what they take and make needs no work. */
const noWorkshop: Workshop = { links: 'no', fit: unexpected, makeOurs: unexpected };
