/** The tools that make something: submit, say the id at once, and wait for the end as long as asked. */
import { type Family, findFamily, findModel, type NamedModel, readWait } from '@afterimage/contract';
import { type Answer, type Ask, sentenceOf } from './service-call.ts';
import { type Told, tell } from './tool-result.ts';

export interface ToolCall {
  args: Readonly<Record<string, unknown>>;
  ask: Ask;
  families: readonly Family[];
  /** The client does not want the answer any more. */
  signal: AbortSignal;
  /** Told every second while a generation runs; null where the client did not ask for it. */
  progress: ((told: { seconds: number; message: string }) => void) | null;
  /** Hears of a generation that goes on although its call was cancelled. */
  onLeft(sentence: string): void;
}

/** `failed`: what was asked for was begun, paid for and not made. */
export type ToolOutcome =
  | { outcome: 'told' | 'failed'; told: Record<string, unknown> }
  | { outcome: 'refused'; sentence: string };

export interface Making {
  /** Those that make what the tool is for. */
  families: readonly Family[];
  usual: Family;
  waitSeconds: number;
}

export const refused = (sentence: string): ToolOutcome => ({ outcome: 'refused', sentence });

export async function generate(call: ToolCall, making: Making): Promise<ToolOutcome> {
  const { family: _family, model: _model, wait, idempotency_key: key, ...fields } = call.args;
  const chosen = choose(call.args, making);
  if (typeof chosen === 'string') return refused(chosen);
  if (key !== undefined && typeof key !== 'string') return refused('idempotency_key must be a text');
  // Before anything is charged.
  const seconds = readSeconds(wait, making.waitSeconds);
  if (typeof seconds === 'string') return refused(seconds);
  const { family, model } = chosen;
  const accepted = await call.ask({
    method: 'POST',
    path: `${family.path}/generate`,
    body: { ...fields, ...(model !== null && { model }) },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
  if (accepted.status !== 200) return refused(sentenceOf(accepted));
  const id = String(accepted.json[family.idName]);
  const ended = await waitForEnd(call, { family, id, seconds });
  // It is submitted and paid for: what is known of it is told, whatever became of the wait.
  const record = ended.status === 200 ? ended.json : accepted.json;
  const told = { ...tell(family, id, record), ...extras(accepted, ended) };
  return { outcome: told.status === 'failed' ? 'failed' : 'told', told };
}

function extras({ json, ignored }: Answer, ended: Answer): Partial<Told> {
  return {
    ...(typeof json['price'] === 'string' && { price: json['price'] }),
    ...(ignored !== null && { ignored }),
    ...(ended.status !== 200 && { note: `It was submitted. ${sentenceOf(ended)}; get_generation tells how it ends.` }),
  };
}

/** What is meant by `model`, with or without its family, and by `family` beside it; a sentence when nothing is. */
function choose(args: ToolCall['args'], { families, usual }: Making): NamedModel | string {
  const { family: slug, model } = args;
  if (model !== undefined && model !== null && typeof model !== 'string') return 'model must be a text';
  const named = typeof slug === 'string' ? findFamily(slug, families) : undefined;
  const slugs = families.map((family) => family.slug).join(', ');
  if (slug !== undefined && slug !== null && named === undefined) return `family must be one of ${slugs}`;
  if (model === undefined || model === null) return { family: named ?? usual, model: null };
  const found = findModel(model, named === undefined ? families : [named]);
  return found ?? `model must be a family (${slugs}) or FAMILY/MODEL as list_models names it`;
}

/** The seconds, or what is wrong with them. */
export function readSeconds(wait: unknown, usual: number): number | string {
  const reading = readWait(new URLSearchParams({ wait: JSON.stringify(wait ?? usual) }));
  return reading.ok ? reading.seconds : reading.faults[0]!.message;
}

/** One status check, however long it waits. */
export async function waitForEnd(
  call: ToolCall,
  { family, id, seconds }: { family: Family; id: string; seconds: number },
): Promise<Answer> {
  const { progress, signal } = call;
  const startedAt = performance.now();
  const name = `${family.slug} ${id}`;
  progress?.({ seconds: 0, message: `${name} is submitted` });
  const ticking = setInterval(() => {
    const passed = Math.round((performance.now() - startedAt) / 1000);
    progress?.({ seconds: passed, message: `${name} has taken ${passed} s so far` });
  }, 1000);
  try {
    return await call.ask({ method: 'GET', path: `${family.path}/generations/${id}?wait=${seconds}`, signal });
  } catch (fault) {
    if (signal.aborted) call.onLeft(`The call was cancelled; generation ${id} of ${family.slug} goes on.`);
    throw fault;
  } finally {
    clearInterval(ticking);
  }
}
