/** The ledger as CSV, from the first entry to the last, written as it is read. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatPrice } from '@afterimage/contract';
import type { Db } from '../../db/postgres.ts';
import { type ExportedEntry, listEntriesAfter } from '../../ledger/history-store.ts';
import type { Exchange, NodeStreams } from '../exchange.ts';

const batchEntries = 1_000;
/** Without it Excel takes the file for the machine's old code page, and "é" becomes two other letters. */
const byteOrderMark = '\ufeff';
const columns = ['id', 'time', 'kind', 'amount', 'balance_after', 'generation_id', 'family', 'reason'];

export async function sendLedgerCsv(
  db: Db,
  { exchange, response }: { exchange: Exchange; response: NodeStreams['response'] },
  accountId: string,
): Promise<void> {
  const { headers } = exchange;
  Object.assign(headers, {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="afterimage-ledger.csv"',
    'x-content-type-options': 'nosniff',
    'x-request-id': exchange.requestId,
  });
  // Read before anything is sent, so that a database that is away is a 503 and not half a file.
  const first = await listEntriesAfter(db, { accountId, afterId: null, limit: batchEntries });
  response.writeHead(200, headers);
  if (exchange.method === 'HEAD') {
    response.end();
    return;
  }
  await pipeline(Readable.from(csvOf(db, accountId, first)), response).catch((fault) => {
    // The reader went away in the middle. Nothing is wrong.
    if (fault.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw fault;
  });
}

async function* csvOf(db: Db, accountId: string, first: ExportedEntry[]): AsyncGenerator<string> {
  let balance = 0;
  yield `${byteOrderMark}${columns.join(',')}\r\n`;
  for (let batch = first; batch.length > 0; ) {
    const lines = batch.map((entry) => {
      balance += entry.amount;
      return lineOf(entry, balance);
    });
    yield lines.join('');
    if (batch.length < batchEntries) return;
    batch = await listEntriesAfter(db, { accountId, afterId: batch.at(-1)!.id, limit: batchEntries });
  }
}

function lineOf(entry: ExportedEntry, balance: number): string {
  const cells = [
    entry.id,
    entry.created_at.toISOString(),
    entry.kind,
    formatPrice(entry.amount),
    formatPrice(balance),
    entry.generation_id ?? '',
    entry.family ?? '',
    quoted(entry.reason ?? ''),
  ];
  return `${cells.join(',')}\r\n`;
}

/** Words that people wrote: spreadsheets would run what begins like a formula, so an apostrophe stands before it. */
export function quoted(text: string): string {
  const harmless = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) || harmless !== text ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
