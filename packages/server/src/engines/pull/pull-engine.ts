/** Kind `pull`: workers that nobody can reach fetch their orders from us. An order is a row; its state is what they did to it. */
import type { JobRow } from '../../pull/jobs-store.ts';
import type { PullOrders } from '../../pull/orders.ts';
import type { Engine, EngineMedia, EngineWork, ErrorClass, FitQuestion, Handle, Poll } from '../engine.ts';
import type { EngineEntry } from '../engine-entry.ts';
import { anyInput, fitOf, fitWork } from '../fit.ts';
import type { MgeInput } from '../http/mge.ts';
import { abilitiesOf, tasks } from '../http/mge.ts';
import { mgeInput, mgeOrder } from '../http/mge-order.ts';
import { inputLinkSeconds } from '../input-links.ts';

/** What its workers can make is theirs to know: they refuse what they cannot as `unsupported`. */
const everything = { ...abilitiesOf({ id: '', tasks: [...tasks] }), inputs: anyInput };
const fitting = (question: FitQuestion) => fitWork(question, everything);

/** Should a change be told of to nobody, because who made it died: an order is looked at this often anyway. */
const lookMilliseconds = 3_000;

const idOf = (handle: Handle): string => String(handle['id']);
const isOver = ({ state }: Poll): boolean => state !== 'queued' && state !== 'running';

export function createPullEngine({ entry, orders }: { entry: EngineEntry; orders: PullOrders }): Engine {
  async function inputOf(medium: EngineMedia, work: EngineWork): Promise<MgeInput> {
    const { accountId, deadline: until } = work;
    const { type, copyTo } = medium;
    const url = medium.link(inputLinkSeconds(work)) ?? (await orders.linkTo({ accountId, type, until, copyTo }));
    return { ...(await mgeInput(medium, work)), url };
  }

  async function pollOf(row: JobRow | undefined): Promise<Poll> {
    if (row === undefined) return { state: 'lost' };
    if (row.state === 'waiting') return { state: 'queued', position: row.ahead };
    if (row.state === 'claimed') return { state: 'running', progress: row.progress };
    if (row.state === 'canceled') return { state: 'canceled' };
    const billed = row.paid ? null : false;
    if (row.state === 'lost') {
      return { state: 'failed', fault: { class: 'internal', message: 'its worker was heard of no more' }, billed };
    }
    if (row.state === 'failed') {
      return { state: 'failed', fault: { class: row.error_class as ErrorClass, message: row.error ?? '' }, billed };
    }
    const { type, open } = await orders.openOutput(row.output_media_id!);
    return { state: 'succeeded', outputs: [{ type, milliseconds: null, open }], costUsd: null, seed: null };
  }

  async function look(handles: readonly Handle[]): Promise<Poll[]> {
    const rows = new Map((await orders.look(handles.map(idOf))).map((row) => [row.id, row]));
    return Promise.all(handles.map((handle) => pollOf(rows.get(idOf(handle)))));
  }

  const lookAt = async (handle: Handle): Promise<Poll> => (await look([handle]))[0]!;

  /** Looks again at every change, and now and then, until `seen` says that it has seen enough, or the signal aborts. */
  async function follow(handle: Handle, seen: (poll: Poll) => boolean, signal: AbortSignal): Promise<void> {
    let wake: () => void = () => {};
    let changed = true;
    const hear = () => {
      changed = true;
      wake();
    };
    const stop = await orders.onChange(idOf(handle), hear);
    signal.addEventListener('abort', hear);
    try {
      while (!signal.aborted) {
        if (changed) {
          changed = false;
          // Without the database nothing is known; the next look finds it or not.
          const poll = await lookAt(handle).catch(() => null);
          if (poll !== null && seen(poll)) return;
        } else {
          const { promise, resolve } = Promise.withResolvers<void>();
          wake = resolve;
          const timer = setTimeout(hear, lookMilliseconds);
          await promise;
          clearTimeout(timer);
        }
      }
    } finally {
      stop();
      signal.removeEventListener('abort', hear);
    }
  }

  return {
    name: entry.name,
    kind: 'pull',
    traits: { paid: entry.paid, slots: entry.slots, find: 'exact' },

    async check() {
      const { keys, last_used_at: last } = await orders.workersOf(entry.name);
      const advice = `make a key for each: afterimage engines key create --engine ${entry.name}`;
      if (keys === 0) return { ok: false, detail: `no worker may ask for its work; ${advice}` };
      const seen = last === null ? 'none of them has asked yet' : `one last asked at ${last.toISOString()}`;
      return { ok: true, detail: `workers with a key: ${keys}; ${seen}` };
    },

    fit: (question) => fitOf(fitting(question)),

    async start(work) {
      const fit = fitting(work);
      if (!fit.fits) return { outcome: 'refused', fault: { class: 'unsupported', message: fit.why } };
      const inputs: MgeInput[] = [];
      for (const medium of work.media) inputs.push(await inputOf(medium, work));
      // They are asked, and have nothing to call.
      const order = mgeOrder({ ...work, hook: null }, { ask: fit.ask, model: work.use.model ?? undefined, inputs });
      await orders.leave({
        id: work.token,
        engine: entry.name,
        accountId: work.accountId,
        body: JSON.stringify(order),
        outputKind: work.work.output,
        paid: entry.paid,
        secondsLeft: (work.deadline.getTime() - Date.now()) / 1000,
      });
      return { outcome: 'accepted', handle: { id: work.token } };
    },

    async find(token) {
      const [row] = await orders.look([token]);
      return row === undefined ? 'absent' : { id: token };
    },

    async poll(handle, { waitSeconds, signal }) {
      const now = await lookAt(handle);
      if (waitSeconds <= 0 || isOver(now)) return now;
      let last = now;
      const patience = AbortSignal.any([signal, AbortSignal.timeout(waitSeconds * 1000)]);
      await follow(
        handle,
        (poll) => {
          last = poll;
          return isOver(poll);
        },
        patience,
      );
      signal.throwIfAborted();
      return last;
    },

    pollMany: (handles) => look(handles),

    watch: (handle, tell, signal) =>
      follow(
        handle,
        (poll) => {
          tell(poll);
          return isOver(poll);
        },
        signal,
      ),

    async cancel(handle) {
      await orders.callOff(idOf(handle));
      return 'requested';
    },

    forget: (handle) => orders.forget(idOf(handle)),

    close: async () => {},
  };
}
