/** All about one thing, at the side of the list that it was opened from: its head stays in view while it is read. */
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { IconButton } from './button.tsx';
import { useModal } from './dialog.tsx';

export interface SheetProps {
  title: string;
  /** In place of the title, which is then only spoken. */
  head?: ReactNode;
  actions?: ReactNode;
  onClose(): void;
  /** `j` and `k` reach the sheet as steps: the list behind it cannot have the focus. */
  onStep?(step: number): void;
  children: ReactNode;
}

export function Sheet({ title, head, actions, onClose, onStep, children }: SheetProps) {
  const heading = useId();
  const modal = useModal({ onClose, dismissal: 'easy', focus: 'itself' });
  useEffect(() => {
    const element = modal.ref.current;
    const step = (event: Event) => onStep?.((event as CustomEvent<number>).detail);
    element?.addEventListener('step', step);
    return () => element?.removeEventListener('step', step);
  }, [modal.ref, onStep]);
  return (
    <dialog
      {...modal}
      data-sheet
      tabIndex={-1}
      aria-labelledby={heading}
      className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-full max-w-2xl animate-[slide-in_160ms_var(--ease-calm)] overflow-y-auto border-l border-line bg-canvas p-0 text-ink outline-none"
    >
      <header className="sticky top-0 z-10 flex items-center justify-between gap-3 border-b border-line bg-canvas px-4 py-2 sm:px-6">
        <h2 id={heading} title={title} className={head === undefined ? 'truncate text-large font-semibold' : 'sr-only'}>
          {title}
        </h2>
        {head}
        <div className="flex shrink-0 items-center gap-2">
          {actions}
          <IconButton icon={X} label="Close" onClick={onClose} />
        </div>
      </header>
      <div className="flex flex-col gap-6 p-4 sm:p-6">{children}</div>
    </dialog>
  );
}
