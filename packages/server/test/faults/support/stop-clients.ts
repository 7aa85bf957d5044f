/** Clients that keep asking while the service is told to stop, and count what became of every request. */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { exchange, type Outcome, outcomeOf, type Request } from './exchange.ts';
import type { Random } from './random.ts';

export interface Tally {
  answered: number;
  refused: number;
  /** Requests without a whole answer, and why. */
  cut: string[];
  /**
   * New connections that were reset without an answer. The kernel takes connections in our name until the listener is
   * closed, and resets those it holds at that moment: never read, but sent. No server can avoid the last of them.
   */
  resetUnread: number;
  /** Ids of accepted submits. */
  accepted: string[];
}

export interface StopClients {
  tally: Tally;
  /** Resolves when every client has been turned away. */
  turnedAway: Promise<unknown>;
  close(): void;
}

const keepAliveClients = 6;
const freshClients = 4;
const slowUploads = 3;
const uploadPieces = 12;

export function startStopClients({ url, key, random }: { url: string; key: string; random: Random }): StopClients {
  const tally: Tally = { answered: 0, refused: 0, cut: [], resetUnread: 0, accepted: [] };
  const agents: Agent[] = [];
  const agentWith = (keepAlive: boolean) => {
    const agent = new Agent({ keepAlive });
    agents.push(agent);
    return agent;
  };

  function note(kind: string, outcome: Outcome): 'go on' | 'stop' {
    if (outcome.outcome === 'refused') {
      tally.refused += 1;
      return 'stop';
    }
    if (outcome.outcome === 'cut') {
      // Whoever keeps connections opens a new one, too, after an answer that said the last was over.
      if (outcome.why === 'ECONNRESET') tally.resetUnread += 1;
      else tally.cut.push(`${kind}: ${outcome.why}`);
      return 'stop';
    }
    tally.answered += 1;
    if (outcome.body['task_uuid'] !== undefined) tally.accepted.push(String(outcome.body['task_uuid']));
    return 'go on';
  }

  async function askOn(kind: string, agent: Agent): Promise<void> {
    while (note(kind, await exchange(agent, drawRequest({ url, key, random }))) === 'go on') {
      await pause(random.between(0, 30));
    }
  }
  async function uploadOn(agent: Agent): Promise<void> {
    const upload = () => uploadSlowly(agent, { url, key, pieceMilliseconds: random.between(60, 140) });
    while (note('slow upload', await upload()) === 'go on');
  }

  const clients = [
    ...Array.from({ length: keepAliveClients }, () => askOn('keep-alive', agentWith(true))),
    ...Array.from({ length: freshClients }, () => askOn('fresh connection', agentWith(false))),
    ...Array.from({ length: slowUploads }, () => uploadOn(agentWith(false))),
  ];
  return {
    tally,
    turnedAway: Promise.all(clients),
    close() {
      for (const agent of agents) agent.destroy();
    },
  };
}

function drawRequest({ url, key, random }: { url: string; key: string; random: Random }): Request {
  if (random.happens(0.3)) return { method: 'GET', url: `${url}/v1/data/balance`, key };
  if (random.happens(0.3)) return { method: 'GET', url: `${url}/v1/delta/generations?limit=5`, key };
  const directives = random.oneOf([
    '[[fail API_ERROR]]',
    '[[slow 1]] [[fail API_ERROR]]',
    '[[slow 5]] [[fail API_ERROR]]',
  ]);
  return { method: 'POST', url: `${url}/v1/delta/generate`, key, body: { prompt: `a small red kite ${directives}` } };
}

/** A body that takes more than a second to arrive: most of these are under way when the service is told to stop. */
async function uploadSlowly(
  agent: Agent,
  { url, key, pieceMilliseconds }: { url: string; key: string; pieceMilliseconds: number },
): Promise<Outcome> {
  const body = JSON.stringify({ prompt: `a small red kite [[fail API_ERROR]] ${'and another one '.repeat(100)}` });
  const pieceBytes = Math.ceil(body.length / uploadPieces);
  const sent = request(`${url}/v1/delta/generate`, {
    agent,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': body.length },
  });
  const outcome = outcomeOf(sent);
  let ended = false;
  void outcome.finally(() => {
    ended = true;
  });
  for (let from = 0; from < body.length && !ended; from += pieceBytes) {
    sent.write(body.slice(from, from + pieceBytes));
    await pause(pieceMilliseconds);
  }
  sent.end();
  return outcome;
}
