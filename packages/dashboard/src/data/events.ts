/** The one event stream of this tab: what happens reaches the pages' memory as it happens; without it they ask again. */
import { addressOf, Refusal } from '@afterimage/client';
import { apiRoutes } from '@afterimage/contract/api';
import { useEffect, useSyncExternalStore } from 'react';
import { patchBalance, patchDeliveries, patchGenerations } from './patches.ts';
import { isUnheard, queryClient } from './query-client.ts';
import type { GenerationSummary } from './resources.ts';
import { type Scope, useScope } from './scope.ts';

/** Polling: without the stream, but answers come. Unreachable: they do not. */
export type Liveness = 'connecting' | 'live' | 'reconnecting' | 'polling' | 'unreachable';

const failuresBeforePolling = 3;
const pollMilliseconds = 5_000;
/** Changes are put in together, so that two hundred at once cost one rendering and not two hundred. */
const gatherMilliseconds = 50;
const firstRetryMilliseconds = 500;
const retryMillisecondsMax = 10_000;

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
  useEffect(() => openStream({ account, mode }), [account, mode]);
}

/** EventSource comes back by itself, with Last-Event-ID, unless it is refused; then a new one is due. */
function openStream({ account, mode }: Scope): () => void {
  const address = addressOf(apiRoutes.watch, { query: { account, mode } });
  let source: EventSource | null = null;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let stopPolling: (() => void) | undefined;
  const gathering = gather();

  function connect(): void {
    source = new EventSource(address);
    source.addEventListener('open', () => {
      // What the page holds is older than the stream: what happened in between, no event will tell.
      askAgain();
      failures = 0;
      stopPolling?.();
      stopPolling = undefined;
      become('live');
    });
    source.addEventListener('generation', (event) => gathering.add(JSON.parse(event.data) as GenerationSummary));
    source.addEventListener('balance', (event) => patchBalance(JSON.parse(event.data), mode));
    source.addEventListener('delivery', (event) => patchDeliveries([JSON.parse(event.data)]));
    source.addEventListener('reset', askAgain);
    source.addEventListener('error', fail);
  }

  function fail(): void {
    failures += 1;
    if (failures >= failuresBeforePolling) stopPolling ??= poll();
    else become('reconnecting');
    if (source?.readyState !== EventSource.CLOSED) return;
    clearTimeout(retry);
    retry = setTimeout(connect, Math.min(firstRetryMilliseconds * 2 ** failures, retryMillisecondsMax));
  }

  // A laptop that wakes up should not wait for the next try.
  const comeBack = () => {
    // A short loss does not end the stream, only what was asked meanwhile.
    if (source?.readyState === EventSource.OPEN) return askAgain();
    clearTimeout(retry);
    source?.close();
    connect();
  };
  window.addEventListener('online', comeBack);
  become('connecting');
  connect();
  return () => {
    window.removeEventListener('online', comeBack);
    clearTimeout(retry);
    stopPolling?.();
    gathering.stop();
    source?.close();
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
  const timer = setInterval(askAgain, pollMilliseconds);
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
function askAgain(): void {
  // A page that nobody sees asks once it is seen again, by the next round or the next event.
  if (document.hidden && (liveness === 'polling' || liveness === 'unreachable')) return;
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'getMe' });
}
