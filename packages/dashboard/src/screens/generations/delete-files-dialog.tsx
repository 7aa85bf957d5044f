/** Asks before the files of generations go, and lets them go one after the other. */
import { useState } from 'react';
import { api } from '../../data/api.ts';
import { queryClient } from '../../data/query-client.ts';
import { useScope } from '../../data/scope.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toastDone, toastFault } from '../../ui/toast.tsx';

interface DeleteFilesProps {
  generations: readonly { id: string; finished_at: string | null }[];
  onClose(): void;
  onDone(): void;
}

export function DeleteFilesDialog({ generations, onClose, onDone }: DeleteFilesProps) {
  const { account, mode } = useScope();
  const [busy, setBusy] = useState(false);
  const ended = generations.filter(({ finished_at }) => finished_at !== null);
  const left = generations.length - ended.length;
  async function go() {
    setBusy(true);
    try {
      for (const { id } of ended)
        await api.deleteMedia({ id, query: { mode, ...(account !== undefined && { account }) } });
      toastDone(ended.length === 1 ? 'The files are deleted' : `The files of ${ended.length} generations are deleted`);
      onDone();
    } catch (fault) {
      toastFault(fault);
      onClose();
    }
    for (const name of ['listGenerations', 'getGeneration']) void queryClient.invalidateQueries({ queryKey: [name] });
  }
  return (
    <FormDialog
      title={ended.length === 1 ? 'Delete the files?' : `Delete the files of ${ended.length} generations?`}
      action="Delete files"
      look="danger"
      busy={busy}
      isReady={ended.length > 0}
      onSubmit={() => void go()}
      onClose={onClose}
    >
      <p className="text-muted">
        What was made and what was uploaded for it goes at once, and links to it end. Prompt, price and record stay.
        This cannot be undone.
      </p>
      {left > 0 && (
        <p className="text-muted">
          {left === 1 ? 'One that has not ended yet is left out.' : `${left} that have not ended yet are left out.`}
        </p>
      )}
    </FormDialog>
  );
}
