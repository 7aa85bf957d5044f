/** An event like those that a family sends, about a generation that never was: for trying a receiver. */
import { randomUUID } from 'node:crypto';
import type { Family } from '@afterimage/contract';

export interface SampleWanted {
  status: 'completed' | 'failed';
  now: Date;
  publicUrl: string;
}

/** From submit to end. */
const tookMilliseconds = 30_000;

export function sampleEvent(family: Family, { status, now, publicUrl }: SampleWanted): Record<string, unknown> {
  const [example = {}] = family.schemas.request['examples'] as Record<string, unknown>[];
  const reading = family.read(example, 'live');
  const isCompleted = status === 'completed';
  return family.webhook({
    id: randomUUID(),
    status,
    prompt: reading.ok ? reading.request.prompt : '',
    model: reading.ok ? reading.request.model : family.slug,
    price: 0,
    seed: 0,
    mediaUrl: isCompleted ? `${publicUrl}/media/test/test.${family.output === 'video' ? 'mp4' : 'jpg'}` : null,
    failureCode: isCompleted ? null : (family.failureCodes[0] ?? null),
    failureReason: isCompleted ? null : 'A test event of a failure.',
    progress: isCompleted ? 100 : null,
    queuePosition: null,
    createdAt: new Date(now.getTime() - tookMilliseconds),
    finishedAt: now,
  });
}
