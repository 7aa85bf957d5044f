/** A generation as OpenAI's libraries know a video. */
import { type Family, failureMeanings, frameSize, openaiStatuses, type Shape } from '@afterimage/contract';
import type { DetailRow } from '../generations/overview-store.ts';

export function videoOf(family: Family, row: DetailRow): Record<string, unknown> {
  const { model, duration } = row.fields as { model?: string; duration?: unknown };
  const reading = family.read({ ...row.fields, prompt: row.prompt }, 'live');
  const work = reading.ok ? reading.request.work : null;
  const code = row.failure_code;
  return {
    id: row.id,
    object: 'video',
    model: typeof model === 'string' ? `${family.slug}/${model}` : family.slug,
    status: openaiStatuses[row.status],
    progress: row.status === 'completed' ? 100 : Math.round(row.progress ?? 0),
    created_at: secondsOf(row.created_at),
    completed_at: row.status === 'completed' ? secondsOf(row.finished_at) : null,
    expires_at: secondsOf(row.output_expires_at),
    prompt: row.prompt,
    seconds: String(duration ?? work?.seconds ?? ''),
    size: sizeOf(work?.shape),
    remixed_from_video_id: null,
    error: code === null ? null : { code, message: failureMeanings[code] ?? code },
  };
}

const secondsOf = (time: Date | null): number | null => (time === null ? null : Math.floor(time.getTime() / 1000));

/** Null where an image that was sent decides. */
function sizeOf(shape: Shape | undefined): string | null {
  if (shape?.from !== 'ratio') return null;
  const { width, height } = frameSize(shape, []);
  return `${width}x${height}`;
}
