/** What an engine elsewhere says, before it gets to our tables and pages: without secrets, as text and numbers that they can hold. */
import type { Engine, EngineFault, Found, Handle, HookNews, Poll, Start, Succeeded } from './engine.ts';
import type { Secret } from './engine-entry.ts';

const textLengthMax = 2_000;
/** Of a rest that an engine asks for: what it means by more is not known. */
const retryAfterSecondsMax = 86_400;
const costUsdMax = 100_000;
const positionMax = 1_000_000;

export function keepable(engine: Engine, secrets: readonly (Secret | null)[]): Engine {
  const values = secrets.flatMap((secret) => (secret === null || secret.reveal() === '' ? [] : [secret.reveal()]));
  const { pollMany, watch, prepare, hook } = engine;

  /** Vendors repeat keys in their errors; none leaves the adapter. PostgreSQL has no NUL, and no half of a surrogate pair. */
  const text = (said: unknown) =>
    values
      .reduce((clean, value) => clean.replaceAll(value, '***'), String(said))
      .replaceAll('\0', '')
      .toWellFormed()
      .slice(0, textLengthMax);

  // Without its cause: an SDK's error holds the request that it sent.
  function fault({ cause: _, message, vendorCode, retryAfterSeconds, ...rest }: EngineFault): EngineFault {
    return {
      ...rest,
      message: text(message),
      ...(vendorCode !== undefined && { vendorCode: text(vendorCode) }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds: Math.min(retryAfterSeconds, retryAfterSecondsMax) }),
    };
  }

  /** One that names no cost that may be is taken for one that names none: what was reserved stands. */
  const cost = (said: number | null | undefined) => (said != null && said >= 0 && said <= costUsdMax ? said : null);
  const succeeded = (end: Succeeded): Succeeded => ({ ...end, costUsd: cost(end.costUsd) });

  function poll(said: Poll): Poll {
    if (said.state === 'succeeded') return succeeded(said);
    if (said.state === 'failed' || said.state === 'canceled') {
      const { costUsd, ...rest } = said;
      const told = cost(costUsd);
      return { ...rest, ...('fault' in rest && { fault: fault(rest.fault) }), ...(told !== null && { costUsd: told }) };
    }
    if (said.state === 'silent') return { ...said, fault: fault(said.fault) };
    if (said.state !== 'queued') return said;
    const { position } = said;
    const isPosition = Number.isInteger(position) && position! >= 0 && position! <= positionMax;
    return { state: 'queued', position: isPosition ? position : null };
  }

  function start(said: Start): Start {
    if (said.outcome === 'accepted') return { outcome: 'accepted', handle: handle(said.handle) };
    if (said.outcome === 'finished') return { outcome: 'finished', end: succeeded(said.end) };
    return { ...said, fault: fault(said.fault) };
  }

  const found = (said: Found): Found => (typeof said === 'string' ? said : handle(said));

  function news(said: HookNews): HookNews {
    if (said.news === 'refused') return { news: 'refused', why: text(said.why) };
    return { news: 'look', handle: said.handle === null ? null : handle(said.handle) };
  }

  return {
    ...engine,
    async check(signal) {
      const { ok, detail } = await engine.check(signal);
      return { ok, detail: text(detail) };
    },
    start: async (work, signal) => start(await engine.start(work, signal)),
    find: async (token, signal) => found(await engine.find(token, signal)),
    poll: async (handle, options) => poll(await engine.poll(handle, options)),
    ...(prepare && {
      prepare: async (uses, signal) => (await prepare(uses, signal)).map(({ use, why }) => ({ use, why: text(why) })),
    }),
    ...(pollMany && { pollMany: async (handles, signal) => (await pollMany(handles, signal)).map(poll) }),
    ...(watch && { watch: (handle, tell, signal) => watch(handle, (said) => tell(poll(said)), signal) }),
    ...(hook && { hook: async (request) => news(await hook(request)) }),
  };
}

/** An id that no table can hold leads nowhere there either. */
function handle(named: Handle): Handle {
  return Object.fromEntries(
    Object.entries(named).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
    ]),
  );
}
