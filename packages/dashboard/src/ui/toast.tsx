/** Short messages at the edge of the page that go by themselves, and are read out politely. */
import { Check, CircleAlert, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from './button.tsx';
import { sentenceOf } from './error-state.tsx';
import { useTopModal } from './top-modal.ts';

interface Toast {
  id: number;
  kind: 'done' | 'fault';
  text: string;
}

const doneMilliseconds = 5_000;
/** A fault is longer to read and more is at stake. */
const faultMilliseconds = 12_000;
const shownMax = 3;

let toasts: readonly Toast[] = [];
let count = 0;
const watchers = new Set<() => void>();

function show(next: readonly Toast[]): void {
  toasts = next;
  for (const watcher of watchers) watcher();
}

function add(kind: Toast['kind'], text: string): void {
  count += 1;
  const toast = { id: count, kind, text };
  show([...toasts, toast].slice(-shownMax));
  setTimeout(() => remove(toast.id), kind === 'done' ? doneMilliseconds : faultMilliseconds);
}

const remove = (id: number) => show(toasts.filter((toast) => toast.id !== id));

export const toastDone = (text: string) => add('done', text);
/** Takes what was thrown. */
export const toastFault = (fault: unknown) => add('fault', sentenceOf(fault));

const watch = (onChange: () => void) => {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
};

/** Once, in the app. */
export function Toasts() {
  const shown = useSyncExternalStore(watch, () => toasts);
  const modal = useTopModal();
  // Each of the two is there before it says anything: a screen reader does not read out what a new one begins with.
  return (
    <>
      <Shown toasts={modal === undefined ? shown : []} />
      {modal !== undefined && createPortal(<Shown toasts={shown} />, modal)}
    </>
  );
}

/** Above what else floats at the foot of the page, which has buttons. */
const corner =
  'pointer-events-none fixed inset-x-4 bottom-20 z-50 flex flex-col items-center gap-2 sm:right-6 sm:bottom-6 sm:left-auto sm:items-end ' +
  '[body:has([data-floats])_&]:bottom-34 sm:[body:has([data-floats])_&]:bottom-22';

function Shown({ toasts: shown }: { toasts: readonly Toast[] }) {
  return (
    <div role="status" aria-live="polite" className={corner}>
      {shown.map(({ id, kind, text }) => (
        <div
          key={id}
          className="pointer-events-auto flex max-w-md animate-[appear_140ms_var(--ease-calm)] items-center gap-3 rounded-card border border-line bg-surface py-2 pr-2 pl-4"
        >
          {kind === 'done' ? (
            <Check size={16} aria-hidden className="shrink-0 text-good" />
          ) : (
            <CircleAlert size={16} aria-hidden className="shrink-0 text-bad" />
          )}
          <span className="py-1">{text}</span>
          <IconButton icon={X} label="Dismiss" onClick={() => remove(id)} />
        </div>
      ))}
    </div>
  );
}
