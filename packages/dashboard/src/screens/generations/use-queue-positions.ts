/** Positions in the queue change without anything happening to those who wait: they are asked for while some are shown. */
import { useEffect } from 'react';
import { api } from '../../data/api.ts';
import { patchGenerations } from '../../data/apply-events.ts';
import { useScope } from '../../data/scope.ts';

const everyMilliseconds = 5_000;
const listedMax = 60;

export function useQueuePositions(shown: readonly { status: string }[]): void {
  const { account, mode } = useScope();
  const someoneWaits = shown.some(({ status }) => status === 'pending');
  useEffect(() => {
    if (!someoneWaits) return;
    const asking = new AbortController();
    const ask = async () => {
      // Nobody looks at a hidden page.
      if (document.hidden) return;
      const query = { mode, limit: listedMax, status: 'pending' as const, ...(account !== undefined && { account }) };
      const page = await api.listGenerations({ query, signal: asking.signal });
      patchGenerations(page.items);
    };
    // A question that fails is asked again soon; the stream's own trouble is shown elsewhere.
    const timer = setInterval(() => void ask().catch(() => {}), everyMilliseconds);
    return () => {
      clearInterval(timer);
      asking.abort();
    };
  }, [someoneWaits, account, mode]);
}
