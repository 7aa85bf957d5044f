/** What the contract's tests share: reading a body, and the media a body reader would have left in it. */
import assert from 'node:assert/strict';
import {
  type Family,
  families,
  findFamily,
  type GenerationRequest,
  type GenerationView,
  Upload,
} from '../../src/index.ts';

export type Body = Record<string, unknown>;

export function familyNamed(slug: string): Family {
  const family = findFamily(slug, families);
  assert.ok(family, `there is a family ${slug}`);
  return family;
}

/** The families of the specification, in its order: what its tables tell of. Whoever adds another has nothing to add to those tables. */
export const specified: readonly Family[] = [
  'alpha',
  'alpha-o1-video',
  'alpha-o3-video',
  'alpha-o1-photo',
  'alpha-o3-photo',
  'beta',
  'gamma',
  'delta',
  'epsilon-images',
].map(familyNamed);

/** The request, when the body is accepted. */
export function accepted(slug: string, body: Body, mode: 'live' | 'sandbox' = 'live'): GenerationRequest {
  const reading = familyNamed(slug).read(body, mode);
  assert.ok(reading.ok, `accepted: ${JSON.stringify(reading)}`);
  return reading.request;
}

export function ignored(slug: string, body: Body): string[] {
  const reading = familyNamed(slug).read(body, 'live');
  assert.ok(reading.ok, `accepted: ${JSON.stringify(reading)}`);
  return reading.ignored;
}

/** `field: message` of every fault, when the body is refused. */
export function refused(slug: string, body: unknown, mode: 'live' | 'sandbox' = 'live'): string[] {
  const reading = familyNamed(slug).read(body as Body, mode);
  assert.ok(!reading.ok, `refused: ${JSON.stringify(body)?.slice(0, 300)}`);
  return reading.faults.map(({ field, message }) => `${field}: ${message}`);
}

/** What the fields of the faults are, without their sentences. */
export function refusedFields(slug: string, body: unknown): string[] {
  return refused(slug, body).map((fault) => fault.slice(0, fault.indexOf(':')));
}

export function upload(parts: Partial<ConstructorParameters<typeof Upload>[0]> = {}): Upload {
  return new Upload({ declaredType: 'image/png', sniffedType: 'image/png', bytes: 1_000, file: '/spool/1', ...parts });
}

export const videoUpload = (): Upload => upload({ declaredType: 'video/mp4', sniffedType: 'video/mp4' });

export function view(parts: Partial<GenerationView> = {}): GenerationView {
  return {
    id: '0199a3c4-7d5e-7c1a-9f0b-2d8e6a4c1b37',
    status: 'pending',
    prompt: 'a red fox',
    model: 'alpha_2.5_turbo',
    price: 2100,
    seed: 77,
    mediaUrl: null,
    failureCode: null,
    failureReason: null,
    progress: null,
    queuePosition: null,
    createdAt: new Date('2026-03-01T10:00:00.123Z'),
    finishedAt: null,
    ...parts,
  };
}

export const completedView = view({
  status: 'completed',
  mediaUrl: 'https://media.example/m.mp4',
  progress: 100,
  finishedAt: new Date('2026-03-01T10:03:00.000Z'),
});

export const failedView = view({
  status: 'failed',
  failureCode: 'TIMEOUT',
  failureReason: 'It took longer than 10 minutes.',
  progress: 40,
  queuePosition: 3,
  finishedAt: new Date('2026-03-01T10:15:00.000Z'),
});
