/** The bytes of a link; a connection that breaks is taken up again where it broke. */
import { classed } from './errors.ts';
import { Refusal } from './refusal.ts';
import { type Pause, pauseAfter } from './retry.ts';
import type { Service } from './service.ts';

export interface FetchMediaOptions {
  service: Service;
  pause: Pause;
  signal: AbortSignal | undefined;
  /** A fresh link when the first has ended; null when there is none. */
  renew: () => Promise<string | null>;
}

const triesMax = 7;

export async function* fetchMedia(link: string, options: FetchMediaOptions): AsyncGenerator<Uint8Array> {
  const { service, pause, signal } = options;
  let url = link;
  let renewed = false;
  let received = 0;
  for (let tries = 1; ; tries++) {
    try {
      const range = received > 0 ? { range: `bytes=${received}-` } : undefined;
      const answer = await service.open(url, {
        key: 'without',
        ...(range !== undefined && { headers: range }),
        ...(signal !== undefined && { signal }),
      });
      let skip = answer.status === 206 ? 0 : received;
      const whole = Number(answer.headers.get('content-length') ?? Number.NaN) + (answer.status === 206 ? received : 0);
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
        const fresh = chunk.subarray(Math.min(skip, chunk.length));
        skip -= chunk.length - fresh.length;
        received += fresh.length;
        tries = 1;
        if (fresh.length > 0) yield fresh;
      }
      if (Number.isNaN(whole) || received >= whole) return;
      throw new Refusal({ status: 0, message: 'The file broke off.' });
    } catch (fault) {
      if (signal?.aborted) throw signal.reason;
      const fresh = !renewed && isOver(fault) ? await options.renew() : null;
      if (fresh !== null) {
        renewed = true;
        url = fresh;
        continue;
      }
      const broken =
        fault instanceof Refusal ? fault : new Refusal({ status: 0, message: 'The file broke off.', cause: fault });
      const milliseconds = tries < triesMax ? pauseAfter(broken, tries) : null;
      if (milliseconds === null) throw classed(broken);
      await pause(milliseconds, signal);
    }
  }
}

const isOver = (fault: unknown): boolean => fault instanceof Refusal && [403, 404, 410].includes(fault.status);
