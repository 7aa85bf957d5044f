/** The four states of a generation and the moves between them. */
import type { Status } from './generation.ts';

export const statuses = ['pending', 'processing', 'completed', 'failed'] as const satisfies readonly Status[];

/** A job taken up again after its worker died stays `processing`: that is no move. */
const moves: Readonly<Record<Status, readonly Status[]>> = {
  pending: ['processing', 'failed'],
  processing: ['completed', 'failed'],
  completed: [],
  failed: [],
};

export function mayMove(from: Status, to: Status): boolean {
  return moves[from].includes(to);
}

/** `completed` and `failed` are ends: nothing moves out of them. */
export function isFinal(status: Status): boolean {
  return moves[status].length === 0;
}
