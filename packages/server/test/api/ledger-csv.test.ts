import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { type ReadEntries, sendLedgerCsv } from '../../src/http/api/ledger-csv.ts';
import type { Exchange, NodeStreams } from '../../src/http/exchange.ts';
import type { ExportedEntry } from '../../src/ledger/history-store.ts';

const gift = { created_at: new Date(0), kind: 'grant', amount: 10_000, reason: 'a gift' } as const;
const entry = (id: number): ExportedEntry => ({ ...gift, id: String(id), generation_id: null, family: null });
const batch = (from: number, count: number) => Array.from({ length: count }, (_, at) => entry(from + at));

function send(read: ReadEntries) {
  const statuses: number[] = [];
  const response = Object.assign(new PassThrough(), { writeHead: (status: number) => statuses.push(status) });
  const exchange = { method: 'GET', headers: {}, requestId: 'one' } as Exchange;
  const given = { exchange, response: response as unknown as NodeStreams['response'] };
  return { sent: sendLedgerCsv(read, given), statuses, response };
}

test('a file of the ledger whose turn does not come is refused before anything of it is sent', async () => {
  const { sent, statuses } = send(async () => 'busy');
  assert.equal(await sent, 'busy');
  assert.deepEqual(statuses, []);
});

test('one whose turn does not come in the middle goes on when it does, without a gap', async () => {
  const answers = [batch(1, 1_000), 'busy', 'busy', batch(1_001, 2)] as const;
  const asked: (string | null)[] = [];
  const { sent, statuses, response } = send(async ({ afterId }) => {
    asked.push(afterId);
    return answers[asked.length - 1] as ExportedEntry[] | 'busy';
  });
  const lines = (await text(response)).trimEnd().split('\r\n');
  assert.equal(await sent, 'answered');
  assert.deepEqual(statuses, [200]);
  assert.deepEqual(asked, [null, '1000', '1000', '1000']);
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(',')[0]),
    batch(1, 1_002).map(({ id }) => id),
  );
});
