/** A light load of submits, each with a prompt of its own by which its row is found, and every answer noted. */
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { exchange, type Outcome } from '../../faults/support/exchange.ts';

export interface LoadAnswer {
  at: number;
  url: string;
  prompt: string;
  /** `other`: none of what a service may say; `said` has it. */
  end: 'accepted' | 'refused' | 'unknown' | 'other';
  /** How often it was sent again, with its Idempotency-Key. */
  repeats: number;
  id?: string;
  said?: string;
}

export interface Load {
  answers: LoadAnswer[];
  /** Every poll that was not answered 200. */
  badPolls: string[];
  /** Leaves out those that it does not name, and begins with those that are new. */
  callAt(urls: readonly string[]): void;
  stop(): Promise<LoadAnswer[]>;
}

const restMilliseconds = 25;
const repeatMilliseconds = 200;

export interface LoadOptions {
  key: string;
  clients: number;
  polls?: 'yes' | 'no';
  /** So many of the clients send an Idempotency-Key, and repeat what was not accepted. */
  keyed?: number;
  /** Behind every prompt, as for a scenario. */
  words?: string;
}

export function startLoad(
  urls: readonly string[],
  { key, clients, polls = 'no', keyed = 0, words = '' }: LoadOptions,
): Load {
  const agent = new Agent({ keepAlive: true });
  const answers: LoadAnswer[] = [];
  const badPolls: string[] = [];
  let called = urls;
  let stopped = false;
  let number = 0;

  async function client(index: number): Promise<void> {
    while (!stopped) {
      number += 1;
      const url = called[index % called.length]!;
      const prompt = `a kite, number ${number}${words}`;
      const headers: Record<string, string> = index < keyed ? { 'idempotency-key': `key-${number}` } : {};
      const request = { method: 'POST', url: `${url}/v1/delta/generate`, key, headers, body: { prompt } } as const;
      let end = endOf(await exchange(agent, request));
      let repeats = 0;
      // As a client that wants it made once does: again with the same key, until somebody says yes.
      while (index < keyed && !stopped && end.end !== 'accepted' && end.end !== 'other') {
        repeats += 1;
        await pause(repeatMilliseconds);
        end = endOf(await exchange(agent, { ...request, url: `${called[repeats % called.length]}/v1/delta/generate` }));
      }
      const answer: LoadAnswer = { at: performance.now(), url, prompt, repeats, ...end };
      answers.push(answer);
      if (polls === 'yes' && answer.id !== undefined) await poll(url, answer.id);
      await pause(restMilliseconds);
    }
  }

  async function poll(url: string, id: string): Promise<void> {
    const outcome = await exchange(agent, { method: 'GET', url: `${url}/v1/delta/generations/${id}`, key });
    if (outcome.outcome !== 'answered' || outcome.status !== 200) badPolls.push(`${url} ${id}: ${saidBy(outcome)}`);
  }

  const running = Array.from({ length: clients }, (_, index) => client(index));
  return {
    answers,
    badPolls,
    callAt(others) {
      called = others;
    },
    async stop() {
      stopped = true;
      await Promise.all(running);
      agent.destroy();
      return answers;
    },
  };
}

function endOf(outcome: Outcome): Pick<LoadAnswer, 'end' | 'id' | 'said'> {
  const said = saidBy(outcome);
  if (outcome.outcome !== 'answered') return { end: 'unknown', said };
  if (outcome.status === 200) return { end: 'accepted', id: String(outcome.body['task_uuid']) };
  // A repeat whose first request is still under way.
  if (outcome.status === 409) return { end: 'unknown', said };
  if (outcome.status !== 503) return { end: 'other', said };
  return { end: outcome.bytes.includes('is unknown') ? 'unknown' : 'refused', said };
}

const saidBy = (outcome: Outcome): string =>
  outcome.outcome === 'answered'
    ? `${outcome.status} ${outcome.bytes.toString().slice(0, 200)}`
    : JSON.stringify(outcome);
