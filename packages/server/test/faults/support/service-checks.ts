/** The checker's second half: asks the service itself, over HTTP and with the operator's audit. */
import { Agent } from 'node:http';
import { type Evidence, isRefunded, pairUp } from './checks.ts';
import { exchange } from './exchange.ts';
import type { FaultAccount } from './fault-accounts.ts';
import { idOf } from './journal.ts';
import { operate } from './service-process.ts';
import { judge, type Verdict } from './verdict.ts';
import { statusRequest } from './workload.ts';

export interface ServiceEvidence extends Evidence {
  url: string;
  /** Of all the money there is. */
  audit(): Promise<Audited>;
  accounts: readonly FaultAccount[];
}

export interface Audited {
  ok: boolean;
  entries: number;
}

/** As an operator does it, in a process of its own. */
export const auditByCommand = async (env: Record<string, string>): Promise<Audited> => {
  const { code, answer } = await operate<Audited>(env, ['audit']);
  return { ...answer, ok: answer.ok && code === 0 };
};

export async function checkService(evidence: ServiceEvidence): Promise<Verdict[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  try {
    return [await balancesAgree(evidence, agent), await auditAgrees(evidence), await recordsAgree(evidence, agent)];
  } finally {
    agent.destroy();
  }
}

async function balancesAgree(evidence: ServiceEvidence, agent: Agent): Promise<Verdict> {
  const { url, accounts } = evidence;
  const pairs = pairUp(evidence);
  const breaches: string[] = [];
  for (const account of accounts) {
    const spent = pairs
      .filter((pair) => pair.submission.account === account && !isRefunded(pair))
      .reduce((sum, { submission }) => sum + submission.scenario.price, 0);
    const answer = await exchange(agent, { method: 'GET', url: `${url}/v1/data/balance`, key: account.keys[0]! });
    const balance = answer.outcome === 'answered' ? Math.round(Number(answer.body['balance']) * 10_000) : Number.NaN;
    if (balance !== account.granted - spent) {
      breaches.push(`${account.name} has ${balance}, granted ${account.granted}, spent ${spent}.`);
    }
  }
  return judge('every balance is what was granted less what was spent', { cases: accounts.length, breaches });
}

async function auditAgrees({ audit }: ServiceEvidence): Promise<Verdict> {
  const guarantee = 'the audit agrees';
  try {
    const answer = await audit();
    return judge(guarantee, {
      cases: answer.entries,
      breaches: answer.ok ? [] : [JSON.stringify(answer).slice(0, 500)],
    });
  } catch (fault) {
    return judge(guarantee, { cases: 1, breaches: [String(fault)] });
  }
}

/** Three families have a name of their own for it. */
function failureOf(record: Record<string, unknown>): unknown {
  const failure = record['error'] as { message?: unknown } | null | undefined;
  return record['message'] ?? record['error_message'] ?? failure?.message ?? null;
}

/** Over HTTP, as a client would: the record shows the end, and the link gives the whole file. */
async function recordsAgree({ url, journal, generations }: ServiceEvidence, agent: Agent): Promise<Verdict> {
  const facts = new Map(generations.map((generation) => [generation.id, generation]));
  const ended = journal.submissions.filter((submission) => facts.has(idOf(submission) ?? ''));
  const breaches: string[] = [];
  for (const submission of ended) {
    const fact = facts.get(idOf(submission)!)!;
    const answer = await exchange(agent, statusRequest(url, submission));
    const record = answer.outcome === 'answered' ? answer.body : {};
    if (record['status'] !== fact.status || failureOf(record) !== fact.failure_code) {
      breaches.push(`The record of ${fact.id} says ${JSON.stringify(record)}.`);
    }
    if (fact.status !== 'completed') continue;
    const link = String(record['image_url'] ?? record['result_image_url'] ?? record['video_url']);
    const media = await exchange(agent, { method: 'GET', url: link });
    const bytes = media.outcome === 'answered' && media.status === 200 ? media.bytes.length : null;
    if (bytes !== fact.media_bytes)
      breaches.push(`The file of ${fact.id} has ${bytes} bytes, not ${fact.media_bytes}.`);
  }
  return judge('every record shows its end, and every file has its recorded size', { cases: ended.length, breaches });
}
