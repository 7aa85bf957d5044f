/** What the database says about a row it refused does not reach the log. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeLog } from '../../src/log/log.ts';
import { testDatabase } from '../support/database.ts';

const canary = 'a heron that nobody may read about';

for (const [what, text] of [
  ['a check', `insert into accounts (email, kind) values ($1, 'none')`],
  ['a unique index', `insert into service_secrets (name, value) values ($1, ''), ($1, '')`],
  ['a type', `select ('{"prompt": "' || $1 || '", "inputs": {]}')::json`],
] as const) {
  test(`a row that ${what} refuses is not in the log`, async (t) => {
    const { db } = await testDatabase(t);
    const lines: string[] = [];
    const log = writeLog('info', { write: (line: string) => lines.push(line) });
    const fault = await db.query({ text }, [canary]).then(
      () => undefined,
      (error: unknown) => error,
    );
    log.error({ err: fault }, 'a request ended with a fault');
    log.error({ err: new AggregateError([fault]) }, 'a sweep failed');
    assert.match(lines.join(''), /"code":"\d/);
    assert.equal(lines.join('').includes(canary), false);
  });
}
