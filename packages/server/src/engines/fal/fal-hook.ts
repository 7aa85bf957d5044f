/** Whether a call is fal's: signed by one of the keys that it publishes, not long ago. */
import { createHash, createPublicKey, verify, type webcrypto } from 'node:crypto';
import type { HookNews, HookRequest } from '../engine.ts';

type JsonWebKey = webcrypto.JsonWebKey;

const toleranceSeconds = 300;
/** fal asks not to fetch the keys more than once a day. */
const keysKeptMilliseconds = 86_400_000;

export function createHookCheck(fetchKeys: (signal: AbortSignal) => Promise<Response>) {
  let kept: { keys: JsonWebKey[]; until: number } = { keys: [], until: 0 };

  async function keys(): Promise<JsonWebKey[]> {
    if (Date.now() < kept.until) return kept.keys;
    const response = await fetchKeys(AbortSignal.timeout(10_000));
    const { keys: published } = (await response.json()) as { keys: JsonWebKey[] };
    kept = { keys: published, until: Date.now() + keysKeptMilliseconds };
    return published;
  }

  return async ({ url, headers, raw }: HookRequest): Promise<HookNews> => {
    const header = (name: string) => headers.get(`x-fal-webhook-${name}`) ?? '';
    const timestamp = Number(header('timestamp'));
    if (!(Math.abs(Date.now() / 1000 - timestamp) <= toleranceSeconds))
      return { news: 'refused', why: 'it is not of now' };
    const digest = createHash('sha256').update(raw).digest('hex');
    const signed = Buffer.from([header('request-id'), header('user-id'), header('timestamp'), digest].join('\n'));
    const signature = Buffer.from(header('signature'), 'hex');
    let isSigned: boolean;
    try {
      isSigned = (await keys()).some((key) => verify(null, signed, createPublicKey({ key, format: 'jwk' }), signature));
    } catch {
      return { news: 'refused', why: 'the keys to check it with cannot be had' };
    }
    if (!isSigned) return { news: 'refused', why: 'its signature does not hold' };
    const endpoint = url.searchParams.get('endpoint');
    const handle = endpoint === null ? null : { endpoint, request_id: header('request-id') };
    return { news: 'look', handle };
  };
}
