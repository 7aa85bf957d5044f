/** Whether a call is fal's: signed by one of the keys that it publishes, not long ago. */
import { createHash, createPublicKey, verify, type webcrypto } from 'node:crypto';
import type { HookNews, HookRequest } from '../engine.ts';

type JsonWebKey = webcrypto.JsonWebKey;

const toleranceSeconds = 300;
/** fal asks not to fetch the keys more than once a day. */
const keysKeptMilliseconds = 86_400_000;
/** Keys are rotated: a call that none of them fits is a reason to ask sooner, but anybody can send one. */
const askedAgainMilliseconds = 60_000;

export function createHookCheck(fetchKeys: (signal: AbortSignal) => Promise<Response>) {
  let kept: { keys: JsonWebKey[]; at: number } = { keys: [], at: Number.NEGATIVE_INFINITY };
  let fetching: Promise<void> | null = null;

  async function fetchAnew(): Promise<void> {
    const response = await fetchKeys(AbortSignal.timeout(10_000));
    const { keys } = (await response.json()) as { keys?: JsonWebKey[] };
    // An error in JSON would stand for keys all day.
    if (response.status !== 200 || !Array.isArray(keys) || keys.length === 0) throw new Error('These are no keys.');
    kept = { keys, at: Date.now() };
  }

  const age = () => Date.now() - kept.at;

  async function isSigned(signed: Buffer, signature: Buffer): Promise<boolean> {
    const fits = () => kept.keys.some((key) => holds(key, signed, signature));
    if (age() < keysKeptMilliseconds && fits()) return true;
    if (age() < askedAgainMilliseconds) return false;
    fetching ??= fetchAnew().finally(() => {
      fetching = null;
    });
    await fetching;
    return fits();
  }

  return async ({ url, headers, raw }: HookRequest): Promise<HookNews> => {
    const header = (name: string) => headers.get(`x-fal-webhook-${name}`) ?? '';
    const timestamp = Number(header('timestamp'));
    if (!(Math.abs(Date.now() / 1000 - timestamp) <= toleranceSeconds))
      return { news: 'refused', why: 'it is not of now' };
    const digest = createHash('sha256').update(raw).digest('hex');
    const signed = Buffer.from([header('request-id'), header('user-id'), header('timestamp'), digest].join('\n'));
    const signature = Buffer.from(header('signature'), 'hex');
    try {
      if (!(await isSigned(signed, signature))) return { news: 'refused', why: 'its signature does not hold' };
    } catch {
      return { news: 'refused', why: 'the keys to check it with cannot be had' };
    }
    const endpoint = url.searchParams.get('endpoint');
    const handle = endpoint === null ? null : { endpoint, request_id: header('request-id') };
    return { news: 'look', handle };
  };
}

/** A key of a kind that is not known here fits nothing, and leaves the others as they are. */
function holds(key: JsonWebKey, signed: Buffer, signature: Buffer): boolean {
  try {
    return verify(null, signed, createPublicKey({ key, format: 'jwk' }), signature);
  } catch {
    return false;
  }
}
