/** A connection for whole tables: statements, and COPY in both directions, without any program of PostgreSQL's. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { ConnectionSettings } from './database-server.ts';
import { sessionOptions } from './session-options.ts';

export interface CopySession {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** In PostgreSQL's text form, as it arrives. */
  copyOut(text: string): AsyncIterable<Buffer>;
  /** Returns how many rows were taken. */
  copyIn(text: string, chunks: AsyncIterable<Buffer>): Promise<number>;
  close(): Promise<void>;
}

export async function openCopySession({ url }: ConnectionSettings): Promise<CopySession> {
  const client = new Client({ connectionString: url, application_name: 'afterimage backup', options: sessionOptions });
  // A connection that breaks fails the statement that is under way; unheard, the event would end the process.
  client.on('error', () => {});
  await client.connect();
  return {
    async query<Row>(text: string, values?: unknown[]) {
      const { rows } = await client.query(text, values);
      return (rows ?? []) as Row[];
    },
    copyOut: (text) => client.query(copyTo(text)),
    async copyIn(text, chunks) {
      const sink = client.query(copyFrom(text));
      await pipeline(Readable.from(chunks, { objectMode: false }), sink);
      return sink.rowCount ?? 0;
    },
    close: () => client.end(),
  };
}
