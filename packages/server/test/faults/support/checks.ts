/** The checker's first half: holds what clients were told against what the database and the receiver say afterwards. */
import type { GenerationFact } from './facts.ts';
import { idOf, type Journal, mayFollow, type Submission } from './journal.ts';
import type { ArrivedEvent } from './receiver.ts';
import type { End } from './scenarios.ts';
import { judge, type Verdict } from './verdict.ts';

export interface Evidence {
  journal: Journal;
  generations: readonly GenerationFact[];
  events: readonly ArrivedEvent[];
}

/** A submit and a generation that came of it. */
export interface Pair {
  submission: Submission;
  generation: GenerationFact;
}

export function checkEvidence(evidence: Evidence): Verdict[] {
  const { journal, generations } = evidence;
  const byPrompt = Map.groupBy(generations, ({ prompt }) => prompt);
  const madeOf = (submission: Submission) => byPrompt.get(submission.prompt) ?? [];
  const pairs = pairUp(evidence);
  return [
    nothingLost(journal, madeOf),
    nothingDoubled(evidence, madeOf),
    nothingRefusedWasKept(journal, madeOf),
    everyEndIsRight(pairs),
    everyChargeIsThePrice(pairs),
    everyRefundOnce(pairs),
    everyWebhookArrived(evidence, pairs),
    everyWebhookIsSame(evidence),
    statusesMoveForward(journal),
    judge('clients saw no answer that they should not', {
      cases: journal.submissions.length + journal.polls,
      breaches: journal.surprises,
    }),
  ];
}

export function pairUp({ journal, generations }: Evidence): Pair[] {
  const byPrompt = new Map(journal.submissions.map((submission) => [submission.prompt, submission]));
  return generations.flatMap((generation) => {
    const submission = byPrompt.get(generation.prompt);
    return submission === undefined ? [] : [{ submission, generation }];
  });
}

type MadeOf = (submission: Submission) => GenerationFact[];

function nothingLost(journal: Journal, madeOf: MadeOf): Verdict {
  const acknowledged = journal.submissions.filter((submission) => submission.acknowledged.size > 0);
  const breaches = acknowledged.flatMap((submission) => {
    const made = new Set(madeOf(submission).map(({ id }) => id));
    return [...submission.acknowledged]
      .filter((id) => !made.has(id))
      .map((id) => `${id} (${submission.tag}) was accepted and does not exist.`);
  });
  return judge('no acknowledged generation is lost', { cases: acknowledged.length, breaches });
}

/** Without a key each send may make one, unless it was refused; with a key there is one at most, however often sent. */
function nothingDoubled({ journal, generations }: Evidence, madeOf: MadeOf): Verdict {
  const submitted = new Set(journal.submissions.map(({ prompt }) => prompt));
  const unasked = generations.filter(({ prompt }) => !submitted.has(prompt)).map(({ id }) => `Nobody asked for ${id}.`);
  const doubled = journal.submissions.flatMap((submission) => {
    const made = madeOf(submission).length;
    const faults: string[] = [];
    if (made > 1) faults.push(`${submission.tag}, sent ${submission.sends} times, made ${made} generations.`);
    if (submission.acknowledged.size > 1) {
      faults.push(`${submission.tag} was answered with ${submission.acknowledged.size} different ids.`);
    }
    return faults;
  });
  return judge('no submit makes two generations, and a repeated key gives the same id', {
    cases: journal.submissions.filter(({ sends }) => sends > 1).length,
    breaches: [...doubled, ...unasked],
  });
}

function nothingRefusedWasKept(journal: Journal, madeOf: MadeOf): Verdict {
  const refused = journal.submissions.filter(
    ({ acknowledged, unanswered, refusals }) => acknowledged.size === 0 && unanswered === 0 && refusals.length > 0,
  );
  const breaches = refused
    .filter((submission) => madeOf(submission).length > 0)
    .map(({ tag, refusals }) => `${tag} was refused (${refusals.join(', ')}) and charged all the same.`);
  return judge('a refused submit leaves nothing behind', { cases: refused.length, breaches });
}

