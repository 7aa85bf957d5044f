/** A family's example, lived through: what the family itself answers for it becomes the examples of the OpenAPI document. */
import { cancelledCode } from '../failures.ts';
import type { Family } from '../family.ts';
import type { GenerationView } from '../generation.ts';
import { formatPrice } from '../money.ts';

type Json = Record<string, unknown>;

export interface FamilySample {
  id: string;
  body: Json;
  /** The same with a sandbox directive in its prompt. */
  directed: Json;
  accepted: Json;
  quote: Json;
  records: { pending: Json; completed: Json; failed: Json; cancelled: Json };
  webhooks: { completed: Json; failed: Json };
}

export function sampleOf(family: Family): FamilySample {
  const body = (family.schemas.request['examples'] as Json[])[0] ?? {};
  const reading = family.read(body, 'live');
  if (!reading.ok) throw new Error(`the example of ${family.slug} is refused: ${reading.faults[0]?.message}`);
  const { request } = reading;
  const { item, times } = family.priceOf(request, []);
  const file = `sample.${family.output === 'video' ? 'mp4' : 'jpg'}`;
  const completed: GenerationView = {
    id: '0199a3c4-7d5e-7c1a-9f0b-2d8e6a4c1b37',
    status: 'completed',
    prompt: request.prompt,
    model: request.model,
    price: (family.prices[item] ?? 0) * times,
    seed: request.seed ?? 1234567,
    mediaUrl: `https://media.example.com/media/0199a3c4/${file}?expires=1767312000&signature=c2lnbmF0dXJl`,
    failureCode: null,
    failureReason: null,
    progress: null,
    queuePosition: null,
    createdAt: new Date('2026-01-01T00:00:00.000Z'),
    finishedAt: new Date('2026-01-01T00:02:30.000Z'),
  };
  const pending: GenerationView = {
    ...completed,
    status: 'pending',
    mediaUrl: null,
    queuePosition: 1,
    finishedAt: null,
  };
  const failedWith = (code: string) => failedView(completed, family, code);
  const failed = failedWith(family.failureCode('timeout'));
  return {
    id: completed.id,
    body,
    directed: { ...body, prompt: `${request.prompt} [[fail ${failed.failureCode}]]` },
    accepted: family.accepted(pending),
    quote: { price: formatPrice(completed.price) },
    records: {
      pending: family.record(pending),
      completed: family.record(completed),
      failed: family.record(failed),
      cancelled: family.record(failedWith(cancelledCode)),
    },
    webhooks: { completed: family.webhook(completed), failed: family.webhook(failed) },
  };
}

function failedView(view: GenerationView, { failures }: Family, code: string): GenerationView {
  const failureReason = failures.find((failure) => failure.code === code)!.meaning;
  return { ...view, status: 'failed', mediaUrl: null, failureCode: code, failureReason };
}
