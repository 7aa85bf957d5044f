/** A native modal dialog: the browser keeps the focus in it, dims the rest and gives the focus back. */
import { X } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { modalOpened } from './top-modal.ts';

export interface DialogProps {
  title: string;
  /** Called when the reader wants it closed; rendering it no more closes it. */
  onClose(): void;
  /** `guarded`: neither Escape nor a click beside it closes it, only a button inside. */
  dismissal?: 'easy' | 'guarded';
  width?: 'narrow' | 'wide';
  children: ReactNode;
  /** The row of buttons at its foot. */
  actions?: ReactNode;
}

export function Dialog({ title, onClose, dismissal = 'easy', width = 'narrow', children, actions }: DialogProps) {
  const heading = useId();
  const dialog = useModal({ onClose, dismissal });
  return (
    <dialog
      {...dialog}
      aria-labelledby={heading}
      className={classes(
        'm-auto max-h-[90dvh] w-[calc(100vw-2rem)] overflow-y-auto rounded-card border border-line bg-surface text-ink',
        'animate-[appear_140ms_var(--ease-calm)] p-0',
        width === 'narrow' ? 'max-w-md' : 'max-w-2xl',
      )}
    >
      <div className="flex flex-col gap-4 p-5">
        <header className="flex items-start justify-between gap-4">
          <h2 id={heading} className="pt-1 text-large font-semibold">
            {title}
          </h2>
          {dismissal === 'easy' && <IconButton icon={X} label="Close" onClick={onClose} />}
        </header>
        {children}
        {actions && <footer className="flex flex-wrap justify-end gap-2 pt-2">{actions}</footer>}
      </div>
    </dialog>
  );
}

export interface ModalOptions {
  onClose(): void;
  dismissal: 'easy' | 'guarded';
  /** A modal to read begins with itself, one to fill in with its first field. */
  focus?: 'itself' | 'first-field';
}

const fields = 'form :is(input:not([type=checkbox], [type=radio]), textarea, select):enabled';

/** What any modal of ours needs: open while it is rendered, closed by Escape and by a click beside it, unless guarded. */
export function useModal({ onClose, dismissal, focus = 'first-field' }: ModalOptions) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the element leaves the page: only a dialog that is closed gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    if (focus === 'itself') element.focus();
    // React's autoFocus comes too early, while the dialog is closed; the browser's own choice is the close button.
    else element.querySelector<HTMLElement>(fields)?.focus();
    const closed = modalOpened(element);
    return () => {
      closed();
      element.close();
    };
  }, [focus]);
  return {
    ref: dialog,
    onCancel(event: SyntheticEvent) {
      // Chromium closes on a second Escape whatever a cancel says; the key itself is stopped below.
      event.preventDefault();
      if (dismissal === 'easy') onClose();
    },
    onKeyDown(event: React.KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      if (dismissal === 'easy') onClose();
    },
    onMouseDown(event: React.MouseEvent) {
      if (dismissal === 'easy' && event.target === dialog.current) onClose();
    },
  };
}
