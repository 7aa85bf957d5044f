/** Tells screen readers how generations go: progress at most every ten seconds, each end once. */
import { useEffect } from 'react';
import { watchGenerations } from '../data/events.ts';
import type { GenerationSummary } from '../data/resources.ts';
import { isCancelled } from '../data/status-filter.ts';
import { announce } from '../ui/live-region.tsx';

const progressMilliseconds = 10_000;

export function useSpokenProgress(): void {
  useEffect(() => {
    const ended = new Set<string>();
    let saidAt = Number.NEGATIVE_INFINITY;
    return watchGenerations((changed) => {
      const over = changed.filter(({ id, finished_at }) => finished_at !== null && !ended.has(id));
      for (const { id } of over) ended.add(id);
      if (over.length > 0) {
        announce(endSentence(over));
        return;
      }
      const running = changed.find(({ progress }) => progress !== null);
      if (running === undefined || performance.now() - saidAt < progressMilliseconds) return;
      saidAt = performance.now();
      announce(`Generation at ${running.progress} percent`);
    });
  }, []);
}

function endSentence(over: readonly GenerationSummary[]): string {
  const cancelled = over.filter(isCancelled).length;
  const failed = over.filter(({ status }) => status === 'failed').length - cancelled;
  if (over.length === 1) {
    return cancelled === 1
      ? 'A generation was cancelled'
      : failed === 1
        ? 'A generation failed'
        : 'A generation is finished';
  }
  const finished = `${over.length - failed - cancelled} generations finished, ${failed} failed`;
  return cancelled === 0 ? finished : `${finished}, ${cancelled} cancelled`;
}
