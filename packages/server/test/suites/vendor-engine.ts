/** What every engine beyond this process must hold. A vendor passes it by naming its stand-in, its orders and its errors. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inspect, promisify } from 'node:util';
import { createEngine } from '../../src/engines/create-engine.ts';
import {
  type Engine,
  type ErrorClass,
  type Handle,
  isOurs,
  type Output,
  type Poll,
  type Start,
  type VendorOutput,
} from '../../src/engines/engine.ts';
import { type EngineEntry, Secret } from '../../src/engines/engine-entry.ts';
import type { Kind } from '../../src/engines/kinds.ts';
import type { Mishap, Reply, StandIn, Step } from '../engines/vendors/stand-in.ts';
import { eventually } from '../support/eventually.ts';
import { describeVendorWork, type VendorOrder } from './vendor-work.ts';

export interface VendorCase {
  name: string;
  kind: Kind;
  open(): Promise<StandIn>;
  key: string;
  /** What follows the stand-in's address in the operator's file. */
  path?: string;
  options?: EngineEntry['options'];
  /** One for each task, dialect and preset that goes another way. */
  orders: VendorOrder[];
  find: 'exact' | 'none';
  /** Where the vendor, or a dialect of it, stops nothing. */
  cancels?: 'no';
  /** Synchronous vendors are finished when they have started. */
  starts?: 'accepted' | 'finished';
  /** The vendor's answers to the paid request. */
  refusals: { what: string; reply: Reply; class: ErrorClass }[];
  /** How a job may end badly. */
  failures: { step: Step; class: ErrorClass }[];
  /** Mishaps of the paid request whose end is not the usual one, with the reason in the vendor's test. */
  ends?: Partial<Record<Mishap, Start['outcome']>>;
}

const never = new AbortController().signal;
const processProgram = fileURLToPath(new URL('./vendor-process.ts', import.meta.url));

const usualEnds: Record<Mishap, Start['outcome']> = {
  drop: 'unknown',
  'drop-mid-answer': 'unknown',
  stall: 'unknown',
  html: 'unknown',
  429: 'refused',
  500: 'unknown',
  503: 'refused',
  504: 'unknown',
};

export interface VendorBench {
  standIn: StandIn;
  engine: Engine;
}

export function entryFor(vendor: Pick<VendorCase, 'key' | 'path' | 'options'>, standIn: StandIn): EngineEntry {
  return {
    name: 'under test',
    url: `${standIn.url}${vendor.path ?? ''}`,
    key: new Secret(vendor.key),
    accessKey: null,
    secretKey: null,
    hookSecret: null,
    headers: {},
    slots: 2,
    paid: true,
    options: vendor.options ?? {},
  };
}

export async function openVendor(
  t: TestContext,
  vendor: Pick<VendorCase, 'kind' | 'open' | 'key' | 'path' | 'options'>,
  changes: Partial<EngineEntry> = {},
): Promise<VendorBench> {
  const standIn = await vendor.open();
  const entry = { ...entryFor(vendor, standIn), ...changes };
  const engine = await createEngine({ kind: vendor.kind, entry, allow: [] });
  t.after(async () => {
    await engine.close();
    await standIn.close();
  });
  return { standIn, engine };
}

export async function accepted(engine: Engine, order: VendorOrder): Promise<Handle> {
  const start = await engine.start(describeVendorWork(order), never);
  assert.equal(start.outcome, 'accepted', inspect(start));
  return (start as Extract<Start, { outcome: 'accepted' }>).handle;
}

export async function pollsToEnd(engine: Engine, handle: Handle): Promise<Poll[]> {
  const polls: Poll[] = [];
  const hasEnded = async () => {
    const poll = await engine.poll(handle, { waitSeconds: 0, signal: never });
    polls.push(poll);
    return poll.state !== 'queued' && poll.state !== 'running';
  };
  await eventually(hasEnded, { what: 'the end of the work' });
  return polls;
}

/** The first of them, as vendors hand it over. */
export function vendorOutput(outputs: readonly Output[]): VendorOutput {
  const [output] = outputs;
  assert.ok(output !== undefined && !isOurs(output), inspect(outputs));
  return output;
}

async function bytesOf(poll: Poll | Start): Promise<string> {
  const end = 'outcome' in poll && poll.outcome === 'finished' ? poll.end : poll;
  assert.ok('outputs' in end, inspect(poll));
  return new Response(await vendorOutput(end.outputs).open(never)).text();
}

const nameOf = ({ task, use, family, model }: VendorOrder) =>
  [task, family, model, use?.dialect, use?.model].filter(Boolean).join(' ');

