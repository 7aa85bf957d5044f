/** Finds out what has changed in one account since the last look: generations, deliveries, the balance. */
import { formatPrice } from '@afterimage/contract';
import { balanceOf } from '../../../ledger/balance.ts';
import { createDeliveryWatch } from './delivery-watch.ts';
import type { PageEvent } from './event-buffer.ts';
import { createGenerationWatch, type GenerationWatchServices } from './generation-watch.ts';

export type WatchServices = GenerationWatchServices;

export interface AccountWatch {
  /**
   * What is new since the last look. The first tells what is newest and what runs: a page reads its lists while it
   * connects, and what changes in between must not be missed.
   */
  look(): Promise<PageEvent[]>;
  /** Nobody looks any more. */
  leave(): void;
}

/** A submit draws its id before it is committed, here or on another machine: so much later may it come into sight. */
const slackMilliseconds = 15_000;

export function createAccountWatch(services: WatchServices, accountId: string): AccountWatch {
  const generations = createGenerationWatch(services, accountId);
  const deliveries = createDeliveryWatch(services, accountId);
  let balance: string | null = null;
  let lookedAt = Date.now();
  /** What a look found before it failed. */
  let found: PageEvent[] = [];

  async function balanceEvents(): Promise<PageEvent[]> {
    const before = balance;
    balance = formatPrice(await balanceOf(services.reads, accountId));
    return before === balance ? [] : [{ event: 'balance', data: { balance } }];
  }

  return {
    async look() {
      const startedAt = Date.now();
      const since = new Date(lookedAt - slackMilliseconds);
      found.push(...(await generations.look(since)));
      found.push(...(await deliveries.look(since)));
      found.push(...(await balanceEvents()));
      lookedAt = startedAt;
      const events = found;
      found = [];
      return events;
    },
    leave: generations.leave,
  };
}
