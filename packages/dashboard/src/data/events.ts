/** What happens reaches the pages' memory as it happens, by the event stream; without it they ask again. */
import { addressOf, Refusal } from '@afterimage/client';
import { apiRoutes } from '@afterimage/contract/api';
import { useEffect, useSyncExternalStore } from 'react';
import { patchBalance, patchDeliveries, patchGenerations } from './apply-events.ts';
import { isUnheard, queryClient } from './query-client.ts';
import type { GenerationSummary } from './resources.ts';
import { type Scope, useScope } from './scope.ts';
import { usePerson } from './session.ts';
import { joinStream } from './shared-stream.ts';

/** Polling: without the stream, but answers come. Unreachable: they do not. */
export type Liveness = 'connecting' | 'live' | 'reconnecting' | 'polling' | 'unreachable';

const failuresBeforePolling = 3;
const pollMilliseconds = 5_000;
/** Changes are put in together, so that two hundred at once cost one rendering and not two hundred. */
const gatherMilliseconds = 50;

let liveness: Liveness = 'connecting';
const livenessWatchers = new Set<() => void>();
const generationWatchers = new Set<(changed: readonly GenerationSummary[]) => void>();

function become(next: Liveness): void {
  if (next === liveness) return;
  liveness = next;
  for (const watcher of livenessWatchers) watcher();
}

export function useLiveness(): Liveness {
  return useSyncExternalStore(
    (onChange) => {
      livenessWatchers.add(onChange);
      return () => livenessWatchers.delete(onChange);
    },
    () => liveness,
  );
}

/** Every change of a generation, in groups, for those who show or say more than a list does. */
export function watchGenerations(onChange: (changed: readonly GenerationSummary[]) => void): () => void {
  generationWatchers.add(onChange);
  return () => generationWatchers.delete(onChange);
}

/** Once, in the shell. */
export function useEventStream(): void {
  const { account, mode } = useScope();
  const { person } = usePerson();
  useEffect(() => followStream({ account, mode }, person.id), [account, mode, person.id]);
}

function followStream({ account, mode }: Scope, person: string): () => void {
  const address = addressOf(apiRoutes.watch, { query: { account, mode } });
  let stopPolling: (() => void) | undefined;
  const gathering = gather();
  const hear = {
    generation: (data: string) => gathering.add(JSON.parse(data)),
    balance: (data: string) => patchBalance(JSON.parse(data), mode),
    delivery: (data: string) => patchDeliveries([JSON.parse(data)]),
    reset: () => askAgain(),
  };
  become('connecting');
  const leave = joinStream({ person, address }, (message) => {
    if (message.kind === 'event') return hear[message.name](message.data);
    if (message.kind === 'open') {
      // What the page holds is older than the stream: what happened in between, no event will tell.
      askAgain();
      stopPolling?.();
      stopPolling = undefined;
      become('live');
    } else if (message.failures >= failuresBeforePolling) {
      stopPolling ??= poll();
    } else {
      become('reconnecting');
    }
  });
  return () => {
    leave();
    stopPolling?.();
    gathering.stop();
  };
}

/** Asks at once, too: only an answer, or its lack, says whether there is a service at all. */
function poll(): () => void {
  become('polling');
  const stopHearing = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'success' && action.manual !== true) become('polling');
    if ((action.type === 'failed' || action.type === 'error') && action.error instanceof Refusal) {
      become(isUnheard(action.error) ? 'unreachable' : 'polling');
    }
  });
  // One that waits for an answer goes on waiting: begun anew with every round, none would ever be too late.
  const timer = setInterval(() => askAgain(false), pollMilliseconds);
  askAgain();
  return () => {
    stopHearing();
    clearInterval(timer);
  };
}

function gather(): { add(generation: GenerationSummary): void; stop(): void } {
  const waiting = new Map<string, GenerationSummary>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const changed = [...waiting.values()];
    waiting.clear();
    patchGenerations(changed);
    for (const watcher of generationWatchers) watcher(changed);
  };
  return {
    add(generation) {
      waiting.set(generation.id, generation);
      timer ??= setTimeout(flush, gatherMilliseconds);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Only what is on the screen is asked for now; the rest when it is looked at again. */
function askAgain(cancelRefetch = true): void {
  // A page that nobody sees asks once it is seen again, by the next round or the next event.
  if (document.hidden && (liveness === 'polling' || liveness === 'unreachable')) return;
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'getMe' }, { cancelRefetch });
}
