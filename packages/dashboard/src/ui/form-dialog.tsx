/** A dialog with one thing to decide, with fields or without: do it, or leave it. */
import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

export interface FormDialogProps {
  title: string;
  /** On the button that does it. */
  action: string;
  /** On the button that leaves it. */
  leave?: string;
  look?: 'primary' | 'danger';
  /** While it is being done. */
  busy: boolean;
  /** What has to be filled in or chosen first; it stands beside the button that waits for it. */
  missing?: string | false;
  /** What the service said that belongs to none of the fields. */
  fault?: string | undefined;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const {
    title,
    action,
    leave = 'Cancel',
    look = 'primary',
    busy,
    missing = false,
    fault,
    onSubmit,
    onClose,
    children,
  } = props;
  const id = useId();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (missing === false && !busy) onSubmit();
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {missing !== false && (
            <span id={`${id}-missing`} className="mr-auto self-center text-small text-muted max-sm:w-full">
              {missing}
            </span>
          )}
          <Button onClick={onClose}>{leave}</Button>
          <Button
            look={look}
            type="submit"
            form={id}
            busy={busy}
            disabled={missing !== false}
            aria-describedby={missing === false ? undefined : `${id}-missing`}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
        {children}
      </form>
    </Dialog>
  );
}
