/** What an engine whose workers fetch their work does with it: leave an order, look at it, call it off, read the result. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type KeepServices, keepFile } from '../media/keep-files.ts';
import { fileNameFor, signLink } from '../media/links.ts';
import { dropObjects, findObject } from '../media/objects-store.ts';
import { openObject } from '../media/read-object.ts';
import { cancelJob, findJobs, insertJob, type JobRow, type NewJob } from './jobs-store.ts';
import { summarizeEngineKeys } from './keys-store.ts';
import type { PullNews } from './news.ts';

export interface PullOrders {
  leave(job: NewJob): Promise<void>;
  /** Those that there are. */
  look(ids: readonly string[]): Promise<JobRow[]>;
  callOff(id: string): Promise<boolean>;
  /** Calls back at every change of the job, and when one may have been missed. Returns how to stop it. */
  onChange(id: string, hear: () => void): Promise<() => void>;
  /** A link that is good until then, where the service has none of its own for a medium. */
  linkTo(medium: OrderedMedium): Promise<string>;
  openOutput(mediaId: string): Promise<{ type: string; open(): Promise<ReadableStream<Uint8Array>> }>;
  /** The output has been copied, or nobody wants it. */
  forget(id: string): Promise<void>;
  /** How many workers may ask for work of an engine, and when one last did. */
  workersOf(engine: string): Promise<{ keys: number; last_used_at: Date | null }>;
}

export interface OrderedMedium {
  accountId: string;
  type: string;
  /** The job's deadline: it may wait so long for a worker. */
  until: Date;
  copyTo(file: string): Promise<void>;
}

export interface PullOrderServices extends KeepServices {
  news: PullNews;
  publicUrl: string;
  linkSecret: Buffer;
}

export function createPullOrders(services: PullOrderServices): PullOrders {
  const { db, stores, news, publicUrl, linkSecret: secret } = services;
  return {
    leave: (job) => insertJob(db, job),
    look: (ids) => findJobs(db, ids),
    callOff: (id) => cancelJob(db, id),
    async onChange(id, hear) {
      await news.listening();
      return news.on({ of: 'job', name: id }, hear);
    },
    async linkTo({ accountId, type, until, copyTo }) {
      const file = join(stores.scratchFolder(), randomUUID());
      try {
        await copyTo(file);
        const fileName = fileNameFor({ family: 'input', prompt: '', id: randomUUID(), type });
        const objectId = await keepFile(services, file, { accountId, purpose: 'input', type, fileName, until });
        return signLink({ publicUrl, secret, objectId, fileName, expiresAt: until });
      } finally {
        await rm(file, { force: true });
      }
    },
    async openOutput(mediaId) {
      const object = await findObject(db, mediaId);
      if (object === undefined) throw new Error(`There is no medium ${mediaId}.`);
      return {
        type: object.content_type,
        async open() {
          const opened = await openObject(services, object);
          if (opened === 'missing') throw new Error('The output was removed before it was copied.');
          return Readable.toWeb(opened.stream) as ReadableStream<Uint8Array>;
        },
      };
    },
    async forget(id) {
      const [job] = await findJobs(db, [id]);
      if (job?.output_media_id != null) await dropObjects(db, [job.output_media_id]);
    },
    workersOf: (engine) => summarizeEngineKeys(db, engine),
  };
}
