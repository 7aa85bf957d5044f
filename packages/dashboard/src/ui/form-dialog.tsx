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
  /** Whether enough is filled in. */
  isReady?: boolean;
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
    isReady = true,
    fault,
    onSubmit,
    onClose,
    children,
  } = props;
  const id = useId();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady && !busy) onSubmit();
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{leave}</Button>
          <Button look={look} type="submit" form={id} busy={busy} disabled={!isReady}>
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
