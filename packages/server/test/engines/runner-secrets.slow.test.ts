/** A key of an engine is shown to that engine and to nobody else: not in rows, records, metrics, log lines or answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeLog } from '../../src/log/log.ts';
import { eventually } from '../support/eventually.ts';
import { boxEntry, type Filed, openBox, openRunner, quickPoll, type RunnerBench } from './support/runner-bench.ts';
import { openComfyui } from './vendors/comfyui.ts';
import { falKey, openFal } from './vendors/fal.ts';
import { googleKey, openGoogle } from './vendors/google.ts';
import { klingKey, openKling } from './vendors/kling.ts';
import { mgeKey, openMge } from './vendors/mge.ts';
import { openaiKey, openOpenai } from './vendors/openai.ts';
import { openReplicate, replicateKey } from './vendors/replicate.ts';
import type { StandIn } from './vendors/stand-in.ts';

/** Everything in the database, and what /metrics says. */
async function everythingKept({ service }: RunnerBench): Promise<string> {
  const tables = await service.db.query<{ name: string }>({
    text: `select quote_ident(table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
  });
  assert.ok(tables.some(({ name }) => name === 'generation_attempts'));
  const rows = await Promise.all(
    tables.map(({ name }) => service.db.query({ text: `select to_jsonb(t) as row from ${name} t` })),
  );
  return JSON.stringify([rows, String((await service.ask('GET', '/metrics')).bytes)]);
}

test('an engine that repeats its key in errors and results tells nobody', async (t) => {
  const [first, second] = [await openBox(t), await openBox(t)];
  const engines = { first: boxEntry(first), second: boxEntry(second) };
  const routes = [{ match: {}, use: [{ engine: 'first' }, { engine: 'second' }] }];
  const bench = await openRunner(t, { engines, routes });
  const { service, account } = bench;
  first.replies.push({ status: 401, json: { error: { code: 'auth', message: `wrong key ${mgeKey}` } } });
  second.script = [{ at: 'failed', code: 'declined', message: `not with ${mgeKey}` }];
  const id = await bench.submit();
  assert.equal(await service.ended(id), 'failed');
  const record = await account.live.get(`/v1/delta/generations/${id}`);
  const seen = (await everythingKept(bench)) + JSON.stringify([record.body, record.headers]);
  assert.ok(seen.includes('***'), 'what was hidden was there');
  assert.ok(!seen.includes(mgeKey));
  // What a vendor says is the operator's to read, never the caller's.
  assert.ok(!JSON.stringify(record.body).includes('not with'));
  assert.ok([...first.paid, ...second.paid].every(({ headers }) => headers.authorization === `Bearer ${mgeKey}`));
});

/** Each kind makes what it can, so that each is asked for something. */
const kinds: Record<string, Kind> = {
  http: { open: openMge, key: mgeKey, path: '/v1/delta/generate', match: { family: 'delta' } },
  openai: {
    open: openOpenai,
    key: openaiKey,
    suffix: '/v1',
    path: '/v1/epsilon-images/generate',
    match: { family: 'epsilon-images' },
    use: { model: 'gpt-image-2' },
  },
  google: {
    open: openGoogle,
    key: googleKey,
    path: '/v1/alpha/o1-photo/generate',
    match: { family: 'alpha-o1-photo' },
    use: { model: 'gemini-3.1-flash-image' },
  },
  replicate: {
    open: openReplicate,
    key: replicateKey,
    suffix: '/v1',
    path: '/v1/alpha/o3-photo/generate',
    match: { family: 'alpha-o3-photo' },
    use: { model: 'google/picture' },
  },
  fal: {
    open: openFal,
    key: falKey,
    path: '/v1/alpha/generate',
    body: { model: 'alpha_3', duration: 5 },
    match: { family: 'alpha', model: 'alpha_3*' },
  },
  kling: { open: openKling, key: klingKey, path: '/v1/alpha/generate', match: { family: 'alpha' } },
  comfyui: {
    open: openComfyui,
    key: 'the-key-of-a-proxy',
    path: '/v1/beta/generate',
    match: { family: 'beta' },
    use: { workflow: 'flow.json', bind: 'bind.json' },
  },
};

interface Kind {
  open(): Promise<StandIn>;
  key: string;
  suffix?: string;
  path: string;
  body?: Record<string, unknown>;
  match: Record<string, string>;
  use?: Record<string, unknown>;
}

test('no key of any kind is in a row, a handle, a metric, an answer or a log line', async (t) => {
  const lines: string[] = [];
  const log = writeLog('debug', { write: (line) => void lines.push(line) });
  const standIns = new Map<string, StandIn>();
  const filed: Filed = { engines: {}, routes: [] };
  const files: Record<string, string> = {
    'flow.json': JSON.stringify({
      6: { class_type: 'CLIPTextEncode', inputs: { text: 'placeholder' } },
      9: { class_type: 'SaveVideo', inputs: { filename_prefix: 'ComfyUI' } },
    }),
    'bind.json': JSON.stringify({ '/6/inputs/text': 'prompt' }),
  };
  for (const [kind, { open, key, suffix = '', match, use }] of Object.entries(kinds)) {
    const standIn = await open();
    t.after(() => standIn.close());
    standIns.set(kind, standIn);
    files[`${kind}-key`] = key;
    const secret = { file: `${kind}-key` };
    const shown = kind === 'comfyui' ? { headers: { 'x-proxy-key': secret } } : { key: secret };
    filed.engines[kind] = { kind, url: `${standIn.url}${suffix}`, ...shown, poll: quickPoll };
    filed.routes.push({ match, use: [{ engine: kind, ...use }] });
    // Refused with the key in its mouth, then taken, and what it makes is a page that repeats the key.
    const said = { code: 1, message: key, detail: key, error: { message: key, code: 'auth', type: key, status: key } };
    standIn.replies.push({ status: 401, json: said });
    standIn.script = [{ at: 'running' }, { at: 'succeeded' }];
    standIn.outputOf = () => Buffer.from(`<html>${key}</html>`);
  }
  const bench = await openRunner(t, filed, { files, log });
  const { service, account } = bench;
  const records: unknown[] = [];
  for (const { path, body } of Object.values(kinds)) {
    const answer = await account.live.submit(path, { prompt: 'A red rose at night', ...body });
    assert.equal(answer.status, 200, `${path} ${JSON.stringify(answer.body)}`);
    records.push(answer.body);
  }
  const ended = await eventually(
    async () => {
      const text = 'select id, engine from generations where finished_at is not null';
      const rows = await service.db.query<{ id: string; engine: string }>({ text });
      return rows.length === standIns.size ? rows : undefined;
    },
    { seconds: 120 },
  );
  for (const { id } of ended) records.push((await account.live.get(`/api/generations/${id}`)).body);
  for (const [kind, standIn] of standIns) assert.ok(standIn.paid.length >= 2, `${kind} was refused, and asked again`);
  const seen = { kept: await everythingKept(bench), records: JSON.stringify(records), log: lines.join('') };
  assert.ok(seen.kept.includes('***'), 'what was hidden was there');
  assert.match(seen.log, /engine failed/);
  for (const [kind, { key }] of Object.entries(kinds)) {
    for (const [where, text] of Object.entries(seen))
      assert.ok(!text.includes(key), `the key of ${kind} is in ${where}`);
  }
});
