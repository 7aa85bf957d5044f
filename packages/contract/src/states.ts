/** The four states of a generation and the moves between them: the one table of both, which the database's triggers follow. */
import type { Status } from './generation.ts';

export const statuses = ['pending', 'processing', 'completed', 'failed'] as const satisfies readonly Status[];

/** What a list may be asked for: `failed` are both the `faulted` and the `cancelled`. */
export const listedStatuses = [...statuses, 'faulted', 'cancelled'] as const;
export type ListedStatus = (typeof listedStatuses)[number];

/** A job taken up again after its worker died stays `processing`: that is no move. */
const moves: Readonly<Record<Status, readonly Status[]>> = {
  pending: ['processing', 'failed'],
  processing: ['completed', 'failed'],
  completed: [],
  failed: [],
};

/** Every generation begins so. */
export const firstStatus = 'pending' satisfies Status;

/** The states out of which a generation may come into this one. */
export function statusesBefore(to: Status): readonly Status[] {
  return statuses.filter((from) => mayMove(from, to));
}

export function mayMove(from: Status, to: Status): boolean {
  return moves[from].includes(to);
}

/** `completed` and `failed` are ends: nothing moves out of them. */
export function isFinal(status: Status): boolean {
  return moves[status].length === 0;
}
