/** The ledger as CSV, from the first entry to the last, written as it is read. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatPrice } from '@afterimage/contract';
import type { ExportedEntry } from '../../ledger/history-store.ts';
import type { Exchange, NodeStreams } from '../exchange.ts';

/** `busy`: the account's turn did not come in time. */
export type ReadEntries = (part: { afterId: string | null; limit: number }) => Promise<ExportedEntry[] | 'busy'>;

const batchEntries = 1_000;
const leavings: ReadonlySet<unknown> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);
/** Without it Excel takes the file for the machine's old code page, and "é" becomes two other letters. */
const byteOrderMark = '\ufeff';
const columns = ['id', 'time', 'kind', 'amount', 'balance_after', 'generation_id', 'family', 'reason'];

/** @param read asks the database for one part of the file, in the account's turn */
export async function sendLedgerCsv(
  read: ReadEntries,
  { exchange, response }: { exchange: Exchange; response: NodeStreams['response'] },
): Promise<'answered' | 'busy'> {
  // Read before anything is sent, so that a database that is away is a 503 and not half a file.
  const first = await read({ afterId: null, limit: batchEntries });
  if (first === 'busy') return 'busy';
  const { headers } = exchange;
  Object.assign(headers, {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="afterimage-ledger.csv"',
    'x-content-type-options': 'nosniff',
    'x-request-id': exchange.requestId,
  });
  response.writeHead(200, headers);
  if (exchange.method === 'HEAD') {
    response.end();
    return 'answered';
  }
  await pipeline(Readable.from(csvOf(read, first)), response).catch((fault) => {
    // The reader went away in the middle, or before. Nothing is wrong.
    if (!leavings.has(fault.code)) throw fault;
  });
  return 'answered';
}

async function* csvOf(read: ReadEntries, first: ExportedEntry[]): AsyncGenerator<string> {
  let balance = 0;
  yield `${byteOrderMark}${columns.join(',')}\r\n`;
  for (let batch = first; batch.length > 0; ) {
    const lines = batch.map((entry) => {
      balance += entry.amount;
      return lineOf(entry, balance);
    });
    yield lines.join('');
    if (batch.length < batchEntries) return;
    batch = await readOn(read, batch.at(-1)!.id);
  }
}

/** In the middle of a file nothing can be refused any more: it goes on when the account's turn has come. */
async function readOn(read: ReadEntries, afterId: string): Promise<ExportedEntry[]> {
  for (;;) {
    const batch = await read({ afterId, limit: batchEntries });
    if (batch !== 'busy') return batch;
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
