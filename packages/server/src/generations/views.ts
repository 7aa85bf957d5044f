/** Turns a generation's row into what records, answers and webhooks show, with a link that works now. */
import { firstStatus, type GenerationView } from '@afterimage/contract';
import { linkExpiry, signLink } from '../media/links.ts';
import type { GenerationRow } from './store.ts';

export interface Views {
  of(row: GenerationRow, queuePosition?: number | null): GenerationView;
  /** Until when the view of a finished row stays word for word the same: links change by the hour. */
  sameUntil(row: GenerationRow): number;
}

/** The answer to a submit, and to its repeats, is that of the moment it was accepted. */
export function viewOfAccepted(
  generation: Pick<GenerationView, 'id' | 'prompt' | 'model' | 'price' | 'seed'>,
): GenerationView {
  return {
    id: generation.id,
    prompt: generation.prompt,
    model: generation.model,
    price: generation.price,
    seed: generation.seed,
    status: firstStatus,
    mediaUrl: null,
    failureCode: null,
    failureReason: null,
    progress: null,
    queuePosition: null,
    createdAt: new Date(0),
    finishedAt: null,
  };
}

export interface ViewOptions {
  publicUrl: string;
  linkSecret: Buffer;
  linkHours: number;
  now(): Date;
}

export function createViews(options: ViewOptions): Views {
  function mediaUrl(row: GenerationRow, now: Date): string | null {
    if (row.output_media_id === null || row.output_file_name === null) return null;
    if (row.output_expires_at === null || row.output_expires_at <= now) return null;
    return signLink({
      publicUrl: options.publicUrl,
      secret: options.linkSecret,
      objectId: row.output_media_id,
      fileName: row.output_file_name,
      expiresAt: linkExpiry(now, options.linkHours),
    });
  }

  return {
    of: (row, queuePosition = null) => ({
      id: row.id,
      status: row.status,
      prompt: row.prompt,
      model: row.model,
      price: row.price,
      seed: row.seed,
      mediaUrl: mediaUrl(row, options.now()),
      failureCode: row.failure_code,
      failureReason: row.failure_reason,
      progress: row.progress,
      queuePosition,
      createdAt: row.created_at,
      finishedAt: row.finished_at,
    }),
    sameUntil(row) {
      const now = options.now();
      const linkChangesAt = linkExpiry(now, options.linkHours).getTime() - options.linkHours * 3_600_000;
      const mediaEndsAt = row.output_expires_at?.getTime() ?? Number.POSITIVE_INFINITY;
      return Math.min(linkChangesAt, mediaEndsAt <= now.getTime() ? Number.POSITIVE_INFINITY : mediaEndsAt);
    },
  };
}
