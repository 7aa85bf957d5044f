/** Asks before generations that have not ended are cancelled, and cancels them one after the other. */
import { Refusal } from '@afterimage/client';
import { useState } from 'react';
import { api } from '../../data/api.ts';
import { patchGenerations } from '../../data/apply-events.ts';
import { queryClient } from '../../data/query-client.ts';
import type { GenerationSummary } from '../../data/resources.ts';
import { useScope } from '../../data/scope.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toastDone, toastFault } from '../../ui/toast.tsx';

interface CancelDialogProps {
  /** Those that have not ended. */
  generations: readonly { id: string }[];
  /** How many were chosen beside them that have. */
  leftOut?: number;
  onClose(): void;
}

export function CancelDialog({ generations, leftOut = 0, onClose }: CancelDialogProps) {
  const { account, mode } = useScope();
  const [busy, setBusy] = useState(false);
  // What ends while it is asked about leaves the list that was given, and is told of afterwards.
  const [asked] = useState(generations);
  const count = asked.length;
  async function go() {
    setBusy(true);
    const cancelled: GenerationSummary[] = [];
    try {
      for (const { id } of asked) {
        const now = await api
          .cancelGeneration({ id, query: { mode, ...(account !== undefined && { account }) } })
          .catch(ignoreEnded);
        if (now !== null) cancelled.push(now);
      }
      toastDone(whatHappened(cancelled, count));
    } catch (fault) {
      toastFault(fault);
    }
    patchGenerations(cancelled);
    void queryClient.invalidateQueries({ queryKey: ['getBalance'] });
    onClose();
  }
  return (
    <FormDialog
      title={count === 1 ? 'Cancel this generation?' : `Cancel ${count} generations?`}
      action={count === 1 ? 'Cancel the generation' : 'Cancel them'}
      leave={count === 1 ? 'Keep it' : 'Keep them'}
      look="danger"
      busy={busy}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      <p className="text-muted">
        {count === 1 ? 'It ends at once' : 'They end at once'}, with CANCELLED as the reason. What was charged comes
        back, unless an engine that has to be paid may already be at work.
      </p>
      {leftOut > 0 && (
        <p className="text-muted">
          {leftOut === 1
            ? 'One that has already ended stays as it is.'
            : `${leftOut} that have ended stay as they are.`}
        </p>
      )}
    </FormDialog>
  );
}

/** Ended meanwhile: what was wanted can no longer be had, and is no fault. */
function ignoreEnded(fault: unknown): null {
  if (fault instanceof Refusal && fault.status === 409) return null;
  throw fault;
}

function whatHappened(cancelled: readonly GenerationSummary[], count: number): string {
  if (cancelled.length === 0) return count === 1 ? 'It had already ended' : 'All of them had already ended';
  const [first] = cancelled;
  if (count === 1) return first!.refund === null ? 'Cancelled' : `Cancelled, $${first!.refund} came back`;
  const late = count - cancelled.length;
  const ended = late > 0 ? `, ${late} had already ended` : '';
  return `${cancelled.length} of ${count} cancelled${ended}`;
}