export function describeVendorEngine(vendor: VendorCase): void {
  const [usual] = vendor.orders;
  const isSynchronous = vendor.starts === 'finished';

  describe(`the ${vendor.name} engine`, () => {
    test('says whether it can work, and never with its key', async (t) => {
      const { engine, standIn } = await openVendor(t, vendor);
      const well = await engine.check(never);
      assert.equal(well.ok, true, well.detail);
      const { engine: other } = await openVendor(t, vendor, { url: 'http://127.0.0.1:9' });
      const unwell = await other.check(never);
      assert.equal(unwell.ok, false);
      assert.ok(!unwell.detail.includes(vendor.key));
      assert.equal(standIn.paid.length, 0, 'looking is free');
    });

    for (const order of vendor.orders) {
      test(`makes ${nameOf(order)} with one paid request`, async (t) => {
        const { engine, standIn } = await openVendor(t, vendor);
        const fit = engine.fit(describeVendorWork(order));
        assert.equal(fit.fits, true, inspect(fit));
        if (isSynchronous) {
          const start = await engine.start(describeVendorWork(order), never);
          assert.equal(start.outcome, 'finished', inspect(start));
          assert.notEqual(await bytesOf(start), '');
        } else {
          const polls = await pollsToEnd(engine, await accepted(engine, order));
          assert.equal(polls.at(-1)!.state, 'succeeded', inspect(polls.at(-1)));
          assert.ok(polls.some(({ state }) => state === 'running'));
          assert.match(await bytesOf(polls.at(-1)!), /^what .* came to$/);
        }
        assert.equal(standIn.paid.length, 1);
      });
    }

    test('is given links to inputs that are good as long as its order may wait', async (t) => {
      const { engine } = await openVendor(t, vendor);
      const asked: number[] = [];
      for (const order of vendor.orders) {
        const work = { ...describeVendorWork(order), deadline: new Date(Date.now() + 80_000_000) };
        const media = work.media.map((medium) => ({
          ...medium,
          link(seconds: number) {
            asked.push(seconds);
            return medium.link(seconds);
          },
        }));
        await engine.start({ ...work, media }, never);
      }
      // A minute is asked for only to see whether there can be a link.
      const short = asked.filter((seconds) => seconds > 60 && seconds < 79_000);
      assert.deepEqual(short, []);
    });

    for (const mishap of Object.keys(usualEnds).map((key) => (Number(key) || key) as Mishap)) {
      test(`sends exactly one paid request when it meets ${mishap}`, async (t) => {
        const { engine, standIn } = await openVendor(t, vendor);
        standIn.mishaps.push(mishap);
        const patience = new AbortController();
        const starting = engine.start(describeVendorWork(usual!), patience.signal);
        // Given up only when the vendor has the request: before that the work would not be in doubt.
        if (mishap === 'stall') {
          await eventually(() => standIn.paid.length > 0);
          patience.abort(new DOMException('The vendor does not answer.', 'TimeoutError'));
        }
        const start = await starting;
        assert.equal(start.outcome, vendor.ends?.[mishap] ?? usualEnds[mishap], inspect(start));
        assert.equal(standIn.paid.length, 1);
        if (mishap === 429) {
          assert.ok('fault' in start && start.fault.retryAfterSeconds === 7, inspect(start));
        }
      });
    }

    test('refuses where nobody listens: nothing was asked for, and another may be', async (t) => {
      const { engine, standIn } = await openVendor(t, vendor);
      await standIn.close();
      const start = await engine.start(describeVendorWork(usual!), never);
      assert.ok(start.outcome === 'refused' && start.fault.class === 'unavailable', inspect(start));
    });

    test('tells of a token what it can: there, not there, or that it cannot', async (t) => {
      const { engine, standIn } = await openVendor(t, vendor);
      assert.equal(engine.traits.find === 'exact', vendor.find === 'exact');
      const token = randomUUID();
      standIn.mishaps.push('drop');
      await engine.start(describeVendorWork({ ...usual!, token }), never);
      const [found, missing] = [await engine.find(token, never), await engine.find(randomUUID(), never)];
      if (vendor.find === 'none') {
        assert.deepEqual([found, missing], ['cannot_tell', 'cannot_tell']);
        return;
      }
      assert.ok(typeof found === 'object', inspect(found));
      assert.equal(missing, 'absent');
      assert.equal((await pollsToEnd(engine, found)).at(-1)!.state, 'succeeded');
      standIn.freeMishaps.push('html');
      assert.equal(await engine.find(token, never), 'cannot_tell', "a proxy's page proves nothing");
      assert.equal(standIn.paid.length, 1);
    });

    for (const { what, reply, class: expected } of vendor.refusals) {
      test(`takes ${what} for ${expected}`, async (t) => {
        const { engine, standIn } = await openVendor(t, vendor);
        standIn.replies.push(reply);
        const start = await engine.start(describeVendorWork(usual!), never);
        assert.ok('fault' in start, inspect(start));
        assert.deepEqual([start.fault.class, standIn.paid.length], [expected, 1], inspect(start));
      });
    }

    if (isSynchronous) return;

    for (const { step, class: expected } of vendor.failures) {
      test(`takes a job that ends ${inspect(step, { breakLength: 200 })} for ${expected}`, async (t) => {
        const { engine, standIn } = await openVendor(t, vendor);
        standIn.script = [{ at: 'running' }, step];
        const end = (await pollsToEnd(engine, await accepted(engine, usual!))).at(-1)!;
        assert.ok(end.state === 'failed' && end.fault.class === expected, inspect(end));
      });
    }

    test('takes a state that it has never heard of for work that is not over', async (t) => {
      const { engine, standIn } = await openVendor(t, vendor);
      standIn.script = [{ at: 'odd' }, { at: 'succeeded' }];
      const polls = await pollsToEnd(engine, await accepted(engine, usual!));
      assert.equal(polls.at(-1)!.state, 'succeeded', inspect(polls));
      assert.ok(polls.length >= 2, 'the odd state was looked at');
    });

    test('never ends a job because a poll went wrong', async (t) => {
      const { engine, standIn } = await openVendor(t, vendor);
      const handle = await accepted(engine, usual!);
      for (const mishap of ['drop', 'drop-mid-answer', 'html', 429, 500, 503, 504] as const) {
        // Some SDKs ask again by themselves, which is free.
        standIn.freeMishaps.push(...Array.from({ length: 8 }, () => mishap));
        const poll = await engine.poll(handle, { waitSeconds: 0, signal: never });
        assert.equal(poll.state, 'silent', `${mishap}: ${inspect(poll)}`);
        standIn.freeMishaps.length = 0;
      }
      assert.equal((await pollsToEnd(engine, handle)).at(-1)!.state, 'succeeded');
    });

    test('takes a result that breaks off for an error, and fetches it again', async (t) => {
      const { engine, standIn } = await openVendor(t, vendor);
      const end = (await pollsToEnd(engine, await accepted(engine, usual!))).at(-1)!;
      for (const mishap of ['drop', 'drop-mid-answer', 500] as const) {
        standIn.freeMishaps.push(mishap);
        await assert.rejects(bytesOf(end), `${mishap}`);
      }
      assert.match(await bytesOf(end), /^what .* came to$/);
      assert.equal(standIn.paid.length, 1);
    });

    test('carries a handle through JSON into another process', async (t) => {
      const { engine, standIn } = await openVendor(t, vendor);
      const handle = await accepted(engine, usual!);
      const text = JSON.stringify(handle);
      assert.ok(text.length < 4096);
      const options = JSON.stringify(vendor.options ?? {});
      const program = [processProgram, vendor.kind, `${standIn.url}${vendor.path ?? ''}`, vendor.key, text, options];
      const { stdout } = await promisify(execFile)(process.execPath, program);
      const { state, output } = JSON.parse(stdout) as { state: string; output: string };
      assert.equal(state, 'succeeded');
      assert.match(output, /^what .* came to$/);
      assert.equal(standIn.paid.length, 1);
    });

    test('says of a job that the vendor does not know that it is lost', async (t) => {
      const { engine, standIn } = await openVendor(t, vendor);
      const handle = await accepted(engine, usual!);
      standIn.jobs.clear();
      assert.equal((await engine.poll(handle, { waitSeconds: 0, signal: never })).state, 'lost');
    });

    test('stops what it can stop', async (t) => {
      const { engine, standIn } = await openVendor(t, vendor);
      standIn.script = [{ at: 'running' }];
      const handle = await accepted(engine, usual!);
      standIn.freeMishaps = Array.from({ length: 8 }, () => 'drop' as const);
      assert.equal(await engine.cancel(handle, never), 'cannot', 'a vendor that does not answer has promised nothing');
      standIn.freeMishaps = [];
      const said = await engine.cancel(handle, never);
      assert.equal(said, vendor.cancels === 'no' ? 'cannot' : 'requested');
      if (said === 'cannot') return;
      const after = await engine.poll(handle, { waitSeconds: 0, signal: never });
      assert.match(after.state, /^(canceled|lost)$/);
    });

    test('shows its key to the vendor and to nobody else', async (t) => {
      const { engine, standIn } = await openVendor(t, vendor);
      const seen: unknown[] = [await accepted(engine, usual!)];
      const echo = {
        status: 401,
        json: { code: 1, message: vendor.key, detail: vendor.key, error: { message: vendor.key } },
      };
      standIn.replies.push(echo);
      seen.push(await engine.start(describeVendorWork(usual!), never), engine, await engine.check(never));
      assert.ok(!inspect(seen, { depth: 9 }).includes(vendor.key));
      assert.ok(!JSON.stringify(seen).includes(vendor.key));
    });
  });
}