function everyEndIsRight(pairs: readonly Pair[]): Verdict {
  const breaches = pairs.flatMap(({ submission, generation }) => {
    if (endOf({ submission, generation }) !== undefined) return [];
    return [`${generation.id} (${submission.scenario.name}) ended ${generation.status} ${generation.failure_code}.`];
  });
  return judge('every generation ends, and as it must', { cases: pairs.length, breaches });
}

function everyChargeIsThePrice(pairs: readonly Pair[]): Verdict {
  const breaches = pairs
    .filter(({ submission: { scenario }, generation: { charges, price } }) => {
      return charges.length !== 1 || charges[0] !== -scenario.price || price !== scenario.price;
    })
    .map(({ generation: { id, charges } }) => `${id} was charged ${JSON.stringify(charges)}.`);
  return judge('every generation is charged its price, once', { cases: pairs.length, breaches });
}

/** Which of the scenario's ends it has come to. */
function endOf({ submission, generation }: Pair): End | undefined {
  return submission.scenario.ends.find((end) => {
    const code = end.status === 'failed' ? end.code : null;
    return generation.status === end.status && generation.failure_code === code;
  });
}

/** Whether that end gives the price back. */
export function isRefunded(pair: Pair): boolean {
  const end = endOf(pair);
  return end?.status === 'failed' && end.refunded;
}

function everyRefundOnce(pairs: readonly Pair[]): Verdict {
  const breaches = pairs
    .filter((pair) => {
      const due = isRefunded(pair) ? [pair.submission.scenario.price] : [];
      return JSON.stringify(pair.generation.refunds) !== JSON.stringify(due);
    })
    .map(({ generation: { id, refunds } }) => `${id} got ${JSON.stringify(refunds)} back.`);
  return judge('every refund that is due is made once, and no other', {
    cases: pairs.filter(isRefunded).length,
    breaches,
  });
}

function everyWebhookArrived({ events }: Evidence, pairs: readonly Pair[]): Verdict {
  const taken = events.filter(({ answered }) => answered === 200);
  const byGeneration = Map.groupBy(taken, ({ body }) => generationOf(body));
  const due = pairs.filter(({ generation }) => generation.callback_url !== null);
  const breaches = due.flatMap(({ submission, generation }) => {
    const [event] = byGeneration.get(generation.id) ?? [];
    if (event === undefined) return [`${generation.id} (${submission.scenario.name}) was never announced.`];
    const said = (JSON.parse(event.body) as Record<string, unknown>)['status'];
    return said === generation.status ? [] : [`${generation.id} is ${generation.status}, its webhook says ${said}.`];
  });
  return judge('every webhook that is due arrives', { cases: due.length, breaches });
}

function generationOf(body: string): string {
  const { generation_id, task_uuid } = JSON.parse(body) as Record<string, string>;
  return generation_id ?? task_uuid ?? '';
}

function everyWebhookIsSame({ events }: Evidence): Verdict {
  const unsigned = events.filter(({ signed }) => !signed).map(({ webhookId }) => `${webhookId} is not signed.`);
  const changed = [...Map.groupBy(events, ({ webhookId }) => webhookId)]
    .filter(([, attempts]) => new Set(attempts.map(({ body }) => body)).size > 1)
    .map(([webhookId]) => `${webhookId} changed between attempts.`);
  const idsOf = [...Map.groupBy(events, ({ body }) => generationOf(body))]
    .filter(([, attempts]) => new Set(attempts.map(({ webhookId }) => webhookId)).size > 1)
    .map(([id]) => `${id} was announced under two webhook ids.`);
  return judge('every attempt at a webhook has the same id and bytes, and a valid signature', {
    cases: events.length,
    breaches: [...unsigned, ...changed, ...idsOf],
  });
}

function statusesMoveForward({ submissions }: Journal): Verdict {
  const seen = submissions.filter(({ statuses }) => statuses.length > 1);
  const breaches = seen
    .filter(({ statuses }) => statuses.some((status, index) => index > 0 && !mayFollow(statuses[index - 1]!, status)))
    .map((submission) => `${idOf(submission)} was seen ${submission.statuses.join(', ')}.`);
  return judge('a status only moves forward', { cases: seen.length, breaches });
}
