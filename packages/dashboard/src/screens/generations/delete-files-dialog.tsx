/** Asks before the files of generations go, and lets them go one after the other. */
import { useState } from 'react';
import { api } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';
import { useScope } from '../../data/scope.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toastDone, toastFault } from '../../ui/toast.tsx';

interface DeleteFilesProps {
  /** Those that have files. */
  generations: readonly { id: string }[];
  /** How many were chosen beside them that have none. */
  leftOut?: number;
  onClose(): void;
  onDone(): void;
}

export function DeleteFilesDialog({ generations, leftOut = 0, onClose, onDone }: DeleteFilesProps) {
  const { account, mode } = useScope();
  const [busy, setBusy] = useState(false);
  const count = generations.length;
  async function go() {
    setBusy(true);
    try {
      for (const { id } of generations)
        await api.deleteMedia({ id, query: { mode, ...(account !== undefined && { account }) } });
      toastDone(count === 1 ? 'The files are deleted' : `The files of ${count} generations are deleted`);
      onDone();
    } catch (fault) {
      toastFault(fault);
      onClose();
    }
    for (const name of ['listGenerations', 'getGeneration']) void queryClient.invalidateQueries({ queryKey: [name] });
  }
  return (
    <FormDialog
      title={count === 1 ? 'Delete the files?' : `Delete the files of ${count} generations?`}
      action="Delete files"
      look="danger"
      busy={busy}
      missing={count === 0 && 'No files'}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      <p className="text-muted">
        What was made and what was uploaded for it goes at once, and links to it end. Prompt, price and record stay.
        This cannot be undone.
      </p>
      {leftOut > 0 && (
        <p className="text-muted">
          {leftOut === 1 ? 'One that has no files is left out.' : `${leftOut} that have no files are left out.`}
        </p>
      )}
    </FormDialog>
  );
}
