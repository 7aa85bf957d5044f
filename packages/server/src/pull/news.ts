/** Carries what is announced of pull jobs to those in this process who wait for it: one connection, made when first needed. */
import type { ConnectionSettings } from '../db/database-server.ts';
import { type Listener, listen } from '../db/listener.ts';
import type { Log } from '../log/log.ts';
import { jobsChannel, workChannel } from './jobs-store.ts';
import { keysChannel } from './keys-store.ts';

const channels = { job: jobsChannel, work: workChannel, key: keysChannel } as const;

/** What there is news of: a job by its id, work by its engine, a key by its id. */
export type Subject = { of: keyof typeof channels; name: string };

export interface PullNews {
  /** Resolves when nothing that is announced from now on is missed. Without a connection it rejects. */
  listening(): Promise<void>;
  /** `hear` is also called when news may have been missed. Returns how to stop it. */
  on(subject: Subject, hear: () => void): () => void;
  stop(): Promise<void>;
}

export function createPullNews({ settings, log }: { settings: ConnectionSettings; log: Log }): PullNews {
  const hearing = new Map<string, Set<() => void>>();
  let listener: Promise<Listener> | undefined;

  function tell(subject: string): void {
    for (const hear of [...(hearing.get(subject) ?? [])]) hear();
  }

  function open(): Promise<Listener> {
    const opening = listen({
      settings,
      channels: Object.values(channels),
      on: (channel, payload) => tell(`${channel} ${payload}`),
      onReconnect() {
        for (const subject of [...hearing.keys()]) tell(subject);
      },
      log,
    });
    opening.catch(() => {
      // The next to come tries anew.
      if (listener === opening) listener = undefined;
    });
    return opening;
  }

  return {
    async listening() {
      listener ??= open();
      await listener;
    },
    on({ of, name }, hear) {
      const subject = `${channels[of]} ${name}`;
      const those = hearing.get(subject) ?? new Set();
      hearing.set(subject, those.add(hear));
      return () => {
        those.delete(hear);
        if (those.size === 0 && hearing.get(subject) === those) hearing.delete(subject);
      };
    },
    async stop() {
      const opened = await listener?.catch(() => undefined);
      await opened?.stop();
    },
  };
}
