/** Text that is copied by a click: ids in mono, cut in the middle. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import { classes } from './classes.ts';
import { copyToClipboard } from './clipboard.ts';
import { announce } from './live-region.tsx';

const doneMilliseconds = 1_500;

function useCopy(text: string): { copied: boolean; copy(): void } {
  const [copied, setCopied] = useState(false);
  return {
    copied,
    copy() {
      void copyToClipboard(text).then(() => {
        setCopied(true);
        announce('Copied');
        setTimeout(() => setCopied(false), doneMilliseconds);
      });
    },
  };
}

export function shortened(text: string): string {
  return text.length <= 16 ? text : `${text.slice(0, 8)}…${text.slice(-4)}`;
}

export function CopyText({
  text,
  shown = shortened(text),
  className,
}: {
  text: string;
  shown?: string;
  className?: string;
}) {
  const { copied, copy } = useCopy(text);
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      title={`Copy ${text}`}
      onClick={copy}
      className={classes(
        'group inline-flex min-h-6 items-center gap-1.5 rounded-control px-1 font-mono text-small whitespace-nowrap text-muted',
        'transition-colors hover:bg-hover hover:text-ink',
        className,
      )}
    >
      <span className="sr-only">Copy</span>
      {shown}
      <Icon size={13} aria-hidden className={copied ? 'text-good' : 'opacity-50 group-hover:opacity-100'} />
    </button>
  );
}

export function CopyButton({
  text,
  children = 'Copy',
  look = 'plain',
}: {
  text: string;
  children?: string;
  look?: ButtonLook;
}) {
  const { copied, copy } = useCopy(text);
  return (
    <Button look={look} size="small" icon={copied ? Check : Copy} onClick={copy}>
      {copied ? 'Copied' : children}
    </Button>
  );
}
