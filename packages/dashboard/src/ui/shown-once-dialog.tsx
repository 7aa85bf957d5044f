/** Shows a secret, once. Only its button closes it: what a stray click or Escape closed could never be shown again. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy-text.tsx';
import { Dialog } from './dialog.tsx';

interface ShownOnceProps {
  title: string;
  secret: string;
  /** On the button that copies: "Copy key". */
  copy: string;
  /** On the only button that closes: "I have stored it". */
  done: string;
  onDone(): void;
  children: ReactNode;
}

export function ShownOnceDialog({ title, secret, copy, done, onDone, children }: ShownOnceProps) {
  return (
    <Dialog
      title={title}
      onClose={onDone}
      dismissal="guarded"
      width="wide"
      actions={
        <Button look="primary" onClick={onDone}>
          {done}
        </Button>
      }
    >
      <div className="flex flex-col gap-2 rounded-control border border-line bg-sunken p-3 sm:flex-row sm:items-center">
        <code className="min-w-0 flex-1 font-mono text-small break-all select-all" data-secret>
          {secret}
        </code>
        <CopyButton text={secret}>{copy}</CopyButton>
      </div>
      {children}
    </Dialog>
  );
}
